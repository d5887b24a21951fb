// SPDX-License-Identifier: MIT
// The page: one open section, what is chosen in it, and the parts that show it. All text of a file goes through
// textContent, so that nothing of it is markup.
'use strict';

const MOST_FINDINGS = 200;
const PER_LINE = innerWidth < 600 ? 8 : 16; // bytes
const $ = (id) => document.getElementById(id);
const hex = (n, width = 0) => '0x' + n.toString(16).padStart(width, '0');

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name === 'onclick') node.addEventListener('click', value); else node.setAttribute(name, value);
  node.append(...children.filter((c) => c !== null && c !== undefined));
  return node;
}

const table = (head, rows) => el('table', {}, el('thead', {}, el('tr', {}, ...head.map((h) => el('th', { scope: 'col' }, h)))), el('tbody', {}, ...rows));

const row = (...cells) => el('tr', {}, ...cells.map((c) => (c instanceof Node && c.tagName === 'TD' ? c : el('td', {}, c))));

let reader = null, layout = null; // of module.js; where fields are
let file = null; // { bytes, name } as it was opened
let open = null; // what the module says of it
let findings = [];
let chosen = { start: 0, end: 0, fde: -1, fre: -1 };

// ---- Opening ------------------------------------------------------------------------------------------

async function freshReader() {
  const packed = Uint8Array.from(atob($('module').textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  reader = await exploreModule(await new Response(stream).arrayBuffer());
  layout = reader.ask('layout');
}

const say = (text, kind) => Object.assign($('verdict'), { textContent: text, className: kind });

// A number of 64 bits.
function number(text, what) {
  if (!/^(0x[0-9a-f]{1,16}|[0-9]{1,19})$/i.test(text.trim())) throw new Error(what + ' is no number of 64 bits');
  return BigInt(text.trim());
}

function verdictText() {
  const count = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');
  if (open.error) return 'No section: ' + open.error;
  const where = 'section of ' + count(open.size, 'byte') + ' at ' + open.addr + (open.elf ? ' of an ELF file' : '');
  return (open.accepted ? 'Accepted' : 'Rejected') + ' by ' + open.profile + ': ' + where + ', ' + count(open.violations, 'violation')
    + ', ' + count(open.doubts, 'doubt') + (open.fdes === undefined ? '' : ', ' + count(open.fdes, 'function') + ', ' + count(open.fres, 'row'))
    + (open.abi ? ', ' + open.abi : '') + (open.relocations ? ', ' + count(open.relocations, 'relocation') + ' applied' : '');
}

function show() {
  const nth = $('which').hidden ? -1 : Number($('nth').value) | 0;
  open = reader.ask('open', 0, Number($('profile').value), number($('addr').value, 'the address'), nth);
  findings = reader.ask('findings', 0, MOST_FINDINGS);
  say((file.name ? file.name + ': ' : '') + verdictText(), open.accepted ? 'good' : 'bad');
  $('which').hidden = !(open.several || nth >= 0);
  document.querySelector('main').hidden = !!open.error;
  showFindings();
  bytes.reset(Math.ceil(open.size / PER_LINE) || 0);
  functions.reset(open.fdes || 0);
  rows.reset(0);
  $('functions-title').textContent = 'Functions (' + (open.fdes || 0) + ')';
  $('pc-answer').replaceChildren();
  $('exported').textContent = '';
  for (const id of ['sizes-panel', 'export-panel']) $(id).open = false;
  $('compared').hidden = true;
  const first = findings.find((f) => f.violation);
  if (first) choose({ start: first.start, end: first.end, fde: first.fde, fre: first.fre });
  else if (open.fdes > 0) chooseFunction(0);
  else choose({ start: 0, end: Math.min(28, open.size), fde: -1, fre: -1 });
}

// Opens bytes. A module that stopped is made anew: no file may break the page for the next one.
async function openBytes(content, name) {
  file = { bytes: content, name: name || '' };
  try {
    if (!reader) await freshReader();
    if (!reader.put(0, content)) throw new Error('the file is too large');
    show();
  } catch (e) {
    reader = null;
    document.querySelector('main').hidden = true;
    say((name ? name + ': ' : '') + 'This cannot be shown: ' + e.message, 'bad');
  }
}

const contentOf = async (f) => new Uint8Array(await f.arrayBuffer());

async function openFile(f) {
  $('which').hidden = true;
  await openBytes(await contentOf(f), f.name);
}

function fromHex(text) {
  const digits = text.replace(/0x|[\s,;:]/gi, '');
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error('hexadecimal digits come in pairs');
  return Uint8Array.from(digits.match(/../g) || [], (d) => parseInt(d, 16));
}

const fromLink = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

// #s=BASE64URL&profile=v3&addr=0x400000&name=ID: a section in a link; &pc=N looks up a PC, &t=BASE64URL compares.
async function openFragment() {
  const link = new URLSearchParams(location.hash.slice(1));
  if (!link.has('s')) return;
  try {
    const content = fromLink(link.get('s'));
    $('profile').value = String(Math.max(0, ['auto', 'v1', 'v2', 'v2e1', 'v2e2', 'v3'].indexOf(link.get('profile') || 'auto')));
    $('addr').value = link.get('addr') || '0x400000';
    $('which').hidden = true;
    await openBytes(content, link.get('name'));
    if (link.has('pc')) showPc(number(link.get('pc'), 'the PC'));
    if (link.has('t')) compare(fromLink(link.get('t')), 'the other one');
  } catch (e) {
    say('The link has no section: ' + e.message, 'bad');
  }
}

// ---- What is chosen -------------------------------------------------------------------------------------

function choose(what) {
  chosen = what;
  functions.go(what.fde);
  showRows();
  bytes.go(Math.floor(what.start / PER_LINE));
  showFields();
  document.querySelectorAll('.finding').forEach((node, i) => node.classList.toggle('near',
    findings[i].start < what.end && findings[i].end > what.start));
}

function chooseFunction(index) {
  const fde = reader.ask('fdes', 0, index, 1)[0];
  if (fde) choose({ start: fde.pos, end: fde.pos + open.fde_size, fde: index, fre: -1 });
}

function chooseRow(fde, index) {
  const fre = reader.ask('fres', 0, fde, index, 1)[0];
  if (fre) choose({ start: fre.pos, end: fre.pos + Math.max(1, fre.size), fde, fre: index });
}

// A click on a row asks for its first PC, too.
function pickRow(fde, index) {
  const f = reader.ask('fdes', 0, fde, 1)[0], fre = reader.ask('fres', 0, fde, index, 1)[0];
  if (!fre) return;
  $('pc').value = hex(BigInt.asUintN(64, BigInt(f.start) + BigInt(fre.start)));
  showPc(BigInt($('pc').value));
  chooseRow(fde, index);
}

function chooseByte(at) {
  const part = partOf(at), owner = part === 'fre' ? reader.ask('owner', 0, BigInt(at)) : {};
  if (owner.fre !== undefined) chooseRow(owner.fde, owner.fre);
  else if (owner.fde !== undefined) chooseFunction(owner.fde);
  else if (part === 'fde') chooseFunction(Math.floor((at - open.fde_start) / open.fde_size));
  else choose({ start: at, end: at + 1, fde: -1, fre: -1 });
}

// ---- The parts ------------------------------------------------------------------------------------------

function partOf(at) {
  if (open.hdr_end === undefined) return '';
  return at < open.hdr_end ? 'header' : at >= open.fde_start && at < open.fde_end ? 'fde' : at >= open.fre_start && at < open.fre_end ? 'fre' : '';
}

const bytes = new LongList($('bytes'), (i) => {
  const content = reader.bytes(0, open.size), line = el('div', {}, hex(PER_LINE * i, 6).slice(2) + '  ');
  for (let at = PER_LINE * i; at < Math.min(open.size, PER_LINE * i + PER_LINE); at++) {
    const isFault = findings.some((f) => f.violation && at >= f.start && at < f.end);
    const cell = el('span', { class: (at >= chosen.start && at < chosen.end ? 'mark' : partOf(at)) + (isFault ? ' fault' : '') }, content[at].toString(16).padStart(2, '0'));
    cell.dataset.at = at;
    line.append(cell, ' ');
  }
  return line;
}, (i, target) => chooseByte(target && target.dataset.at ? Number(target.dataset.at) : Math.min(PER_LINE * i, open.size - 1)));

const functions = new LongList($('functions'), (i) => {
  const f = reader.ask('fdes', 0, i, 1)[0];
  return el('div', {}, i + '  ' + f.start + ' +' + f.size + '  ' + ['addr1', 'addr2', 'addr4'][f.addr] + (f.mask ? ' mask/' + f.rep : '')
    + (f.type === 1 ? ' flex' : f.type > 1 ? ' type ' + f.type : '') + (f.signal ? ' signal' : '') + (f.key_b ? ' key-b' : '') + '  ' + f.fres + (f.fres === 1 ? ' row' : ' rows'));
}, (i) => chooseFunction(i));

const rules = (r) => (r.cfa === undefined ? (r.fault || '') : 'cfa=' + r.cfa + ' ra=' + r.ra + ' fp=' + r.fp + (r.mangled ? ' mangled' : ''));

const rows = new LongList($('rows'), (i) => {
  const r = reader.ask('fres', 0, chosen.fde, i, 1)[0];
  return el('div', {}, r ? '+' + hex(r.start) + '  ' + rules(r) : '?');
}, (i) => pickRow(chosen.fde, i));

function showRows() {
  const f = chosen.fde >= 0 ? reader.ask('fdes', 0, chosen.fde, 1)[0] : null;
  $('rows-title').textContent = f ? 'Rows of function ' + chosen.fde : 'Rows';
  rows.reset(f && f.fre_pos > 0 ? Math.min(f.fres, open.size) : 0);
  rows.go(chosen.fre);
}

// The bits of info bytes and words: name, highest and lowest bit, and what their values mean.
const BITS = {
  fde: [['fretype', 3, 0, ['addr1', 'addr2', 'addr4']], ['pctype', 4, 4, ['PCINC', 'PCMASK']], ['key', 5, 5, ['key A', 'key B']], ['unused', 6, 6], ['signal', 7, 7, ['', 'signal frame']]],
  info2: [['type', 4, 0, ['default', 'flexible']], ['unused', 7, 5]],
  fre: [['base', 0, 0, ['FP', 'SP']], ['count', 4, 1], ['size', 6, 5, ['1 byte', '2 bytes', '4 bytes']], ['mangled', 7, 7, ['', 'RA is signed']]],
};

function bitRows(f) {
  const bits = /info2$/.test(f.name) ? BITS.info2 : /^fre.*info$/.test(f.name) ? BITS.fre : /info$/.test(f.name) ? BITS.fde : [];
  return bits.map(([name, high, low, words]) => {
    const value = (Number(f.value) >> low) & ((2 << (high - low)) - 1);
    return row(el('td', { class: 'bits' }, name), 'bits ' + high + (high > low ? '..' + low : ''), hex(value), (words || [])[value] || '');
  });
}

// In decimal; what may be negative as a signed number.
const meaning = (f) => String(/fixed|word|fde.*start/.test(f.name) ? BigInt.asIntN(8 * f.width, BigInt(f.value)) : BigInt(f.value));

// [prefix, fields, position, end of what is there] of what is chosen.
function chosenFields() {
  const of = (name) => layout[name].slice(1), { fde, fre } = chosen;
  if (fde < 0) return [['hdr.', of('hdr'), 0, open.size]];
  const f = reader.ask('fdes', 0, fde, 1)[0];
  if (fre < 0) return [['fde[' + fde + '].', of(open.version === 3 ? 'index' : 'fde'), f.pos, f.pos + open.fde_size], ['attr[' + fde + '].', f.attr > 0 ? of('attr') : [], f.attr, open.fre_end]];
  const r = reader.ask('fres', 0, fde, fre, 1)[0], width = 1 << f.addr, words = Array.from({ length: r.count }, (_, i) => ['word[' + i + ']', width + 1 + i * r.width, r.width]);
  return [['fre[' + fde + '][' + fre + '].', r.size > 0 ? [['start', 0, width], ['info', width, 1], ...words] : [], r.pos, open.fre_end]];
}

function showFields() {
  const parts = chosenFields(), content = reader.bytes(0, open.size), fields = [];
  for (const [prefix, list, from, end] of parts)
    for (const [name, at, width] of list)
      if (from + at + width <= end) {
        const digits = Array.from(content.subarray(from + at, from + at + width), (b) => b.toString(16).padStart(2, '0'));
        fields.push({ name: prefix + name, at: from + at, width, value: '0x' + (open.big ? digits : digits.reverse()).join('').replace(/^0+(?=.)/, '') });
      }
  $('fields').replaceChildren(fields.length === 0 ? el('p', { class: 'note' }, 'No field can be read here.') : table(['field', 'at', 'value', 'meaning'],
    fields.flatMap((f) => [row(el('button', { onclick: () => choose({ ...chosen, start: f.at, end: f.at + f.width }) }, f.name), hex(f.at), f.value, meaning(f)), ...bitRows(f)])));
}

function showFindings() {
  const more = open.violations + open.doubts - findings.length;
  $('findings-note').textContent = findings.length === 0 ? 'None: no rule is broken, and no open question is touched.'
    : 'A violation breaks a rule. A doubt touches an open question and rejects nothing.' + (more > 0 ? ' ' + more + ' more are not shown.' : '');
  $('findings').replaceChildren(...findings.map((f) => el('button', { class: 'finding', onclick: () => choose({ start: f.start, end: f.end, fde: f.fde, fre: f.fre }) },
    el('p', {}, el('strong', { class: f.violation ? 'fault' : '' }, f.class), ' ' + hex(f.start) + '-' + hex(f.end) + ', value ' + f.value + ', ' + (f.violation ? 'level ' + f.level : 'a doubt')),
    el('p', {}, f.message),
    el('p', { class: 'note' }, f.clause + ': ' + (f.says || '') + (f.words ? ' Basis, ' + f.basis + ': ' + f.words : '')),
    f.policy ? el('p', { class: 'note' }, f.policy.id + ': ' + f.policy.question + ' - here: ' + f.policy.answer) : null)));
}

// ---- A PC -----------------------------------------------------------------------------------------------

// The frame of a default row: its places from the CFA down, with their offsets.
function picture(hit) {
  const base = /^(sp|fp)\+?(-?\d+)$/.exec(hit.cfa), places = new Map([[0, ['the caller']]]);
  if (!base) return null;
  const put = (at, what) => places.set(at, [...(places.get(at) || []), what]), from = (at) => (at < 0 ? ' - ' + -at : ' + ' + at);
  let label = 'CFA = ' + base[1].toUpperCase() + from(Number(base[2]));
  for (const [name, rule] of [['RA', hit.ra], ['FP', hit.fp]]) {
    const at = /^\*\(cfa([+-]\d+)\)$/.exec(rule);
    if (!at) continue;
    put(Number(at[1]), name);
    label += ', ' + name + ' at CFA' + from(Number(at[1]));
  }
  put(-Number(base[2]), '\u2190 ' + base[1].toUpperCase());
  return el('figure', {}, el('table', { class: 'frame' }, ...[...places].sort((a, b) => b[0] - a[0]).map(([at, what]) => row(at === 0 ? 'CFA' : 'CFA' + from(at), what.join(' ')))),
    el('figcaption', {}, label));
}

function showPc(pc) {
  const hit = reader.ask('find', 0, pc), out = $('pc-answer');
  const texts = { found: '', outermost: '', 'no-fde': 'no function contains it', 'no-fre': 'no row of the function covers it', bad: 'the function cannot be read' };
  const steps = hit.steps.map((s, i) => el('li', {}, 'function ' + s.fde + ' starts at ' + s.start + (BigInt(s.start) <= pc ? ', at or below' : ', above')));
  if (hit.fre !== undefined) chooseRow(hit.fde, hit.fre); else if (hit.fde !== undefined) chooseFunction(hit.fde);
  out.replaceChildren(el('p', {}, hit.line ? el('code', {}, hit.line) : hex(pc) + ': ' + texts[hit.found], hit.found === 'outermost' ? ' The function has no rows: it is outermost.' : ''),
    hit.fde === undefined ? '' : el('p', {}, 'function ' + hit.fde + ' from ' + hit.start + ', ' + hit.size + ' bytes; the PC is byte ' + (pc - BigInt(hit.start))),
    hit.found === 'found' ? picture(hit) || '' : '',
    hit.sorted ? el('details', {}, el('summary', {}, 'Search: ' + steps.length + ' steps'), el('ol', {}, ...steps)) : el('p', { class: 'note' }, 'The section is not sorted: every function is looked at.'));
}

// ---- Sizes, export, comparison ------------------------------------------------------------------------------

const keyOf = (line, key) => (new RegExp('(?:^| )' + key + '=([^ ]*)').exec(line) || [])[1];

// How many functions and rows have row starts, and how many rows have words, of each width.
function countWidths() {
  const counts = { fdes: [0, 0, 0], rows: [0, 0, 0], words: [0, 0, 0] };
  let width = 0;
  for (const line of reader.dump(0, 1).split('\n'))
    if (line.startsWith('fde ')) counts.fdes[width = ['addr1', 'addr2', 'addr4'].indexOf(keyOf(line, 'fre'))]++;
    else if (line.startsWith('fre ')) { counts.rows[width]++; counts.words[Number(keyOf(line, 'info')) >> 5 & 3]++; }
  return counts;
}

function showSizes() {
  const counts = countWidths(), others = reader.ask('others', 0), n = open.fdes || 0, per = (b) => (n > 0 ? (b / n).toFixed(1) : '-');
  const parts = [['header', open.hdr_end || 0], ['functions', n * (open.fde_size || 0)], ['rows and attributes', (open.fre_end || 0) - (open.fre_start || 0)], ['the whole section', open.size],
    ...Object.entries(others).map(([name, size]) => [name + ' of this file', size])];
  $('sizes').replaceChildren(table(['part', 'bytes', 'a function'], parts.map(([name, size]) => row(name, String(size), per(size)))),
    table(['width of row starts', 'functions', 'rows'], [1, 2, 4].map((w, i) => row(w + ' bytes', String(counts.fdes[i]), String(counts.rows[i])))),
    table(['width of words', 'rows'], [1, 2, 4].map((w, i) => row(w + ' bytes', String(counts.words[i])))));
}

function recipe() {
  const lines = reader.dump(0, 0).split('\n', 400), base = BigInt(open.addr), clauses = [...new Set(findings.map((f) => f.clause))];
  const out = ['title: ', 'clauses: ' + clauses.join(' '), 'for: ' + open.profile + ' ' + (open.abi || '').replace(/-le$/, '-little').replace(/-be$/, '-big'), 'addr: ' + open.addr, 'flags: ' + (keyOf(lines[1] || '', 'flags') || 'none')];
  for (const line of lines.slice(2))
    if (line.startsWith('fde ')) {
      const at = BigInt.asIntN(64, BigInt(keyOf(line, 'start')) - base), pick = (test, word) => (test ? ' ' + word : '');
      out.push('func: ' + (at < 0n ? '-' + hex(-at) : '+' + hex(at)) + ' size=' + Number(keyOf(line, 'size')) + ' ' + keyOf(line, 'fre') + pick(keyOf(line, 'pc') === 'mask', 'mask')
        + pick(keyOf(line, 'rep') !== '0', 'rep=' + keyOf(line, 'rep')) + pick(keyOf(line, 'type') === 'flex', 'flex') + pick(keyOf(line, 'signal') === '1', 'signal') + pick(keyOf(line, 'key') === 'b', 'key-b'));
    } else if (line.startsWith('fre ')) {
      out.push('  row: ' + Number(keyOf(line, 'at')) + ' cfa=' + keyOf(line, 'cfa') + ' ra=' + keyOf(line, 'ra') + ' fp=' + keyOf(line, 'fp') + (keyOf(line, 'mangled') === '1' ? ' mangled' : ''));
    }
  const first = findings.find((f) => f.violation);
  return out.concat(first ? 'expect: reject ' + first.class + ' at ' : 'expect: accept').join('\n') + '\n';
}

function commands() {
  const digits = Array.from(reader.bytes(0, Math.min(open.size, 4096)), (b) => b.toString(16).padStart(2, '0')).join('');
  return (open.size > 4096 ? '# The section is longer than this line: take the file itself.\n' : '') + "printf '%s' " + digits + ' | xxd -r -p >case.sframe\n'
    + 'sframe-ref check --raw --profile ' + open.profile + ' --addr ' + open.addr + ' case.sframe\n'
    + 'as -o empty.o /dev/null && objcopy --add-section .sframe=case.sframe --set-section-flags .sframe=alloc,readonly empty.o case.elf\nreadelf --sframe case.elf\n'
    + 'sframe-conform promote --profile ' + open.profile + ' --addr ' + open.addr + ' case.sframe\n';
}

// Functions of a dump by their start: [line, rows...] without their numbers. Several may start at one place.
function byStart(dump) {
  const functions = new Map(), counts = new Map();
  let own = null;
  for (const line of dump.split('\n'))
    if (line.startsWith('fde ')) {
      const start = keyOf(line, 'start'), n = (counts.get(start) || 0) + 1;
      counts.set(start, n);
      functions.set(n > 1 ? start + ' #' + n : start, own = [line.replace(/^fde \d+ /, '')]);
    } else if (line.startsWith('fre ') && own) own.push(line.replace(/^fre [\d.]+ /, ''));
  return functions;
}

const withoutWidth = (lines) => lines.map((l) => l.replace(/ (fre|off)=\S+/g, '')).join('\n');

// The words of the lines that the other ones have not, and where their rows are.
const otherWords = (lines, others) => lines.flatMap((line, i) => line === others[i] ? [] : [line.split(' ')
  .filter((word) => word.startsWith('at=') || !(others[i] || '').split(' ').includes(word)).join(' ')]).join('\n');

function compare(content, name) {
  if (!reader.put(1, content)) throw new Error('the file is too large');
  const other = reader.ask('open', 1, Number($('profile').value), BigInt(open.addr), -1);
  if (other.error || other.fdes === undefined) throw new Error(other.error || 'its section cannot be read');
  const [a, b] = [0, 1].map((w) => byStart(reader.dump(w, 0))), [la, lb] = [0, 1].map((w) => byStart(reader.dump(w, 1)));
  const found = [], counts = { same: 0, encoded: 0, rows: 0, 'only here': 0, 'only there': 0 };
  const note = (kind, start, left, right) => { counts[kind]++; if (found.length < 300 && kind !== 'same') found.push(row(start, kind === 'encoded' ? 'same rows, encoded otherwise' : kind === 'rows' ? 'other rows' : kind, el('code', {}, left), el('code', {}, right))); };
  for (const [start, left] of a) {
    const right = b.get(start);
    if (!right) note('only here', start, left.join('\n'), '');
    else if (withoutWidth(left) !== withoutWidth(right)) note('rows', start, otherWords(left, right), otherWords(right, left));
    else if (la.get(start).join() !== lb.get(start).join()) note('encoded', start, otherWords(la.get(start), lb.get(start)), otherWords(lb.get(start), la.get(start)));
    else note('same', start);
  }
  for (const [start, right] of b) if (!a.has(start)) note('only there', start, '', right.join('\n'));
  $('compared').hidden = false;
  $('differences').replaceChildren(el('p', {}, counts.same + ' functions are the same, ' + counts.encoded + ' have the same rows encoded otherwise, ' + counts.rows + ' have other rows, '
    + counts['only here'] + ' are only here, ' + counts['only there'] + ' only in ' + name + '; ' + open.size + ' and ' + other.size + ' bytes.'),
  ...(found.length ? [table(['function', 'what', 'here', 'there'], found)] : []));
}

// ---- Events -------------------------------------------------------------------------------------------

const guard = (act) => async (e) => {
  if (e && e.preventDefault && e.type !== 'change') e.preventDefault();
  try { await act(e); } catch (error) { say(error.message, 'bad'); }
};
const again = guard(async () => { if (file) await openBytes(file.bytes, file.name); });

$('input').addEventListener('submit', (e) => e.preventDefault());
$('file').addEventListener('change', guard((e) => e.target.files[0] && openFile(e.target.files[0])));
$('other').addEventListener('change', guard(async (e) => {
  if (!open) throw new Error('Open the first section before the one to compare with.');
  if (e.target.files[0]) compare(await contentOf(e.target.files[0]), e.target.files[0].name);
}));
$('hex').addEventListener('change', guard((e) => openBytes(fromHex(e.target.value), '')));
for (const id of ['profile', 'addr', 'nth']) $(id).addEventListener('change', again);
$('pc-form').addEventListener('submit', guard(() => showPc(number($('pc').value, 'the PC'))));
$('sizes-panel').addEventListener('toggle', (e) => { if (e.target.open) showSizes(); });
for (const [id, make] of [['show-dump', () => reader.dump(0, 1)], ['show-recipe', recipe], ['show-commands', commands]])
  $(id).addEventListener('click', guard(() => { $('exported').textContent = make(); }));
document.addEventListener('dragover', (e) => { e.preventDefault(); document.body.classList.add('over'); });
document.addEventListener('dragleave', () => document.body.classList.remove('over'));
document.addEventListener('drop', guard((e) => { document.body.classList.remove('over'); if (e.dataTransfer.files[0]) return openFile(e.dataTransfer.files[0]); }));
window.addEventListener('hashchange', openFragment);
openFragment();
