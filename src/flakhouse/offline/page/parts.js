// The parts of the folder in the browser's cache: fetched once, checked against their hashes, kept by version.
"use strict";
(() => {
  const scope = new URL("./", self.location.href);
  const suffix = scope.pathname;
  const PREFIX = `flakhouse ${suffix} `;
  const cacheName = (listing) => PREFIX + listing.digest;
  const address = (path) => new URL(path, scope).href;

  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  async function unpacked(bytes) {
    if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;  // a server that unpacks by itself
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async function download(part, told) {
    const answer = await fetch(address(part.url), { cache: part.url.startsWith("parts/") ? "default" : "reload" });
    if (!answer.ok) throw new Error(`${part.url}: ${answer.status}`);
    const reader = answer.body.getReader(), pieces = [];
    let size = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      told(Math.min(size, part.packed));
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) { whole.set(piece, at); at += piece.length; }
    const data = await unpacked(whole);
    if (hex(await crypto.subtle.digest("SHA-256", data)) !== part.sha256) throw new Error(`${part.url} is not what the list says`);
    return data;
  }

  const response = (part, data) => new Response(data, { headers: {
    "Content-Type": part.type, "Content-Length": String(data.length), "X-Sha256": part.sha256 } });

  // The same file in the cache of another version.
  async function elsewhere(part) {
    for (const name of await caches.keys()) {
      if (!name.startsWith(PREFIX)) continue;
      const found = await (await caches.open(name)).match(address(part.path));
      if (found && found.headers.get("X-Sha256") === part.sha256) return new Uint8Array(await found.arrayBuffer());
    }
    return null;
  }

  // Puts what is missing into the cache of a version; `told` hears of each part how far it is.
  async function complete(listing, told = () => {}) {
    const cache = await caches.open(cacheName(listing));
    for (const part of listing.parts) {
      const had = await cache.match(address(part.path));
      if (!(had && had.headers.get("X-Sha256") === part.sha256)) {
        const data = await elsewhere(part) || await download(part, (size) => told(part, size));
        await cache.put(address(part.path), response(part, data));
      }
      told(part, part.packed);
    }
  }

  async function tidy(listing) {
    for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== cacheName(listing)) await caches.delete(name);
  }

  self.flakhouseParts = { scope, suffix, address, cacheName, complete, tidy };
})();
