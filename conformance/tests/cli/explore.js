// SPDX-License-Identifier: MIT
// Runs inside the page, after its own script, on DATA: what explore.py says. Writes a JSON text into the document.
'use strict';

const wait = () => new Promise((done) => setTimeout(done, 0));
const texts = (selector) => Array.from(document.querySelectorAll(selector), (node) => node.textContent);
const unpack = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

// xorshift32: the same files in every run.
function generator(seed) {
  let x = seed;
  return (n) => { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; return (x >>> 0) % n; };
}

// A few bytes changed, or the end cut off.
function mutated(bytes, random) {
  const copy = bytes.slice(0, random(8) === 0 ? random(bytes.length + 1) : bytes.length);
  for (let i = 1 + random(6); i > 0 && copy.length > 0; i--) {
    const at = random(copy.length);
    copy[at] = [random(256), 0, 0xff, 0x80, copy[at] ^ (1 << random(8))][random(5)];
  }
  return copy;
}

async function openWith(item) {
  $('profile').value = String(['auto', 'v1', 'v2', 'v2e1', 'v2e2', 'v3'].indexOf(item.profile));
  $('addr').value = item.addr;
  await openBytes(unpack(item.bytes), item.id);
}

const SAY = {
  // Verdict and findings of each case as the page shows them.
  async cases(said) {
    said.cases = [];
    for (const item of DATA.cases) {
      await openWith(item);
      said.cases.push({ id: item.id, verdict: $('verdict').textContent, findings: texts('.finding p:first-child'), marked: texts('#bytes .mark'), fields: texts('#fields button') });
    }
  },
  async pcs(said) {
    said.pcs = [];
    for (const item of DATA.pcs) {
      await openWith(item);
      for (const pc of item.pcs) {
        $('pc').value = pc;
        $('pc-form').requestSubmit();
        said.pcs.push({ id: item.id, pc, says: $('pc-answer').textContent, picture: texts('#pc-answer figcaption')[0] || '', marked: texts('#bytes .mark').length });
      }
    }
  },
  // Clicks and keys mark the same thing everywhere; sizes, exports and the comparison.
  async parts(said) {
    await openWith(DATA.first);
    document.querySelector('#functions .line').click();
    const afterFunction = [texts('#bytes .mark').length, texts('#fields button')[0]];
    document.querySelector('#rows .line').click();
    const afterRow = [texts('#bytes .mark').join(' '), texts('#fields button')[0], $('pc').value, $('pc-answer').textContent];
    $('bytes').dispatchEvent(new KeyboardEvent('keydown', { key: 'Home' }));
    const afterKey = texts('#fields button')[0];
    showSizes();
    $('show-dump').click();
    const dump = $('exported').textContent;
    $('show-recipe').click();
    const recipe = $('exported').textContent;
    $('show-commands').click();
    compare(unpack(DATA.other), 'other');
    said.parts = { afterFunction, afterRow, afterKey, sizes: texts('#sizes td'), dump, recipe, commands: $('exported').textContent, compared: texts('#differences p')[0], differences: texts('#differences td'),
      twins: byStart('fde 0 start=0x1 size=0x0\nfde 1 start=0x1 size=0x1\n').size };
  },
  // A section, a PC and a second section in a link, as the site makes them; then a link without one.
  async link(said) {
    location.hash = '#s=' + DATA.first.bytes.replace(/\+/g, '-').replace(/\//g, '_') + '&profile=v3&addr=0x400000&name=ID&pc=0x400100&t=' + encodeURIComponent(DATA.other);
    await wait();
    await openFragment();
    said.link = [$('verdict').textContent, $('pc-answer').textContent, texts('#differences p')[0] || ''];
    location.hash = '#s=%%%';
    await openFragment();
    said.link.push($('verdict').textContent);
  },
  async hostile(said) {
    const random = generator(DATA.seed), broken = [];
    for (let i = 0; i < DATA.rounds; i++) {
      const bytes = mutated(unpack(DATA.hostile[random(DATA.hostile.length)]), random);
      $('profile').value = String(random(6));
      await openBytes(bytes, '');
      if ($('verdict').textContent.includes('cannot be shown')) broken.push([i, $('verdict').textContent]);
      else if (open.fdes > 0) { chooseFunction(random(open.fdes)); chooseByte(random(open.size)); showPc(BigInt(random(2 ** 31))); }
      if (i % 50 === 0) { if (open.size < 65536) showSizes(); await wait(); }
    }
    said.hostile = { rounds: DATA.rounds, broken: broken.slice(0, 5), count: broken.length };
    await openBytes(unpack(DATA.markup), '<img src=x onerror=said>');
    said.markup = { elements: document.querySelectorAll('#verdict *, main img').length, text: $('verdict').textContent };
  },
  // A long section: only the lines in sight exist.
  async large(said) {
    const bytes = new Uint8Array(28 + 40 * DATA.functions), view = new DataView(bytes.buffer), n = DATA.functions;
    [0xe2, 0xde, 2, 5, 3, 0, 0xf8, 0].forEach((b, i) => { bytes[i] = b; });
    [n, n * 5, n * 20, 0, n * 20].forEach((v, i) => view.setUint32(8 + 4 * i, v, true));
    for (let i = 0; i < n; i++) {
      const at = 28 + 20 * i;
      [0x1000000 + 64 * i - 20 * i, 64, 20 * i, 5].forEach((v, k) => view.setUint32(at + 4 * k, v, true));
      for (let k = 0; k < 5; k++) bytes.set([4 * k, 0x05, 8 + 8 * k, 0xf0], 28 + 20 * n + 20 * i + 4 * k);
    }
    $('profile').value = '3';
    $('addr').value = '0x400000';
    console.info('the large section comes');
    await openBytes(bytes, '');
    console.info('the large section is open');
    $('functions').scrollTop = 21 * (n - 5);
    functions.draw();
    chooseFunction(n - 1);
    said.large = { verdict: $('verdict').textContent, lines: document.querySelectorAll('.line').length, last: texts('#functions .line').pop(), size: bytes.length };
  },
};

(async () => {
  const said = { errors: [] };
  window.addEventListener('error', (e) => said.errors.push(e.message));
  window.addEventListener('unhandledrejection', (e) => said.errors.push(String(e.reason)));
  for (const name of DATA.run) {
    try { await SAY[name](said); } catch (e) { said.errors.push(name + ': ' + e.message); }
  }
  const out = document.createElement('pre');
  out.id = 'said';
  out.textContent = JSON.stringify(said);
  document.body.append(out);
})();
