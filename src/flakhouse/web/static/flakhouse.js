// Makes the pages quicker: answers without reloading, keys, explanations in place. Knows no rules.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  let typed = "", timer = 0, busy = false;

  // ------------------------------------------------------------------ answers without reloading
  function put(html, keepScroll) {
    const next = new DOMParser().parseFromString(html, "text/html");
    const fresh = next.getElementById("page");
    if (!fresh) { location.reload(); return; }
    for (const sheet of next.querySelectorAll("link[rel=stylesheet]"))
      if (!document.querySelector(`link[href="${CSS.escape(sheet.getAttribute("href"))}"]`) &&
          ![...document.querySelectorAll("link[rel=stylesheet]")].some((l) => l.getAttribute("href") === sheet.getAttribute("href")))
        document.head.append(document.importNode(sheet, true));
    const filter = document.querySelector("[data-filter][aria-pressed=true]");
    const y = scrollY;
    byId("page").replaceWith(document.importNode(fresh, true));
    document.title = next.title;
    if (keepScroll) scrollTo(0, y);
    if (filter) show(filter.dataset.filter);
    ready();
  }
  async function send(form, button) {
    if (busy) return;
    busy = true;
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    document.body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Swap": "1" } });
      put(await answer.text(), true);
      const main = byId("main"), head = byId("h-de"), field = document.querySelector("#decision input:not([type=hidden])");
      const wrong = document.querySelector("[role=alert]");
      if (field) { field.focus(); field.select(); } else if (head) head.focus({ preventScroll: innerWidth >= 1100 });
      byId("said").textContent = (wrong ? wrong.textContent + " " : "") + (main && main.dataset.said || "");
    } catch {
      say("The server does not answer. Nothing is lost: try again when it is back.");
    } finally {
      busy = false;
      document.body.removeAttribute("aria-busy");
    }
  }
  function say(text) {
    let note = document.querySelector(".notice.net");
    if (!note) {
      note = document.createElement("p");
      note.className = "notice bad net";
      note.setAttribute("role", "alert");
      (byId("main") || document.body).prepend(note);
    }
    note.textContent = text;
  }
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) { event.preventDefault(); return; }
    if (!form.hasAttribute("data-swap")) return;
    event.preventDefault();
    if (event.submitter && event.submitter.getAttribute("aria-disabled") === "true") return;
    send(form, event.submitter);
  });

  // ------------------------------------------------------------------ keys
  function options() { return [...document.querySelectorAll("#decision [data-number]")]; }
  function choose(number) {
    const found = options().find((o) => o.dataset.number === String(number));
    if (found) found.click();
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { hideAbout(); return; }
    const inField = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || byId("paper").open;
    if (inField) return;
    if (/^[0-9]$/.test(event.key) && options().length) {
      event.preventDefault();
      typed += event.key;
      clearTimeout(timer);
      const many = options().some((o) => o.dataset.number.startsWith(typed) && o.dataset.number !== typed);
      const take = () => { const n = typed; typed = ""; choose(n); };
      if (many) timer = setTimeout(take, 700); else take();
      return;
    }
    if (event.key === "Enter") {
      if (typed) { clearTimeout(timer); const n = typed; typed = ""; event.preventDefault(); choose(n); return; }
      if (/^(A|BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
      const usual = document.querySelector("#decision .opt.sel") || document.querySelector("#decision [data-number]");
      if (usual) { event.preventDefault(); usual.click(); }
      return;
    }
    const act = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (act) { event.preventDefault(); act.click(); }
  });

  // ------------------------------------------------------------------ the log
  document.addEventListener("toggle", async (event) => {
    const box = event.target;
    if (!box.open || !box.dataset || !box.dataset.why || box.dataset.done) return;
    box.dataset.done = "1";
    const place = box.querySelector(".why");
    try {
      const html = await (await fetch(box.dataset.why)).text();
      const part = new DOMParser().parseFromString(html, "text/html").querySelector("[data-part]");
      if (part) place.replaceChildren(document.importNode(part, true));
    } catch { delete box.dataset.done; }
  }, true);
  function show(group) {
    for (const b of document.querySelectorAll("[data-filter]")) b.setAttribute("aria-pressed", String(b.dataset.filter === group));
    for (const line of document.querySelectorAll("[data-group]")) line.hidden = group !== "all" && line.dataset.group !== group && line.dataset.tone !== group;
  }

  // ------------------------------------------------------------------ what a thing is; papers on top of the page
  const about = () => byId("about");
  function hideAbout() { about().hidden = true; }
  function showAbout(thing, x, y) {
    const box = about();
    box.replaceChildren();
    const add = (tag, text) => { const e = document.createElement(tag); e.textContent = text; box.append(e); };
    add("b", thing.dataset.about);
    if (thing.dataset.state) add("span", thing.dataset.state);
    const near = thing.closest("[data-rule]");
    if (near) {
      const game = document.querySelector("[data-game]"), link = document.createElement("a");
      link.textContent = ` Rule ${near.dataset.rule}`;
      link.dataset.paper = "";
      link.href = `/rules/${game ? game.dataset.game : ""}/${encodeURIComponent(near.dataset.rule)}`;
      box.append(link);
    }
    box.hidden = false;
    const r = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - r.width - 8))}px`;
    box.style.top = `${Math.max(8, Math.min(y + 12, innerHeight - r.height - 8))}px`;
    byId("said").textContent = box.textContent;
  }
  // Left and right go through the things of a drawing that has the focus; Enter opens the rule of the one shown.
  let drawn = null, at = -1;
  function walk(picture, step) {
    const things = [...picture.querySelectorAll("[data-about]")];
    if (!things.length) return;
    at = drawn === picture ? (at + step + things.length) % things.length : step > 0 ? 0 : things.length - 1;
    drawn = picture;
    const box = things[at].getBoundingClientRect();
    showAbout(things[at], box.left + box.width / 2, box.top + box.height / 2);
  }
  document.addEventListener("keydown", (event) => {
    const picture = event.target.closest && event.target.closest("svg[tabindex]");
    if (!picture || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const link = event.key === "Enter" && !about().hidden && about().querySelector("a");
    if (!step && !link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (link) link.click(); else walk(picture, step);
  }, true);
  document.addEventListener("focusout", (event) => {
    if (event.target === drawn && !about().contains(event.relatedTarget)) { drawn = null; hideAbout(); }
  });
  async function paper(href) {
    const dialog = byId("paper");
    try {
      const html = await (await fetch(href)).text();
      const main = new DOMParser().parseFromString(html, "text/html").getElementById("main");
      if (!main) { location.href = href; return; }
      main.removeAttribute("id");
      dialog.querySelector(".body").replaceChildren(document.importNode(main, true));
      if (!dialog.open) dialog.showModal();
      const lit = dialog.querySelector(".on");
      if (lit) lit.scrollIntoView({ block: "center" }); else dialog.scrollTop = 0;
    } catch { location.href = href; }
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-paper], dialog a[href^='/rules/'], dialog a[href^='/charts/']");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); hideAbout(); paper(link.href); return; }
    const filter = event.target.closest("[data-filter]");
    if (filter) { show(filter.dataset.filter); return; }
    const thing = event.target.closest("[data-about]");
    if (thing) { showAbout(thing, event.clientX, event.clientY); return; }
    if (!event.target.closest("#about")) hideAbout();
  });

  // ------------------------------------------------------------------ long work tells how far it is
  async function eachLine(answer, act) {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      rest += value;
      const lines = rest.split("\n");
      rest = lines.pop();
      for (const line of lines) if (line) act(JSON.parse(line));
    }
  }
  async function stream(box) {
    const bar = box.querySelector("progress"), out = box.querySelector("[data-out]");
    try {
      const answer = await fetch(box.dataset.stream);
      await eachLine(answer, (told) => {
        if ("done" in told && bar) bar.value = told.done;
        if ("html" in told && out) { out.innerHTML = told.html; if (bar) bar.hidden = true; }
        if ("message" in told && out) out.textContent = told.message;
      });
    } catch { if (out) out.textContent = "The server does not answer."; }
  }

  const seen = "IntersectionObserver" in window && new IntersectionObserver((found) => {
    const dock = document.querySelector(".dock");
    if (dock) dock.classList.toggle("away", found[found.length - 1].isIntersecting);
  }, { rootMargin: "0px 0px -90px" });

  // ------------------------------------------------------------------ odds at the prompt, better while you look
  let asked = null;
  function percent(cell, share) {
    if (!cell || !cell.n) return "";
    return share ? `${Math.round(100 * cell.mean)} %` : cell.mean.toFixed(1);
  }
  function wide(cell, share) {
    if (!cell || cell.low === null || cell.high === null) return "";
    return share ? `${Math.round(100 * cell.low)} to ${Math.round(100 * cell.high)} %` : `${cell.low.toFixed(1)} to ${cell.high.toFixed(1)}`;
  }
  function cellOf(tag, text) { const e = document.createElement(tag); e.textContent = text; return e; }
  function showOdds(box, table) {
    const first = table.measures[0];
    for (const row of table.rows) {
      const place = [...document.querySelectorAll("[data-odds]")].find((e) => e.dataset.odds === row.key);
      if (!place || !first) continue;
      const bar = document.createElement("i");
      if (first.share) bar.style.setProperty("--p", `${100 * row.cells[first.key].mean}%`); else bar.hidden = true;
      place.replaceChildren(percent(row.cells[first.key], first.share), bar);
    }
    const grid = document.createElement("table"), head = document.createElement("tr");
    grid.className = "grid";
    head.append(cellOf("th", "Option"), ...table.measures.map((m) => cellOf("th", m.label)));
    grid.createTHead().append(head);
    const body = grid.createTBody();
    for (const row of table.rows) {
      const line = body.insertRow();
      line.append(cellOf("th", row.label));
      for (const m of table.measures) {
        const cell = cellOf("td", percent(row.cells[m.key], m.share));
        cell.className = "num";
        cell.append(cellOf("small", wide(row.cells[m.key], m.share)));
        line.append(cell);
      }
    }
    const exact = table.rows.flatMap((row) => row.decided.map((d) => `${row.label}: ${d.label ?? d.about ?? ""} ${Math.round(1000 * d.chance) / 10} %`));
    const scroll = document.createElement("div");
    scroll.className = "scroll"; scroll.tabIndex = 0; scroll.append(grid);
    const words = cellOf("p", `${table.n} plays of each option by ${table.pilot}, fresh dice, nothing hidden used; below each figure where the truth lies 19 times in 20.` + (table.done ? "" : " Still counting; choose when you like."));
    words.className = "sm";
    box.replaceChildren(words, scroll, ...exact.slice(0, 12).map((t) => { const p = cellOf("p", t); p.className = "sm"; return p; }));
    box.hidden = false;
    if (table.done) byId("said").textContent = table.rows.map((row) => `${row.label}: ${percent(row.cells[first.key], first.share)}`).join(". ");
  }
  async function findOdds() {
    const box = byId("odds");
    if (!box) return;
    if (asked) asked.abort();
    const mine = asked = new AbortController();
    box.hidden = false;
    box.replaceChildren(cellOf("p", "Playing it out ..."));
    try {
      const answer = await fetch(box.dataset.oddsSrc, { signal: mine.signal });
      if (!answer.ok) { box.replaceChildren(cellOf("p", "No odds now: others are asking too. Try again in some seconds.")); return; }
      await eachLine(answer, (told) => { if (byId("odds") === box) { if (told.rows) showOdds(box, told); else box.replaceChildren(cellOf("p", told.message)); } else mine.abort(); });
    } catch { /* stopped, or the page has moved on */ }
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-odds-go]") && !event.ctrlKey && !event.metaKey) { event.preventDefault(); findOdds(); }
  });

  function ready() {
    if (seen) {
      const way = document.querySelector("#decision .opt, #decision .free, #decision .facepick") || byId("decision");
      seen.disconnect();
      if (way) seen.observe(way);
    }
    for (const thing of document.querySelectorAll("#main svg[role=img] [data-about]")) thing.closest("svg[role=img]").tabIndex = 0;
    for (const map of document.querySelectorAll("[data-focus-x]")) map.scrollLeft = map.scrollWidth * map.dataset.focusX - map.clientWidth / 2;
    for (const box of document.querySelectorAll("[data-stream]:not([data-begun])")) { box.dataset.begun = "1"; stream(box); }
    for (const scrub of document.querySelectorAll("[data-scrub]")) scrub.addEventListener("change", () => scrub.form.requestSubmit());
  }
  ready();
})();
