// Several questions on one form: a change asks the server for the page filled in so; on the drawing gun, then fighter.
"use strict";
(() => {
  let aiming = "", focused = "", scrolled = 0;
  const form = () => document.querySelector("form[data-slate]");
  const rows = () => [...document.querySelectorAll("form[data-slate] [data-row]")];

  // The row that is aimed: only its fighters are buttons on the drawing.
  function aim(id) {
    if (!rows().length) { aiming = ""; return; }
    aiming = rows().some((row) => row.dataset.row === id) ? id : rows()[0].dataset.row;
    for (const row of rows()) {
      const now = row.dataset.row === aiming;
      row.classList.toggle("now", now);
      for (const pill of row.querySelectorAll("[data-aim]"))
        if (now) pill.dataset.subjects = pill.dataset.aim; else delete pill.dataset.subjects;
    }
  }
  function refill(button) {
    const found = form();
    if (!found) return;
    const sent = new URLSearchParams(new FormData(found));
    for (const name of ["csrf", "at"]) sent.delete(name);
    if (button && button.name) sent.set(button.name, button.value);
    scrolled = (document.querySelector(".planner .pages") || { scrollTop: 0 }).scrollTop;
    focused = document.activeElement && document.activeElement.name || "";
    dispatchEvent(new CustomEvent("refill", { detail: `${found.dataset.slate}?${sent}` }));
  }
  addEventListener("placed", () => {
    aim(aiming);
    const again = focused && [...document.querySelectorAll("form[data-slate] [name]")].find((one) => one.name === focused && !/^(submit|hidden)$/.test(one.type) && (one.type !== "radio" || one.checked));
    const pages = document.querySelector(".planner .pages");
    if (pages && again) pages.scrollTop = scrolled;
    const row = rows().find((one) => one.dataset.row === aiming);
    const pill = focused === "set" && row && row.querySelector("[aria-pressed=true]");
    if (pill || again) setTimeout(() => (pill || again).focus({ preventScroll: true }));
    focused = "";
  });
  document.addEventListener("click", (event) => {
    const pick = event.target.closest("form[data-slate] .rowpick");
    if (pick) {
      aim(pick.closest("[data-row]").dataset.row);
      dispatchEvent(new Event("relay"));
      return;
    }
    const pill = event.target.closest("form[data-slate] [formmethod=get]");
    if (!pill || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = pill.closest("[data-row]");
    if (row) aiming = row.dataset.row;
    refill(pill);
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!field.closest || !field.closest("form[data-slate]")) return;
    const list = field.closest("[data-most]"), row = field.closest("[data-row]");
    if (list && field.checked) {  // one too many takes the mark from the oldest
      const marked = [...list.querySelectorAll(":checked")].filter((one) => one !== field);
      marked.sort((a, b) => Number(a.dataset.when || 0) - Number(b.dataset.when || 0));
      while (marked.length >= Number(list.dataset.most)) marked.shift().checked = false;
      field.dataset.when = String(Date.now());
    }
    if (list) { const count = document.querySelector("form[data-slate] .count b"); if (count) count.textContent = list.querySelectorAll(":checked").length; dispatchEvent(new Event("relay")); return; }
    if (row && field.tagName === "SELECT") { aiming = row.dataset.row; refill(null); }
    if (field.closest(".planner")) refill(null);
  });
  document.addEventListener("input", (event) => {  // a slider says its number while it is pulled
    const told = event.target.type === "range" && event.target.closest(".planner .rng");
    if (told) told.querySelector("output").textContent = event.target.value;
  });
})();
