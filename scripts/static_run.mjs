// node static_run.mjs FOLDER SCRIPT [ARGUMENTS]: runs a Python script in the Python of a built folder, outside a browser.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { pathToFileURL } from "node:url";

const [folder, script, ...words] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), "flakhouse-"));
try {
  for (const part of JSON.parse(fs.readFileSync(path.join(folder, "files.json"))).parts) {
    if (!part.path.startsWith("engine/")) continue;
    fs.writeFileSync(path.join(work, path.basename(part.path)), zlib.gunzipSync(fs.readFileSync(path.join(folder, part.url))));
  }
  const { loadPyodide } = await import(pathToFileURL(path.join(work, "pyodide.mjs")));
  const python = await loadPyodide({
    indexURL: work + path.sep,
    stdLibURL: path.join(work, "library.zip"),
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.0", version: "0" }, packages: {} },
  });
  const bytes = fs.readFileSync(path.join(work, "site.pack")), length = bytes.readUInt32LE(0);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(bytes.subarray(4, 4 + length))) {
    python.FS.mkdirTree(path.posix.dirname(`/site/${name}`));
    python.FS.writeFile(`/site/${name}`, bytes.subarray(at, at + size));
    at += size;
  }
  python.globals.set("words", python.toPy([path.basename(script), ...words]));
  python.runPython("import sys; sys.path.insert(0, '/site'); sys.argv = list(words)");
  python.runPython("from flakhouse.offline import threadless; threadless.install()");  // as in the browser
  python.runPython(fs.readFileSync(script, "utf-8"), { filename: script });
} catch (bad) {  // without the minified line it came from
  console.error(bad.message);
  process.exitCode = 1;
} finally {
  fs.rmSync(work, { recursive: true });
}
