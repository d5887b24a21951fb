#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// The module as a framed adapter, so that the corpus judges the page's reader: node adapter.js explore.wasm
'use strict';
const fs = require('fs');
const { exploreModule } = require('./module.js');

function all(act) {
  try { return act(); } catch (e) {
    if (e.code !== 'EOF' && e.code !== 'EAGAIN') throw e;
    return e.code === 'EOF' ? 0 : all(act);
  }
}

exploreModule(fs.readFileSync(process.argv[2]), {
  read: (fd, bytes) => all(() => fs.readSync(fd, bytes, 0, bytes.length)),
  write: (fd, bytes) => all(() => fs.writeSync(fd, bytes, 0, bytes.length)),
}).then((m) => { process.exitCode = m.serve(); });
