// Python in a worker: answers the requests the service worker hands over. The worker called "game" owns the saves;
// the one called "bots" works out odds and studies on copies of them, so that the game never waits.
import { loadPyodide } from "./pyodide.mjs";
import { mountDisk, openDisk } from "./disk.mjs";

const role = self.name, me = crypto.randomUUID();
const scope = new URL("../", import.meta.url);
const suffix = scope.pathname;
const channel = new BroadcastChannel(`flakhouse ${suffix}`);
const tell = (step, more = {}) => channel.postMessage({ kind: "step", role, engine: me, step, ...more });

// Held as long as this worker lives: whoever waits for it learns of its end, however it ended.
const mine = new Promise((resolve) => {
  navigator.locks.request(`flakhouse ${role} ${suffix}`, () => { resolve(); return new Promise(() => {}); });
});

async function disk() {
  if (role !== "game") return null;
  try {
    return await openDisk(suffix);
  } catch (bad) {
    tell("refused", { why: String(bad) });
    return null;
  }
}

function unpack(FS, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset), length = view.getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of index) {
    const folder = `/site/${name}`.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) { FS.mkdirTree(folder); folders.add(folder); }
    FS.writeFile(`/site/${name}`, bytes.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

async function start() {
  await mine;
  tell("load");
  const site = fetch(new URL("site.pack", import.meta.url)).then((answer) => answer.arrayBuffer());
  const [handles, python] = await Promise.all([disk(), loadPyodide({
    indexURL: new URL("./", import.meta.url).href,
    stdLibURL: new URL("library.zip", import.meta.url).href,
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.0", version: "0" }, packages: {} },
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
  })]);
  tell("unpack");
  unpack(python.FS, new Uint8Array(await site));
  const found = handles !== null && handles.get("saves.sqlite3").getSize() > 0;
  if (handles) mountDisk(python.FS, "/data", handles); else python.FS.mkdirTree("/data");
  tell("import");
  python.runPython("import sys; sys.path.insert(0, '/site')");
  const engine = python.pyimport("flakhouse.offline.engine").start(suffix.replace(/\/$/, ""), role, handles !== null);
  tell("warm", { found, kept: handles !== null });
  return { python, engine };
}

const starting = start();
starting.catch((bad) => tell("failed", { why: String(bad && bad.stack || bad) }));
const stopped = new Set();

async function answer(ask) {
  const { python, engine } = await starting;
  channel.postMessage({ kind: "taken", id: ask.id });
  let first = null, begun = false;
  const post = (kind, more) => channel.postMessage({ kind, id: ask.id, ...more });
  const send = (kind, a, b) => {  // the first piece waits for the second: most answers are one, and whole
    if (kind === "start") { first = { status: a, headers: b.toJs() }; return true; }
    const data = a.toJs();
    if (begun) post("piece", { data });
    else if (b) { begun = true; post("start", first); post("piece", { data }); }
    else { first.whole = data; post("start", first); return true; }
    if (!b) post("end");
    return !stopped.has(ask.id);
  };
  try {
    if (role === "bots") await borrow(python, engine, ask.path);
    await engine.answer(ask.method, ask.path, ask.query, python.toPy(ask.headers), python.toPy(ask.body ?? new Uint8Array()), send);
  } catch (bad) {
    console.error(bad);
    if (!first) post("start", { status: 500, headers: [["content-type", "text/plain"]], whole: new TextEncoder().encode("Flakhouse failed here; nothing that was kept is lost.\n") });
    else if (begun) post("end");
  } finally {
    stopped.delete(ask.id);
  }
}

// The save a request is about, as the other worker holds it now.
async function borrow(python, engine, path) {
  const name = /^\/(?:play|api\/saves)\/([^/]+)\/odds/.exec(path);
  if (!name) return;
  const answer = await fetch(new URL(`saves/${encodeURIComponent(name[1])}/export`, scope));
  if (answer.ok) engine.lend(name[1], python.toPy(new Uint8Array(await answer.arrayBuffer())));
}

channel.addEventListener("message", async ({ data }) => {
  if (data.kind === "stop") { stopped.add(data.id); return; }
  if (data.role !== role) return;
  if (data.kind === "who") { await starting; channel.postMessage({ kind: "ready", role, engine: me }); }
  if (data.kind === "measure") channel.postMessage({ kind: "memory", role, bytes: (await starting).python._module.HEAP8.length });
  if (data.kind === "ask" && data.engine === me) await answer(data);
});
starting.then(() => { channel.postMessage({ kind: "ready", role, engine: me }); tell("ready"); });
