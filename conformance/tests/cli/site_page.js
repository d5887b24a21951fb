// SPDX-License-Identifier: MIT
// Opens pages of a site in frames and says what is wrong with each: for eyes, for keyboards, for programs that read aloud, and for small
// screens. TODO has the pages; what is said stands in #said as JSON.
'use strict';
const said = {wrong: [], grid: [], found: 0, pages: 0, dark: 0};

const luminance = (rgb) => {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const colour = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));

// The colour behind an element, which is found once for each look.
let grounds;
function ground(view, element) {
  if (!element) return [255, 255, 255];
  if (!grounds.has(element)) grounds.set(element, over(colour(view.getComputedStyle(element).backgroundColor), ground(view, element.parentElement)));
  return grounds.get(element);
}

function contrast(view, element) {
  const style = view.getComputedStyle(element), below = ground(view, element);
  const [a, b] = [over(colour(style.color), below), below].map(luminance).sort((x, y) => y - x);
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  return [(a + 0.05) / (b + 0.05), large ? 3 : 4.5];
}

const name = (e) => `<${e.tagName.toLowerCase()}${e.id ? ' #' + e.id : ''}${e.className ? ' .' + e.className : ''}> ${(e.textContent || '').trim().slice(0, 30)}`;
const spoken = (e) => (e.getAttribute('aria-label') || e.textContent || [...e.querySelectorAll('img')].map((i) => i.alt).join('')).trim();
const shown = (e) => e.getClientRects().length > 0;
const FOCUSABLE = 'a[href],button,input,select,textarea,summary,[tabindex]';

function structure(doc) {
  const wrong = [], all = (what) => [...doc.querySelectorAll(what)];
  const heads = all('h1,h2,h3,h4,h5,h6').map((h) => Number(h.tagName[1])), ids = all('[id]').map((e) => e.id);
  if (!doc.documentElement.lang) wrong.push('no language');
  if (!doc.title.trim()) wrong.push('no title');
  if (!doc.querySelector('main')) wrong.push('no main part');
  if (!doc.querySelector('meta[name=viewport]')) wrong.push('no viewport');
  if (heads.filter((h) => h === 1).length !== 1) wrong.push('not one h1');
  heads.forEach((h, i) => { if (h > (heads[i - 1] || 0) + 1) wrong.push(`h${h} follows h${heads[i - 1] || 0}`); });
  all('img').forEach((e) => { if (!e.hasAttribute('alt')) wrong.push('an image without a text: ' + name(e)); });
  all('input,select,textarea').forEach((e) => { if (![...e.labels].some((l) => l.textContent.trim()) && !e.getAttribute('aria-label')) wrong.push('a field without a label: ' + name(e)); });
  all('a[href],button,summary').forEach((e) => { if (!spoken(e)) wrong.push('a link without words: ' + name(e)); });
  all('table').forEach((e) => { if (!e.querySelector('th')) wrong.push('a table without headers'); });
  all('th').forEach((e) => { if (!/^(row|col)(group)?$/.test(e.scope)) wrong.push('a header without scope: ' + name(e)); });
  all('[tabindex]').forEach((e) => { if (e.tabIndex > 0) wrong.push('an order of its own: ' + name(e)); });
  if (new Set(ids).size !== ids.length) wrong.push('an id is there twice');
  return wrong;
}

function look(view, doc) {
  grounds = new WeakMap();
  const wrong = [], seen = new Set(), once = (key) => !seen.has(key) && Boolean(seen.add(key));
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement, style = walker.currentNode.data.trim() && shown(e) && view.getComputedStyle(e);
    if (!style || !once(`${style.color} ${style.fontSize} ${style.fontWeight} ${ground(view, e)}`)) continue;
    const [ratio, needed] = contrast(view, e);
    if (ratio < needed) wrong.push(`contrast ${ratio.toFixed(2)}: ${name(e)}`);
  }
  doc.querySelectorAll('*').forEach((e) => {
    if (e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(view.getComputedStyle(e).overflowX) && !e.matches('[tabindex]') && !e.querySelector(FOCUSABLE))
      wrong.push('scrolls, but not by keys: ' + name(e));
  });
  doc.querySelectorAll(FOCUSABLE).forEach((e) => {
    if (!shown(e) || !once(`focus ${e.tagName} ${e.className} ${e.parentElement.className}`)) return;
    e.focus();
    const style = view.getComputedStyle(e);
    if (doc.activeElement !== e || (style.outlineStyle === 'none' && style.boxShadow === 'none')) wrong.push('focus is not seen: ' + name(e));
  });
  return wrong;
}

function open(page, width) {
  return new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.style.cssText = `border:0;height:2000px;width:${width}px`;
    frame.onload = () => done(frame);
    frame.src = page;
    document.body.append(frame);
  });
}

// In a frame that becomes wide, then dark: a page prefers the scheme of its frame.
async function judge(page) {
  const frame = await open(page, 390), doc = frame.contentDocument, where = page.split('/').slice(-2).join('/');
  said.wrong.push(...structure(doc).map((what) => `${where} ${what}`));
  doc.querySelectorAll('details').forEach((e) => { e.open = true; });
  for (const [width, scheme] of [[390, 'light'], [1280, 'light'], [1280, 'dark']]) {
    Object.assign(frame.style, {width: `${width}px`, colorScheme: scheme});
    const wrong = look(frame.contentWindow, doc);
    if (doc.documentElement.scrollWidth > width) wrong.push(`is ${doc.documentElement.scrollWidth} px wide`);
    said.wrong.push(...wrong.map((what) => `${where} ${scheme} ${width}: ${what}`));
    said.pages++;
    said.dark += frame.contentWindow.matchMedia('(prefers-color-scheme: dark)').matches;
  }
  frame.remove();
}

// What the grid shows with each choice of filters.
async function tryGrid(page, choices) {
  for (const choice of choices) {
    const frame = await open(page + '?' + said.grid.length + (choice ? '#' + choice : ''), 1280);
    await new Promise((done) => setTimeout(done, 500));
    if (choice === null)
      frame.contentDocument.getElementById('filter').dispatchEvent(new Event('input'));
    const rows = [...frame.contentDocument.querySelectorAll('.grid tbody tr')].filter((row) => !row.hidden);
    said.grid.push(rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
    frame.remove();
  }
}

async function trySearch(page, words) {
  const frame = await open(page, 390), query = frame.contentDocument.getElementById('query');
  query.value = words;
  query.dispatchEvent(new Event('input'));
  await new Promise((done) => setTimeout(done, 3000));
  said.found = frame.contentDocument.querySelectorAll('#found a').length;
  frame.remove();
}

(async () => {
  for (const page of TODO.pages)
    await judge(page);
  if (TODO.grid) await tryGrid(TODO.grid, TODO.choices);
  if (TODO.search) await trySearch(TODO.search, TODO.words);
  document.getElementById('said').textContent = JSON.stringify(said);
})().catch((error) => { document.getElementById('said').textContent = JSON.stringify({...said, error: String(error.stack)}); });
