// Makes the pages quicker: answers without reloading, keys, explanations in place. Knows no rules.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const root = new URL(document.currentScript.src).pathname.replace(/\/static\/.*$/, "");  // "" unless we lie in a folder
  // The heading of what is told or asked; a paper on top of the page has headings of its own.
  const heading = () => document.querySelector("#page #h-sc") || document.querySelector("#page #h-de");
  let typed = "", busy = false, since = 0, came = 0;  // `since`: when this decision came up; `came`: this page

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
    const y = scrollY, now = document.importNode(fresh, true);
    const mine = new Map([...document.querySelectorAll("[data-part]")].map((e) => [e.dataset.part, e]));
    for (const gap of now.querySelectorAll("[data-keep]")) {  // what has not changed was not sent again
      const own = mine.get(gap.dataset.keep), same = own && own.cloneNode(true);  // a piece may stand in two places
      if (!same) { location.reload(); return; }
      if (gap.hasAttribute("class")) same.setAttribute("class", gap.getAttribute("class"));
      gap.replaceWith(same);
    }
    hideAbout();
    byId("page").replaceWith(now);
    document.title = next.title;
    if (keepScroll) scrollTo(0, y);
    if (filter) show(filter.dataset.filter);
    ready();
    dispatchEvent(new Event("shown"));  // for what makes the sounds
  }
  const have = () => [...document.querySelectorAll("[data-part]")].map((e) => e.dataset.part).filter(Boolean).join(",");
  async function send(form, button) {
    if (busy) return;
    busy = true;
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    document.body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Swap": "1", "X-Have": have() } });
      put(await answer.text(), true);
      went(answer.url);
      const main = byId("main"), head = byId("h-de"), field = document.querySelector("#decision input:not([type=hidden], [type=checkbox], [type=radio], [type=range])");
      const wrong = document.querySelector("[role=alert]");
      if (field) { field.focus(); field.select(); } else if (head) head.focus({ preventScroll: innerWidth >= 1100 });
      else if (byId("h-sc")) { scrollTo(0, 0); byId("h-sc").focus({ preventScroll: true }); }  // a briefing or a scene is read from its head
      byId("said").textContent = (wrong ? wrong.textContent + " " : "") + (main && main.dataset.said || "");
    } catch {
      say("The server does not answer. Nothing is lost: try again when it is back.");
    } finally {
      busy = false;
      document.body.removeAttribute("aria-busy");
    }
  }
  // ------------------------------------------------------------------ scenes: links that need no new page
  const ahead = new Map();
  function went(address) {
    const to = new URL(address, location.href);
    if (to.pathname + to.search === location.pathname + location.search || !/^\/play\/[^/]+(\/scene)?$/.test(to.pathname.slice(root.length))) return;
    history.pushState({}, "", to.pathname + to.search);
    dispatchEvent(new Event("went"));  // for the page around us, if there is one
  }
  function fetchPage(address) {
    return fetch(address, { headers: { "X-Have": have() } }).then(async (answer) => ({ url: answer.url, html: await answer.text() }));
  }
  async function visit(address, push, still) {
    if (busy) return;
    busy = true;
    try {
      const found = await (ahead.get(address) || fetchPage(address));
      ahead.clear();
      put(found.html, true);
      if (push) went(found.url);
      if (still) finish();
      const grave = document.querySelector(".grv #h-sc"), head = grave || heading(), main = byId("main");
      if (head) head.focus({ preventScroll: innerWidth >= 1100 });
      byId("said").textContent = grave ? "" : main && main.dataset.said || "";  // the heading speaks for itself
    } catch {
      say("The server does not answer. Nothing is lost: try again when it is back.");
    } finally { busy = false; }
  }
  addEventListener("refill", async (event) => {
    await visit(event.detail, false);
    if (byId("h-de")) history.replaceState({}, "", event.detail);  // back from elsewhere, the plan is as it was laid
  });
  document.addEventListener("click", (event) => {
    const back = event.target.closest("[data-back]");
    if (!back || !document.referrer || new URL(document.referrer).pathname !== back.pathname || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    history.back();
  });
  addEventListener("popstate", () => { if (byId("main")) visit(location.href, false, true); });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-again]")) { again(); return; }
    const link = event.target.closest("[data-scene] a.go-on, [data-scene] a.skip-to, .tape ol a[href*='/scene']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    visit(link.href, true, !!link.closest(".tape"));
  });
  // Motion runs once. While dice are still falling the first key shows how they fell; once that is seen, and where dice
  // wait, Enter does at once what its button says.
  const FALLING = 650;
  const moving = () => [...document.querySelectorAll(".go")].some((e) => e.getAnimations({ subtree: true }).some((a) => a.playState === "running"));
  function finish() { for (const e of document.querySelectorAll(".go")) e.classList.remove("go"); }
  function again() {
    for (const e of document.querySelectorAll("[data-go], .scene .st")) { e.classList.remove("go"); void e.getBoundingClientRect(); e.classList.add("go"); }
  }

  // ------------------------------------------------------------------ replay: scene after scene, in place
  let playing = 0, speed = 1;
  const replay = () => document.querySelector("[data-replay]");
  function steer() {
    const button = document.querySelector("[data-play]"), pace = document.querySelector("[data-speed]");
    if (!button) { clearTimeout(playing); playing = 0; return; }
    button.setAttribute("aria-pressed", String(!!playing));
    button.firstChild.textContent = playing ? "Pause " : "Play ";
    pace.value = String(speed);
  }
  function pause() {
    clearTimeout(playing);
    playing = 0;
    steer();
    const head = byId("h-sc");
    if (head) byId("said").textContent = `Paused. ${head.textContent}`;
  }
  async function frameOf(address) {
    if (busy) return;
    busy = true;
    try {
      const found = await fetchPage(address);
      put(found.html, true);
      history.replaceState({}, "", new URL(found.url).pathname + new URL(found.url).search);
      steer();
    } catch { say("The server does not answer. Nothing is lost: try again when it is back."); } finally { busy = false; }
  }
  function play() {
    const here = replay(), next = document.querySelector("[data-next]"), hold = here.dataset.weight === "grave" ? 2 : here.dataset.weight === "calm" ? .5 : 1;
    playing = setTimeout(async () => {
      if (!replay() || document.hidden) { pause(); return; }
      const range = document.querySelector("[data-rail]");
      if (range.value === range.max) { pause(); return; }
      await frameOf(next.href);
      if (playing) play();
    }, 2000 * hold / speed);
    steer();
  }
  document.addEventListener("click", (event) => {
    if (!replay()) return;
    if (event.target.closest("[data-play]")) { if (playing) pause(); else play(); return; }
    const link = event.target.closest(".transport a, .railm a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    frameOf(link.href);
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-speed]")) { speed = Number(event.target.value); if (playing) { clearTimeout(playing); play(); } }
    if (event.target.matches("[data-rail]")) frameOf(`${location.pathname}?${new URLSearchParams(new FormData(event.target.form))}`);
    if (event.target.matches(".transport [name=chapter]")) frameOf(`${location.pathname}?chapter=${event.target.value}&scene=0`);
  });
  document.addEventListener("keydown", (event) => {
    if (!replay() || event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|SUMMARY)$/.test(event.target.tagName)) return;
    const press = { " ": "[data-play]", 1: "", 2: "", 4: "" }[event.key];
    const far = event.shiftKey && { ArrowLeft: "[data-grave-back]", ArrowRight: "[data-grave-on]" }[event.key];
    if (press === undefined && !far) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (/^[124]$/.test(event.key)) { speed = Number(event.key); if (playing) { clearTimeout(playing); play(); } steer(); } else if (!event.repeat) document.querySelector(far || press).click();
  }, true);

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
    if (event.submitter && event.submitter.getAttribute("aria-disabled") === "true") { whyNot(event.submitter, event.submitter.title); return; }
    send(form, event.submitter);
  });

  // ------------------------------------------------------------------ keys
  let pointer = false;  // the focus came by a click: in a plan Enter then opens fire, and does not press the button again
  document.addEventListener("pointerdown", () => { pointer = true; }, true);
  function options() { return [...document.querySelectorAll("#decision [data-number]")]; }
  function begun(found) {  // the first of two digits is there: those it may become are pointed at
    for (const option of options()) (option.closest(".mk") || option).classList.toggle("pointed", found.includes(option));
    if (!found.length) { typed = ""; return; }
    byId("said").textContent = `${typed}, then a second digit: ${found.map((o) => o.dataset.number).join(", ")}.`;
  }
  function choose(number) {
    const found = options().find((o) => o.dataset.number === String(number));
    if (found) found.click();
  }
  function shut(pop) {  // and Enter answers again
    pop.open = false;
    const head = heading(), now = document.activeElement;
    if (head && (now === document.body || pop.contains(now))) head.focus({ preventScroll: true });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { if (typed) begun([]); hideAbout(); hideOdds(); for (const pop of document.querySelectorAll(".pop[open]")) shut(pop); return; }
    if (event.repeat) { if (event.key === "Enter" || event.key === " ") event.preventDefault(); return; }  // one press, one scene
    const inField = event.target.matches("input:not([type=radio], [type=checkbox]), textarea, select") || byId("paper").open || (event.target.tagName === "INPUT" && !/^[a-z0-9?]$/i.test(event.key));  // a box to tick takes no letters and no digits
    if (/^(Tab|Arrow\w+)$/.test(event.key)) pointer = false;
    const clicked = pointer && event.key === "Enter" && event.target.closest("[data-slate] [data-row]") && event.target.tagName !== "INPUT";
    const settles = event.key === "Enter" && event.target.closest(".planner form") && !byId("paper").open;  // from any field of a plan
    if (inField && !clicked && !settles) return;
    if (/^[0-9]$/.test(event.key) && options().length) {  // more than nine are numbered with two digits: no key means two things
      event.preventDefault();
      typed += event.key;
      const found = options().filter((o) => o.dataset.number.startsWith(typed));
      if (found.length === 1 && found[0].dataset.number === typed) { typed = ""; choose(found[0].dataset.number); }
      else begun(found);
      return;
    }
    if (typed && event.key !== "Enter") begun([]);
    if (event.key === "Enter" || (event.key === " " && document.querySelector("[data-scene]") && event.target.tagName !== "SUMMARY")) {
      if (performance.now() - since < 150) { event.preventDefault(); return; }  // meant for the scene before
      if (document.querySelector("[data-scene]:not(:has([data-throw]))") && performance.now() - came < FALLING && moving()) { event.preventDefault(); finish(); return; }
      if (typed) { const n = typed.padStart(2, "0"); begun([]); event.preventDefault(); choose(n); return; }
      if (/^(A|BUTTON|SUMMARY)$/.test(event.target.tagName) && !clicked) return;
      const usual = document.querySelector("#decision [data-enter]") || document.querySelector("#decision .opt.sel") || document.querySelector("#decision [data-number], #decision .free button");
      if (usual) { event.preventDefault(); usual.click(); }
      return;
    }
    const keyed = (key) => document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    const act = keyed(event.key.toLowerCase()) || (event.key === "?" && keyed("h"));
    if (act) { event.preventDefault(); act.click(); if (act.tagName === "SUMMARY") { if (act.parentNode.open) act.focus(); else shut(act.parentNode); } return; }
    const later = document.querySelector("[data-later]");  // a key of decisions, while a scene is told
    if (later && later.dataset.later.split(" ").includes(event.key.toLowerCase())) { event.preventDefault(); whyNot(later, later.dataset.whyNot); }
  });

  // ------------------------------------------------------------------ the log
  document.addEventListener("toggle", async (event) => {
    const box = event.target;
    if (!box.open || !box.dataset || !box.dataset.why || box.dataset.done) return;
    box.dataset.done = "1";
    const place = box.querySelector(".why");
    try {
      const html = await (await fetch(box.dataset.why)).text();
      const part = new DOMParser().parseFromString(html, "text/html").querySelector("#main [data-part]");
      if (part) place.replaceChildren(document.importNode(part, true));
    } catch { delete box.dataset.done; }
  }, true);
  function show(group) {
    for (const b of document.querySelectorAll("[data-filter]")) b.setAttribute("aria-pressed", String(b.dataset.filter === group));
    for (const line of document.querySelectorAll("[data-group]")) line.hidden = group !== "all" && line.dataset.group !== group && line.dataset.tone !== group;
  }

  // ------------------------------------------------------------------ what a thing is; papers on top of the page
  const about = () => byId("about");
  function hideAbout() { about().hidden = true; slipped = null; }
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
      link.href = `${root}/rules/${game ? game.dataset.game : ""}/${encodeURIComponent(near.dataset.rule)}`;
      box.append(link);
    }
    box.hidden = false;
    const r = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - r.width - 8))}px`;
    box.style.top = `${Math.max(8, Math.min(y + 12, innerHeight - r.height - 8))}px`;
    byId("said").textContent = box.textContent;
  }
  function whyNot(by, text) {  // what a key or a button would do, and why it does not now
    if (!text) return;
    const box = about(), near = by.getBoundingClientRect();
    box.replaceChildren(text);
    box.hidden = false;
    const r = box.getBoundingClientRect(), top = near.top - r.height - 8;
    box.style.left = `${Math.max(8, Math.min(near.left, innerWidth - r.width - 8))}px`;
    box.style.top = `${top > 8 ? top : near.bottom + 8}px`;
    byId("said").textContent = text;
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
    const link = event.key === "Enter" && !pointer && !about().hidden && about().querySelector("a");  // by keys; after a click Enter answers
    if (!step && !link) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (link) link.click(); else walk(picture, step);
  }, true);
  document.addEventListener("focusout", (event) => {
    if (event.target === drawn && !about().contains(event.relatedTarget)) { drawn = null; hideAbout(); }
  });
  byId("paper").addEventListener("close", () => {  // after a click Enter answers again
    byId("paper").querySelector(".body").replaceChildren();
    const head = heading();
    if (head && pointer) head.focus({ preventScroll: true });
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
    const link = event.target.closest(`a[data-paper], dialog a[href^='${root}/rules/'], dialog a[href^='${root}/charts/']`);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); hideAbout(); paper(link.href); return; }
    const filter = event.target.closest("[data-filter]");
    if (filter) { show(filter.dataset.filter); return; }
    const thing = event.target.closest("[data-about]");
    if (thing) { showAbout(thing, event.clientX, event.clientY); return; }
    if (!event.target.closest("#about")) hideAbout();
  });

  // ------------------------------------------------------------------ acting on the drawing
  // A thing of the drawing that an option is about is a button for it; what is barred says why.
  const ways = new Map();
  const waysOf = (thing) => [...new Set(thing.dataset.subject.split("|").flatMap((subject) => ways.get(subject) || []))];
  const opens = (option) => /^(BUTTON|LABEL)$/.test(option.tagName);
  const wordsOf = (option) => option.getAttribute("aria-label") || (option.querySelector(".txt") || option).textContent;  // a letter on a button has a name
  addEventListener("relay", () => lay());
  function lay() {
    ways.clear();
    for (const option of document.querySelectorAll("#decision [data-subjects]"))
      for (const subject of option.dataset.subjects.split("|")) if (subject) ways.set(subject, [...(ways.get(subject) || []), option]);
    const asked = ((document.querySelector("[data-asked]") || { dataset: {} }).dataset.asked || "").split("|");
    for (const old of document.querySelectorAll("#main svg .keyb")) old.remove();
    const named = new Set(); // of things drawn twice the first takes the focus
    for (const thing of document.querySelectorAll("#main [data-subject]")) {
      const subject = thing.dataset.subject, options = waysOf(thing), open = options.some(opens);
      if (thing.dataset.laid) for (const name of ["data-laid", "tabindex", "role", "aria-label", "aria-disabled"]) thing.removeAttribute(name);
      thing.classList.toggle("can", open);
      thing.classList.toggle("cannot", options.length > 0 && !open);
      thing.classList.toggle("marked", options.some((option) => option.querySelector("input:checked")));
      thing.classList.toggle("asked", subject.split("|").some((one) => asked.includes(one)));
      if (open && thing.dataset.badge) badge(thing, options.filter((option) => option.dataset.number));
      if (!options.length || named.has(subject)) continue;
      named.add(subject);
      thing.dataset.laid = "1";
      thing.setAttribute("tabindex", "0");
      thing.setAttribute("role", "button");
      thing.setAttribute("aria-label", options.map(wordsOf).join("; "));
      if (!open) thing.setAttribute("aria-disabled", "true");
      const picture = thing.closest("svg[role=img]");
      if (picture) picture.setAttribute("role", "group"); // a picture may hold no buttons
    }
  }
  // The key of an answer at its place on the drawing, with the exact chance if there is one.
  function badge(thing, options) {
    if (!options.length) return;
    const [x, y, anchor = "start"] = thing.dataset.badge.split(" "), space = "http://www.w3.org/2000/svg";
    const words = options.map((o) => o.dataset.number).join(", ") + (options.length === 1 && options[0].dataset.chance ? ` · ${options[0].dataset.chance}` : "");
    const wide = 9.8 * words.length + 8, left = x - { start: 0, middle: wide / 2, end: wide }[anchor];
    const group = document.createElementNS(space, "g"), rect = document.createElementNS(space, "rect"), text = document.createElementNS(space, "text");
    for (const [name, value] of Object.entries({ x: left, y, width: wide, height: 20, rx: 10 })) rect.setAttribute(name, value);
    for (const [name, value] of Object.entries({ x: left + wide / 2, y: +y + 15, "text-anchor": "middle" })) text.setAttribute(name, value);
    text.textContent = words;
    group.setAttribute("class", "keyb");
    group.setAttribute("aria-hidden", "true");
    group.append(rect, text);
    thing.append(group);
  }
  function pick(thing, x, y) {
    const options = waysOf(thing), open = options.filter(opens);
    slipped = null;
    if (open.length === 1) { hideAbout(); open[0].click(); return; }
    const box = about();
    box.replaceChildren();
    const head = document.createElement("b");
    head.textContent = thing.dataset.about || "";
    box.append(head);
    for (const option of options) {
      const way = document.createElement(opens(option) ? "button" : "span");
      way.textContent = wordsOf(option);
      if (opens(option)) { way.className = "btn"; way.addEventListener("click", () => { hideAbout(); option.click(); }); }
      box.append(way);
    }
    box.hidden = false;
    const r = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - r.width - 8))}px`;
    box.style.top = `${Math.max(8, Math.min(y + 12, innerHeight - r.height - 8))}px`;
    const first = box.querySelector("button");
    if (first) first.focus();
  }
  function point(thing, on) {
    for (const option of waysOf(thing)) option.classList.toggle("pointed", on);
  }
  for (const [name, on] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]])
    document.addEventListener(name, (event) => {
      const thing = event.target.closest && event.target.closest(".can[data-subject], .cannot[data-subject]");
      if (!thing) return;
      point(thing, on);
      if (event.pointerType) finger = event.pointerType === "touch";
      if (finger) return;  // a slip would lie under the finger and take the tap
      if (on) slip(thing); else if (slipped === thing) { slipped = null; hideAbout(); }
    });
  // The slip: what each answer on this thing is worth, or why there is none. It lies beside it, never over it.
  let slipped = null, finger = false;
  function slip(thing) {
    if (slipped === thing || about().contains(document.activeElement)) return;
    const box = about();
    box.replaceChildren();
    const head = document.createElement("b");
    head.textContent = thing.dataset.about || "";
    box.append(head);
    if (thing.dataset.state) { const how = document.createElement("span"); how.textContent = thing.dataset.state; box.append(how); }
    for (const option of waysOf(thing).slice(0, 5)) {
      if (wordsOf(option).trim() === head.textContent) continue;
      const line = document.createElement("span"), small = option.querySelector("small");
      const name = option.querySelector("strong");
      line.textContent = `${name ? name.textContent : wordsOf(option)}${small ? `: ${small.textContent}` : ""}`;
      line.className = "way";
      box.append(line);
    }
    box.hidden = false;
    slipped = thing;
    const t = thing.getBoundingClientRect(), r = box.getBoundingClientRect();
    const plan = byId("decision"), from = plan ? plan.getBoundingClientRect().left : 0;
    const right = t.right + 12 + r.width < (from > t.left ? from : innerWidth);  // nor over what there is to decide beside it
    box.style.left = `${Math.max(8, right ? t.right + 12 : t.left - r.width - 12)}px`;
    box.style.top = `${Math.max(8, Math.min(t.top, innerHeight - r.height - 8))}px`;
  }
  document.addEventListener("click", (event) => {
    const thing = event.target.closest(".can[data-subject], .cannot[data-subject]");
    if (!thing || event.target.closest("#about")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pick(thing, event.clientX, event.clientY);
  }, true);
  document.addEventListener("keydown", (event) => {
    const thing = event.target.closest && event.target.closest(".can[data-subject], .cannot[data-subject]");
    if (!thing || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const box = thing.getBoundingClientRect();
    pick(thing, box.left + box.width / 2, box.top + box.height / 2);
  }, true);

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
  function cellOf(tag, text) { const e = document.createElement(tag); e.textContent = text; return e; }
  function hideOdds() {
    if (asked) asked.abort();
    const box = byId("odds"), head = byId("h-de"), now = document.activeElement;
    if (box && !box.hidden && head && (box.contains(now) || now.matches("[data-odds-go]"))) head.focus({ preventScroll: true });  // Enter answers again
    if (box) box.hidden = true;
    for (const place of document.querySelectorAll("[data-odds]")) place.replaceChildren(...place.querySelectorAll(".enter"));
  }
  function sm(text) { const p = cellOf("p", text); p.className = "sm"; return p; }
  function showOdds(box, table) {
    const aim = table.measures.find((m) => m.key === table.aim);
    for (const row of table.rows) {
      const place = [...document.querySelectorAll("[data-odds]")].find((e) => e.dataset.odds === row.key);
      if (!place || !aim || row.opens) continue;
      const bar = document.createElement("i");
      if (aim.share) bar.style.setProperty("--p", `${100 * row.cells[aim.key].mean}%`); else bar.hidden = true;
      place.replaceChildren(table.figures[row.key][aim.key][0], cellOf("small", aim.brief || aim.label), bar, ...place.querySelectorAll(".enter"));
    }
    const grid = document.createElement("table"), head = document.createElement("tr");
    grid.className = "grid"; grid.setAttribute("role", "table");  // on a narrow page its rows are blocks, and still a table
    head.append(cellOf("th", table.plans ? "Plan" : "Option"), ...table.measures.map((m) => cellOf("th", m.label)));
    grid.createTHead().append(head);
    const body = grid.createTBody();
    for (const row of table.rows) {
      const line = body.insertRow(), name = cellOf("th", row.label + (row.default ? " (Enter)" : ""));
      line.setAttribute("role", "row"); name.setAttribute("role", "rowheader"); name.scope = "row";
      line.append(name);
      if (row.opens) {
        const none = cellOf("td", "No odds of its own: the choices behind it decide.");
        none.colSpan = table.measures.length;
        line.append(none);
        continue;
      }
      for (const m of table.measures) {
        const [figure, range] = table.figures[row.key][m.key], cell = cellOf("td", "");
        cell.className = "num"; cell.setAttribute("role", "cell"); cell.dataset.label = m.label;
        cell.append(cellOf("b", figure), " ", cellOf("small", range));
        line.append(cell);
      }
    }
    const scroll = document.createElement("div");
    scroll.className = "scroll"; scroll.tabIndex = 0; scroll.append(grid);
    const words = sm(table.words + (table.done ? "" : " Still counting; choose when you like."));
    const why = document.createElement("div");
    why.className = "advice"; why.hidden = !table.said.length; why.append(...table.said.map((text) => cellOf("p", text)));
    const more = document.createElement("details"), before = box.querySelector("details");
    more.open = !!before && before.open;
    more.append(cellOf("summary", "What these figures are"), words, ...table.meanings.map(sm));
    const began = !box.querySelector("table");
    const count = sm(`${table.n} plays of each ${table.plans ? "plan" : "option"}, fresh dice${table.done ? "." : " ..."}`);
    box.replaceChildren(why, scroll, count, ...table.exact.slice(0, 12).map(sm), more);
    box.hidden = false;
    const tall = box.offsetHeight > innerHeight * 0.6;  // then what it says comes first
    if (began || (table.done && !tall)) box.scrollIntoView({ block: tall ? "start" : "nearest" });
    if (table.done) byId("said").textContent = [...table.said, ...table.rows.filter((row) => !row.opens).map((row) => `${row.label}: ${aim ? `${aim.label} ${table.figures[row.key][aim.key][0]}` : ""}.`)].join(" ");
  }
  async function findOdds() {
    const box = byId("odds");
    if (!box) return;
    if (asked) asked.abort();
    const mine = asked = new AbortController();
    box.hidden = false;
    box.replaceChildren(cellOf("p", "Playing it out ..."));
    const form = document.querySelector("form[data-slate]"), plan = form ? new URLSearchParams(new FormData(form)) : "";
    if (form) { plan.delete("csrf"); plan.set("form", "1"); }  // the plan as it stands
    try {
      const answer = await fetch(`${box.dataset.oddsSrc}&${plan}`, { signal: mine.signal });
      if (!answer.ok) { box.replaceChildren(cellOf("p", "No odds now: others are asking too. Try again in some seconds.")); return; }
      await eachLine(answer, (told) => { if (byId("odds") === box) { if (told.rows) showOdds(box, told); else box.replaceChildren(cellOf("p", told.message)); } else mine.abort(); });
    } catch { /* stopped, or the page has moved on */ }
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-odds-go]") && byId("odds") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (event.detail && byId("h-de")) byId("h-de").focus({ preventScroll: true });  // after a click Enter answers, and does not ask again
      findOdds();
    }
  });

  // A map that is larger than its window shows the place where something is decided.
  function look(map) {
    for (let box = map; box; box = box.matches(".stage") ? null : box.parentElement) {
      const drawn = map.firstElementChild.getBoundingClientRect(), seen = box.getBoundingClientRect();
      if (box.scrollWidth > box.clientWidth) box.scrollLeft += drawn.left + drawn.width * map.dataset.focusX - seen.left - seen.width / 2;
      if (map.dataset.focusY && box.scrollHeight > box.clientHeight) box.scrollTop += drawn.top + drawn.height * map.dataset.focusY - seen.top - seen.height / 2;
    }
  }

  function ready() {
    dispatchEvent(new Event("placed"));  // slate.js marks the row that is aimed, before things are lit
    lay();
    typed = "";
    came = performance.now();
    since = byId("h-de") ? came : 0;
    for (const picture of document.querySelectorAll("[data-go], .scene .st")) picture.classList.add("go");
    for (const told of document.querySelectorAll("details.calm > ul")) told.scrollTop = told.scrollHeight;  // the latest is in sight
    const next = document.querySelector("[data-scene] a.go-on:not([data-throw])");
    if (next && !ahead.has(next.href)) ahead.set(next.href, fetchPage(next.href).catch(() => fetchPage(next.href)));
    if (seen) {
      const way = document.querySelector("#decision .opt, #decision .free, #decision .facepick") || byId("decision");
      seen.disconnect();
      if (way) seen.observe(way);
    }
    for (const thing of document.querySelectorAll("#main svg[role] [data-about]")) thing.closest("svg[role]").tabIndex = 0;
    for (const map of document.querySelectorAll("[data-focus-x]")) look(map);
    for (const box of document.querySelectorAll("[data-stream]:not([data-begun])")) { box.dataset.begun = "1"; stream(box); }
    for (const scrub of document.querySelectorAll("[data-scrub]")) scrub.addEventListener("change", () => scrub.form.requestSubmit());
  }
  ready();
})();
