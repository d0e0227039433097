// The saves on the disk of this device: files of the browser's private file system behind Emscripten's.
//
// SQLite keeps its promise itself: it writes its journal, flushes, writes the database, flushes, and removes the
// journal; each of these reaches the browser's disk before the next. A file without content counts as absent,
// because a synchronous handle can empty a file but not remove it.

const NAMES = ["saves.sqlite3", "saves.sqlite3-journal", "cookies.json"];
const EIO = 29, ENOSPC = 51, EINVAL = 28, ENODEV = 43;

async function handle(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (let tries = 0; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (bad) {
      if (tries >= 100 || bad.name !== "NoModificationAllowedError") throw bad;
      await new Promise((resolve) => setTimeout(resolve, 50));  // a worker that was ended still holds it for a moment
    }
  }
}

/** Opens the files; fails where the browser refuses. */
export async function openDisk(suffix) {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(`flakhouse${suffix.replaceAll("/", "_")}`, { create: true });
  const handles = new Map();
  for (const name of NAMES) handles.set(name, await handle(folder, name));
  return handles;
}

/** Puts the files into a folder of Emscripten's file system; other files there stay in memory. */
export function mountDisk(FS, where, handles) {
  FS.mkdirTree(where);
  FS.mount(FS.filesystems.MEMFS, {}, where);
  const root = FS.lookupPath(where).node, plain = root.node_ops;
  root.node_ops = {
    ...plain,
    mknod(parent, name, mode, dev) {
      const node = plain.mknod(parent, name, mode, dev);
      return handles.has(name) ? adopt(FS, node, handles.get(name)) : node;
    },
    unlink(parent, name) {
      const kept = handles.get(name);
      if (kept) { told(FS, () => { kept.truncate(0); kept.flush(); }); }
      plain.unlink(parent, name);
    },
    rename(node, folder, name) {
      if (handles.has(node.name) || handles.has(name)) throw new FS.ErrnoError(EINVAL);
      plain.rename(node, folder, name);
    },
  };
  for (const [name, kept] of handles) if (kept.getSize() > 0) FS.close(FS.open(`${where}/${name}`, "a"));
}

function told(FS, act) {
  try {
    return act();
  } catch (bad) {
    throw new FS.ErrnoError(bad.name === "QuotaExceededError" ? ENOSPC : EIO);
  }
}

function adopt(FS, node, kept) {
  const plain = node.node_ops, streams = node.stream_ops;
  node.node_ops = {
    ...plain,
    getattr(which) {
      const attr = plain.getattr(which);
      attr.size = kept.getSize();
      attr.blocks = Math.ceil(attr.size / attr.blksize);
      return attr;
    },
    setattr(which, { size, ...rest }) {
      plain.setattr(which, rest);
      if (size !== undefined) told(FS, () => kept.truncate(size));
    },
  };
  node.stream_ops = {
    llseek(stream, offset, whence) {
      const at = offset + (whence === 1 ? stream.position : whence === 2 ? kept.getSize() : 0);
      if (at < 0) throw new FS.ErrnoError(EINVAL);
      return at;
    },
    read(_stream, buffer, offset, length, position) {
      const done = told(FS, () => kept.read(buffer.subarray(offset, offset + length), { at: position }));
      if (done > length) throw new FS.ErrnoError(EIO);
      return done;
    },
    write(_stream, buffer, offset, length, position) {
      const done = told(FS, () => kept.write(buffer.subarray(offset, offset + length), { at: position }));
      // Chromium gives the code of an error as a huge length here; other browsers throw.
      if (done !== length) throw new FS.ErrnoError(ENOSPC);
      return done;
    },
    fsync() {
      told(FS, () => kept.flush());
      return 0;
    },
    mmap() { throw new FS.ErrnoError(ENODEV); },
    dup: streams.dup,
  };
  return node;
}
