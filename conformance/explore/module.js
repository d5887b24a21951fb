// SPDX-License-Identifier: MIT
// The reference as a WebAssembly module: files in, answers out. The page and node share this file.
'use strict';

const NOT_THERE = 8, NO_SEEK = 70; // errno of WASI: EBADF, ESPIPE

// `read(fd, bytes)` and `write(fd, bytes)` answer how many bytes they took; without them there are no files.
function exploreImports(memory, read, write) {
  const each = (take) => (fd, vectors, count, done) => {
    const view = new DataView(memory().buffer);
    let total = 0;
    if (!take) return NOT_THERE;
    for (let i = 0; i < count; i++) {
      const at = view.getUint32(vectors + 8 * i, true), len = view.getUint32(vectors + 8 * i + 4, true);
      const n = len > 0 ? take(fd, new Uint8Array(memory().buffer, at, len)) : 0;
      total += n;
      if (n < len) break;
    }
    view.setUint32(done, total, true);
    return 0;
  };
  return { wasi_snapshot_preview1: {
    fd_read: each(read), fd_write: each(write), fd_close: () => NOT_THERE, fd_seek: () => NO_SEEK,
    proc_exit: (status) => { throw new Error('the module ended with status ' + status); },
  } };
}

// Instantiates the module. `io` has the functions above, or is missing.
async function exploreModule(bytes, io = {}) {
  let exports = null;
  const made = await WebAssembly.instantiate(bytes, exploreImports(() => exports.memory, io.read, io.write));
  exports = made.instance.exports;
  exports._initialize();
  const text = () => new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.ex_text(), exports.ex_text_len()));
  return {
    // Copies a file in, before open(). False if it is too large.
    put(which, file) {
      const at = exports.ex_room(which, file.length);
      if (at) new Uint8Array(exports.memory.buffer, at, file.length).set(file);
      return at !== 0;
    },
    ask(name, ...values) { exports['ex_' + name](...values); return JSON.parse(text()); },
    // The bytes of the open section; valid until the next question.
    bytes: (which, size) => new Uint8Array(exports.memory.buffer, exports.ex_bytes(which), size),
    dump(which, options) { exports.ex_dump(which, options); return text(); },
    serve: () => exports.ex_serve(),
  };
}

if (typeof module !== 'undefined') module.exports = { exploreModule };
