// Several questions on one form: a change asks the server for the page filled in so. On the drawing gun, then fighter;
// aircraft, then where it goes: a row that was laid so gives way to the next.
"use strict";
(() => {
  let aiming = "", focused = "", scrolled = 0, kept = null, pointer = false;
  let stands = "", changes = [], asked = "", back = false;  // how the form stands, and how it stood before each change
  const form = () => document.querySelector("form[data-slate]");
  const rows = () => [...document.querySelectorAll("form[data-slate] [data-row]")];

  // A button for each answer that lies somewhere on the drawing, which is pressed there and hidden here.
  function reaches() {
    for (const row of rows())
      for (const one of row.querySelectorAll("option[data-aim]")) {
        const way = document.createElement("button"), name = row.querySelector(".rowpick .txt").textContent;
        Object.assign(way, { type: "button", className: "reach", hidden: true, name: "set", value: `${row.dataset.row}|${one.value}`, textContent: `${name}: ${one.text}` });
        way.setAttribute("formmethod", "get");
        way.dataset.aim = one.dataset.aim;
        if (one.selected) way.dataset.planned = row.dataset.whose.split("|")[0];
        row.append(way);
      }
  }
  // The row that is aimed: only its fighters are buttons on the drawing.
  function aim(id) {
    if (!rows().length) { aiming = ""; return; }
    aiming = rows().some((row) => row.dataset.row === id) ? id : rows()[0].dataset.row;
    for (const row of rows()) {
      const now = row.dataset.row === aiming;
      row.classList.toggle("now", now);
      for (const pill of row.querySelectorAll("button[data-aim]"))
        if (now) pill.dataset.subjects = pill.dataset.aim; else delete pill.dataset.subjects;
    }
    const row = rows().find((one) => one.dataset.row === aiming), whose = (row.dataset.whose || "").split("|"), asked = document.querySelector("[data-asked]");
    if (!document.querySelector("form[data-slate] .reach")) return;
    if (asked && row.dataset.whose) asked.dataset.asked = row.dataset.whose;
    for (const thing of document.querySelectorAll("#main :is(.dl-ac, .dl-fl, .dl-tab)[data-subject]"))
      thing.classList.toggle("sel", thing.dataset.subject.split("|").some((one) => whose.includes(one)));
    const reach = [...row.querySelectorAll(".reach")].flatMap((way) => way.dataset.aim.split("|"));
    for (const thing of document.querySelectorAll("#main .dl-may[data-subject]")) thing.classList.toggle("off", !reach.includes(thing.dataset.subject));
    trace();
  }
  // What is planned: an arrow on the map from each aircraft to where it goes; a counter on whom a marker meets.
  const thingOf = (subject) => [...document.querySelectorAll("#main svg [data-subject]")].find((one) => one.dataset.subject.split("|").includes(subject));
  function draw(svg, name, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text || "";
    svg.append(made);
  }
  function trace() {
    for (const old of document.querySelectorAll(".planned-way")) old.remove();
    const laid = new Map();
    for (const [n, row] of rows().entries()) {
      const way = row.querySelector(".reach[data-planned]"), to = way && way.dataset.aim.split("|").map(thingOf).find(Boolean);
      if (!to || !to.ownerSVGElement) continue;
      const svg = to.ownerSVGElement, back = svg.getScreenCTM().inverse(), now = row.dataset.row === aiming ? " now" : "";
      const spot = (box, x, y) => new DOMPoint(box.left + box.width * x, box.top + box.height * y).matrixTransform(back);
      const from = /^(b25|flight):/.test(way.dataset.planned) && /^(area|box|zone):/.test(way.dataset.aim) && thingOf(way.dataset.planned);
      if (from && svg === from.ownerSVGElement) {
        const a = spot(from.getBoundingClientRect(), .5, .5), b = spot(to.getBoundingClientRect(), .5, .5), turn = Math.atan2(b.y - a.y, b.x - a.x);
        const head = [.43, -.43].map((off) => `M${b.x} ${b.y}L${b.x - 14 * Math.cos(turn + off)} ${b.y - 14 * Math.sin(turn + off)}`);
        if (Math.hypot(b.x - a.x, b.y - a.y) > 12) draw(svg, "path", { d: `M${a.x} ${a.y}L${b.x} ${b.y}${head.join("")}`, class: `planned-way${now}` });
      } else if (!from) {
        const place = spot(to.getBoundingClientRect(), 1, 0), behind = laid.get(to) || 0;
        laid.set(to, behind + 1);
        draw(svg, "circle", { cx: place.x - 9 - 19 * behind, cy: place.y + 9, r: 9, class: `planned-way counter${now}` });
        draw(svg, "text", { x: place.x - 9 - 19 * behind, y: place.y + 13, "text-anchor": "middle", class: `planned-way${now}` }, String(n + 1));
      }
    }
  }
  function filled() {
    const sent = new URLSearchParams(new FormData(form()));
    for (const name of ["csrf", "at"]) sent.delete(name);
    return sent;
  }
  const address = (sent) => `${form().dataset.slate}?${sent}`;
  function changed() { changes.push(stands); stands = address(filled()); }
  function refill(button) {
    if (!form()) return;
    const sent = filled();
    if (button && button.name) sent.set(button.name, button.value);
    changes.push(stands);
    scrolled = (document.querySelector(".planner .pages") || { scrollTop: 0 }).scrollTop;
    focused = document.activeElement && document.activeElement.name || "";
    dispatchEvent(new CustomEvent("refill", { detail: address(sent) }));
  }
  // Undo takes back the last change of an open form; without one, the last answer.
  addEventListener("placed", () => {
    const ask = document.querySelector("#decision[data-ask]"), now = form() && ask ? ask.dataset.ask : "";
    if (now !== asked) changes = [];
    asked = now;
    if (now) stands = address(filled());
    if (back) setTimeout(() => { document.getElementById("said").textContent = "Taken back: the last change on this form."; });
    back = false;
  });
  document.addEventListener("submit", (event) => {
    if (event.target === form()) changes = [];
    if (!form() || !changes.length || !event.target.matches("[action$='/undo']")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    back = true;
    dispatchEvent(new CustomEvent("refill", { detail: changes.pop() }));
  }, true);
  addEventListener("placed", () => {
    reaches();
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
    const usual = event.target.closest("form[data-slate] [data-usual]");
    if (usual && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      changes.push(stands);
      dispatchEvent(new CustomEvent("refill", { detail: usual.href }));
      return;
    }
    const pill = event.target.closest("form[data-slate] [formmethod=get]");
    if (!pill || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = pill.closest("[data-row]"), next = row && pill.matches(".reach") && rows()[rows().indexOf(row) + 1];
    if (row) aiming = (next || row).dataset.row;
    refill(pill);
  });
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (!field.closest || !field.closest("form[data-slate]")) return;
    const list = field.closest("[data-most]"), row = field.closest("[data-row]");
    const told = document.querySelector("form[data-slate] .gave");
    if (told) told.textContent = "";
    if (list && field.checked) {  // one too many takes the mark from the oldest
      const marked = [...list.querySelectorAll(":checked")].filter((one) => one !== field);
      marked.sort((a, b) => Number(a.dataset.when || 0) - Number(b.dataset.when || 0));
      const gone = [];
      while (marked.length >= Number(list.dataset.most)) { const one = marked.shift(); one.checked = false; gone.push(one.closest(".mk").querySelector(".txt").textContent); }
      if (told && gone.length) told.textContent = `. No longer marked: ${gone.join(", ")}.`;
      field.dataset.when = String(Date.now());
    }
    if (list) { const count = document.querySelector("form[data-slate] .count b"); if (count) count.textContent = list.querySelectorAll(":checked").length; dispatchEvent(new Event("relay")); changed(); return; }
    if (row && field.tagName === "SELECT") { aiming = row.dataset.row; refill(null); }
    if (field.closest(".planner")) refill(null);
    if (row && field.tagName === "INPUT") changed();
  });
  // Left and right go through the choices of the row that is aimed, unless one walks through the drawing by keys.
  document.addEventListener("pointerdown", () => { pointer = true; }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") pointer = false;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key], row = rows().find((one) => one.dataset.row === aiming);
    if (!step || !row || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("#paper[open]")) return;
    if (event.target.matches("input, select, textarea") || (event.target.closest("svg, .planner") && !pointer)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const pills = [...row.querySelectorAll(".pill")], field = row.querySelector("select");
    if (pills.length) {
      const at = pills.findIndex((one) => one.getAttribute("aria-pressed") === "true");
      pills[(at + step + pills.length) % pills.length].click();
    } else if (field) {
      const open = [...field.options].filter((one) => !one.disabled), at = open.indexOf(field.selectedOptions[0]);
      open[(at + step + open.length) % open.length].selected = true;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, true);
  // A switch below the form changes nothing on it: what was laid or marked is laid again.
  document.addEventListener("submit", (event) => {
    const found = form(), ask = document.querySelector("#decision[data-ask]");
    if (!found || !ask || event.target === found || !event.target.matches("[data-swap]:not([action$='/undo'])")) return;
    kept = { ask: ask.dataset.ask, detail: address(filled()) };
  }, true);
  addEventListener("placed", () => {
    const mine = kept, ask = document.querySelector("#decision[data-ask]");
    kept = null;
    if (mine && form() && ask && ask.dataset.ask === mine.ask) setTimeout(() => dispatchEvent(new CustomEvent("refill", { detail: mine.detail })));
  });
  document.addEventListener("input", (event) => {  // a slider says its number while it is pulled
    const told = event.target.type === "range" && event.target.closest(".planner .rng");
    if (told) told.querySelector("output").textContent = event.target.value;
  });
})();
