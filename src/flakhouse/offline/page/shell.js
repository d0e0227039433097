// The page around the pages: gets the parts, starts Python, keeps it running, and shows the game in its frame.
"use strict";
(() => {
  const { scope, suffix, complete } = self.flakhouseParts;
  const byId = (id) => document.getElementById(id);
  const channel = new BroadcastChannel(`flakhouse ${suffix}`);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const say = (text) => { byId("said").textContent = text; };
  const desk = byId("desk");
  let registration = null, ready = false;

  // What this browser remembers of us, where it may.
  const noted = (what) => `flakhouse ${suffix} ${what}`;
  const remember = (what) => { try { localStorage.setItem(noted(what), "yes"); } catch { /* refused */ } };
  const remembered = (what) => { try { return localStorage.getItem(noted(what)) === "yes"; } catch { return false; } };
  const forget = (what) => { try { localStorage.removeItem(noted(what)); } catch { /* refused */ } };

  // ------------------------------------------------------------------ notices above the page
  function bar(id, text, buttons = [], bad = false) {
    let box = byId(id);
    if (!box) { box = document.createElement("div"); box.id = id; byId("bars").append(box); }
    box.className = bad ? "bad" : "";
    const words = document.createElement("span");
    words.textContent = text;
    box.replaceChildren(words, ...buttons.map(([label, act]) => {
      const button = document.createElement("button");
      button.className = "btn"; button.textContent = label;
      button.addEventListener("click", act);
      return button;
    }));
  }
  const unbar = (id) => { const box = byId(id); if (box) box.remove(); };

  // ------------------------------------------------------------------ getting the parts
  const GROUPS = [["page", "This page"], ["drawings", "Drawings and styles"], ["engine", "Engine: Python for browsers"],
    ["library", "Python's library"], ["rules", "Rules, charts and pages of the three games"]];
  const STEPS = [["load", "Start the engine"], ["unpack", "Unpack the rules"], ["import", "Read the rules"], ["warm", "Open the saves"]];
  const rows = new Map();
  function row(key, label, size = 0) {
    let line = rows.get(key);
    if (!line) {
      line = document.createElement("li");
      line.append(Object.assign(document.createElement("b"), { textContent: label }), Object.assign(document.createElement("span"), { className: "num" }));
      byId("parts").append(line);
      rows.set(key, line);
    }
    if (size) line.lastChild.textContent = `${megabytes(size)} MB`;
    return line;
  }
  function progress(share, text) {
    const whole = Math.round(100 * share);
    byId("bar").style.setProperty("--p", `${whole}%`);
    byId("bar").setAttribute("aria-valuenow", String(whole));
    byId("have").textContent = text;
  }

  async function fetchParts() {
    const listing = await (await fetch(new URL("files.json", scope), { cache: "no-cache" })).json();
    const total = listing.parts.reduce((sum, part) => sum + part.packed, 0), got = new Map();
    const began = performance.now();
    for (const [group, label] of GROUPS) row(group, label, listing.parts.filter((part) => part.group === group).reduce((sum, part) => sum + part.packed, 0));
    await complete(listing, (part, size) => {
      got.set(part.path, size);
      const sum = [...got.values()].reduce((a, b) => a + b, 0);
      progress(0.8 * sum / total, `${megabytes(sum)} of ${megabytes(total)} MB`);
      const left = (performance.now() - began) / sum * (total - sum) / 1000;
      byId("left").textContent = left >= 2 && sum > 1e5 ? `about ${Math.ceil(left)} seconds left` : "";
      for (const [group] of GROUPS) {
        const own = listing.parts.filter((one) => one.group === group);
        const whole = own.every((one) => got.get(one.path) === one.packed);
        if (whole && rows.get(group).className !== "done") say(`${rows.get(group).firstChild.textContent}: here.`);
        rows.get(group).className = whole ? "done" : own.some((one) => got.has(one.path)) ? "now" : "";
      }
    });
  }

  async function control() {
    registration = await navigator.serviceWorker.register(new URL("sw.js", scope), { scope: scope.pathname, updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
      registration.active.postMessage({ kind: "claim" });
    });
  }

  // ------------------------------------------------------------------ Python: one window runs it, all use it
  const workers = new Map();
  const lockOf = (role) => `flakhouse ${role} ${suffix}`;
  function launch(role) {
    const worker = new Worker(new URL("engine/worker.mjs", scope), { type: "module", name: role });
    workers.set(role, worker);
    worker.addEventListener("error", (event) => failed(event.message || "the worker does not load"));
    return worker;
  }
  // Runs the engine as long as this window lives; the lock of a worker is free again only when it is gone.
  async function run(role) {
    for (;;) {
      const begun = heard((data) => data.kind === "step" && data.role === role && data.step === "load");
      launch(role);
      await begun;
      await navigator.locks.request(lockOf(role), () => {});
      workers.get(role).terminate();
      workers.delete(role);
      if (role !== "game") return;
    }
  }
  function heard(test) {
    return new Promise((resolve) => {
      const listen = ({ data }) => { if (test(data)) { channel.removeEventListener("message", listen); resolve(data); } };
      channel.addEventListener("message", listen);
    });
  }
  let leading = false, idle = 0;
  navigator.locks && navigator.locks.request(`flakhouse lead ${suffix}`, async () => {
    await started;
    leading = true;
    await run("game");
  });
  const IDLE = 120_000;  // after so long without odds their worker gives its memory back
  function wantBots() {
    clearTimeout(idle);
    idle = setTimeout(() => { const worker = workers.get("bots"); if (worker) worker.terminate(); }, IDLE);
    if (!workers.has("bots")) run("bots");
  }

  // ------------------------------------------------------------------ what is heard from the workers
  const posted = new Set();
  channel.addEventListener("message", ({ data }) => {
    if (data.kind === "wanted" && data.role === "bots" && leading) wantBots();
    if (data.kind === "ask" && data.method === "POST") posted.add(data.id);
    if (data.kind === "start" && posted.delete(data.id) && data.status < 400) keepForGood();
    if (data.kind === "ready" && data.role === "game") opened();
    if (data.kind !== "step" || data.role !== "game") return;
    if (data.step === "refused") bar("refused", "This browser does not let Flakhouse keep files here (a private window, or storage is switched off). You can play, but the games are gone when the page is closed. Export what you want to keep.", [], true);
    if (data.step === "failed") failed(data.why);
    if (data.step === "warm" && data.kept && !data.found && remembered("saves")) bar("evicted", "The games that were kept here are gone: this browser has cleared its storage. If you have a file of them, take it in under This device.", [["I see", () => { forget("saves"); unbar("evicted"); }]], true);
    const at = STEPS.findIndex(([key]) => key === data.step);
    if (at >= 0 && !ready) {
      STEPS.forEach(([key, label], i) => { row(key, label).className = i < at ? "done" : i === at ? "now" : ""; });
      progress(0.8 + 0.05 * at, STEPS[at][1]);
    }
  });
  let asked = false;
  async function keepForGood() {
    if (asked || !navigator.storage || !navigator.storage.persist) return;
    asked = true;
    remember("saves");
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  }
  function failed(why) {
    console.error(why);
    byId("when").textContent = "stopped";
    byId("tell").textContent = `Python does not start here: ${String(why).split("\n")[0]}. Nothing that was kept is lost.`;
    byId("retry").hidden = false;
  }

  // ------------------------------------------------------------------ the frame
  const inFrame = () => decodeURI(location.hash).startsWith("#/");
  function wished() { return new URL(location.hash.slice(2), scope).href; }
  function opened() {
    if (ready) return;
    ready = true;
    STEPS.forEach(([key, label]) => { row(key, label).className = "done"; });
    progress(1, "Ready, with or without a network");
    byId("left").textContent = "";
    byId("lead").textContent = "All three games are on this device. Your tours are kept here and nowhere else, unless you save them to a file.";
    for (const link of document.querySelectorAll("#games .go")) link.hidden = false;
    for (const wait of document.querySelectorAll("#games .wait")) wait.hidden = true;
    say("Ready. All three games can be flown.");
    if (inFrame() || remembered("visit")) show();
  }
  function show() {
    if (!ready) return;
    remember("visit");
    const wish = inFrame() ? wished() : scope.href;
    byId("first").hidden = true;
    const fresh = desk.hidden;
    desk.hidden = false;
    if (fresh || desk.contentWindow.location.href !== wish) desk.contentWindow.location.replace(wish);
  }
  function follow() {
    const place = desk.contentWindow.location;
    if (!place.href.startsWith(scope.href)) return false;
    const path = `#/${place.href.slice(scope.href.length)}`;
    if (location.hash !== path) history.replaceState(null, "", path);
    document.title = desk.contentDocument.title;
    return true;
  }
  desk.addEventListener("load", () => {
    if (!follow()) return;
    for (const kind of ["went", "popstate"]) desk.contentWindow.addEventListener(kind, follow);
    desk.contentWindow.addEventListener("keydown", printed);
    desk.contentWindow.focus();
    offer();
  });
  // Printing means the page of the game, not the page around it.
  function printed(event) {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || desk.hidden) return;
    event.preventDefault();
    desk.contentWindow.print();
  }
  addEventListener("keydown", printed);
  addEventListener("hashchange", () => { if (inFrame()) show(); });

  // ------------------------------------------------------------------ new versions, installing
  const playing = () => /^#\/play\//.test(location.hash);
  function offer() {
    if (!registration || !registration.waiting || playing()) { unbar("update"); return; }
    if (byId("update")) return;
    const port = new MessageChannel();
    port.port1.onmessage = ({ data }) => bar("update", `Version ${data.version} is here, already fetched. Games under way are kept and continue.`, [
      ["Use it now", () => registration.waiting && registration.waiting.postMessage({ kind: "take over" })],
      ["At the next start", () => unbar("update")]]);
    registration.waiting.postMessage({ kind: "version" }, [port.port2]);
  }
  function watch() {
    offer();
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh.addEventListener("statechange", () => { if (fresh.state === "installed") offer(); });
    });
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    setInterval(() => registration.update().catch(() => {}), 3_600_000);
  }
  let prompt = null;
  addEventListener("beforeinstallprompt", (event) => { event.preventDefault(); prompt = event; byId("install").hidden = false; });
  byId("put").addEventListener("click", async () => { if (prompt) { prompt.prompt(); await prompt.userChoice; byId("install").hidden = true; } });

  // ------------------------------------------------------------------ start
  let begin = null;
  const started = new Promise((resolve) => { begin = resolve; });
  function lacking() {
    if (!isSecureContext) return "Browsers keep a page like this one only when it comes by https or from this very machine (localhost). Open it that way.";
    if (!("serviceWorker" in navigator && "locks" in navigator && "WebAssembly" in self && "DecompressionStream" in self && "BroadcastChannel" in self))
      return "This browser is too old for Flakhouse, or a private window that allows no service workers. Firefox, Chrome, Edge and Safari of 2023 and later can run it.";
    return "";
  }
  async function start() {
    byId("retry").hidden = true;
    const lack = lacking();
    if (lack) { byId("tell").textContent = lack; byId("when").textContent = "not possible here"; progress(0, ""); return; }
    try {
      if (navigator.serviceWorker.controller) {
        byId("when").textContent = "from this device";
        registration = await navigator.serviceWorker.getRegistration(scope.pathname);
        progress(0.8, "Everything is here");
        if (registration) registration.update().catch(() => {});
      } else {
        await fetchParts();
        await control();
      }
      watch();
      begin();
      channel.postMessage({ kind: "who", role: "game" });
    } catch (bad) {
      console.warn(bad);
      byId("when").textContent = "stopped";
      byId("left").textContent = navigator.onLine ? "" : "no network";
      byId("tell").textContent = navigator.onLine
        ? `Something could not be fetched or kept (${bad.message}). What is here stays; nothing has to be fetched twice.`
        : "The network is gone. What is here stays; the rest comes when you are back.";
      byId("retry").hidden = false;
    }
  }
  byId("retry").addEventListener("click", () => location.reload());
  addEventListener("online", () => { if (!byId("retry").hidden) start(); });
  self.flakhouseWorkers = workers;  // for looking at them from the browser's console
  start();
})();
