// Stands between the pages and Python: files come from the cache, everything else is asked of the engine's worker.
"use strict";
importScripts("parts.js");

const LISTING = /*LISTING*/ null;
const { scope, suffix, address, cacheName, complete, tidy } = self.flakhouseParts;
const FILES = new Map(LISTING.parts.map((part) => [part.path, part]));
const WAIT = 90_000;  // until a request without any engine is given up
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'; manifest-src 'self'";

// ------------------------------------------------------------------ versions
self.addEventListener("install", (event) => event.waitUntil((async () => {
  await complete(LISTING);
  if (!self.registration.active) await self.skipWaiting();
})()));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  await tidy(LISTING);
  await self.clients.claim();
})()));
self.addEventListener("message", (event) => {
  if (event.data.kind === "take over") self.skipWaiting();
  if (event.data.kind === "version") event.ports[0].postMessage({ version: LISTING.version, digest: LISTING.digest });
});

// ------------------------------------------------------------------ the engines: one plays, one works out odds
const channel = new BroadcastChannel(`flakhouse ${suffix}`);
const waiting = new Map();  // requests without an answer, by id
const engines = {};  // the id of the engine of each role that said last that it is ready
channel.addEventListener("message", ({ data }) => {
  if (data.kind === "ready") {
    const fresh = engines[data.role] !== data.engine;
    engines[data.role] = data.engine;
    if (fresh) for (const one of waiting.values()) if (one.role === data.role) one.again(data.engine);
    return;
  }
  const one = waiting.get(data.id);
  if (one && data.kind in one) one[data.kind](data);
});

const roleOf = (path) => (/^play\/[^/]+\/odds\.jsonl$|^studies\/[^/]+$|^api\/saves\/[^/]+\/odds$/.test(path) ? "bots" : "game");

async function ask(request, path, query) {
  const role = roleOf(path), id = crypto.randomUUID();
  const body = ["GET", "HEAD"].includes(request.method) ? null : new Uint8Array(await request.arrayBuffer());
  const safe = body === null;
  const message = { kind: "ask", role, id, method: request.method, path: `/${path}`, query, headers: [...request.headers], body };
  return new Promise((resolve) => {
    let sent = "", taken = false, stream = null, timer = 0;
    const finish = () => { clearTimeout(timer); waiting.delete(id); };
    const give = (engine) => { sent = engine; taken = false; channel.postMessage({ ...message, engine }); };
    waiting.set(id, {
      role,
      // Another engine is there: the one before is gone. What it had begun is not done twice.
      again(engine) {
        if (stream) { try { stream.error(new Error("the engine stopped")); } catch { /* closed */ } finish(); return; }
        if (sent && taken && !safe) { finish(); resolve(lost(request)); return; }
        if (sent !== engine) give(engine);
      },
      taken() { taken = true; clearTimeout(timer); },
      start({ status, headers, whole }) {
        if (whole) { finish(); resolve(made(status, headers, whole)); return; }
        const source = new ReadableStream({
          start(controller) { stream = controller; },
          cancel() { channel.postMessage({ kind: "stop", id }); finish(); },
        });
        resolve(made(status, headers, source));
      },
      piece({ data }) { try { stream.enqueue(data); } catch { channel.postMessage({ kind: "stop", id }); } },
      end() { finish(); try { stream.close(); } catch { /* closed */ } },
    });
    timer = setTimeout(() => { finish(); resolve(sorry("Python does not answer. Close other windows of Flakhouse and reload this page; nothing that was kept is lost.")); }, WAIT);
    if (engines[role]) give(engines[role]);
    channel.postMessage({ kind: "who", role });  // whoever is there says so; a dead one says nothing, a new one comes
    if (role === "bots" || !engines[role]) channel.postMessage({ kind: "wanted", role });
  });
}

const EMPTY = new Set([204, 205, 304]);
function made(status, headers, body) {
  return new Response(EMPTY.has(status) ? null : body, { status, headers });
}
// The answer to a form was cut off. A page of ours without its parts makes our script reload, which shows what is kept.
function lost(request) {
  if (request.headers.get("x-swap")) return new Response("", { headers: { "Content-Type": "text/html" } });
  return sorry("Python was stopped in the middle of this answer and is running again. What was acknowledged before is kept. Go back and look how far it came.");
}
function sorry(text) {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Flakhouse</title><link rel="stylesheet" href="${address("static/tokens.css")}"><link rel="stylesheet" href="${address("static/components.css")}"><link rel="stylesheet" href="${address("static/page.css")}">
<main id="main" class="narrow"><section class="sheet"><header><h2>That did not work</h2></header><div class="in"><p>${text}</p><p><a class="btn primary" href="${scope.pathname}">All games</a></p></div></section></main></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "Content-Security-Policy": POLICY } });
}

// ------------------------------------------------------------------ requests
async function file(part) {
  const cache = await caches.open(cacheName(LISTING));
  let found = await cache.match(address(part.path));
  if (!found) {  // thrown away by the browser
    await complete(LISTING);
    found = await cache.match(address(part.path));
  }
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Cache-Control", "no-cache");
  return new Response(found.body, { headers });
}

const decoded = (path) => { try { return decodeURIComponent(path); } catch { return path; } };

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(suffix)) return;
  const path = decoded(url.pathname.slice(suffix.length));
  const window = event.request.mode === "navigate" && event.request.destination === "document";
  if (FILES.has(path)) event.respondWith(file(FILES.get(path)));
  else if (window && path === "") event.respondWith(file(FILES.get("index.html")));
  else if (window) event.respondWith(Response.redirect(`${scope.href}#/${path}${url.search}`, 302));
  else if (path === "files.json" || path === "sw.js") return;
  else event.respondWith(ask(event.request, path, url.search.slice(1)));
});
