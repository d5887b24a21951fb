// SPDX-License-Identifier: MIT
// The search. Without it every page is reached by links. The index is a script, because a page that
// was opened as a file may not read other files.
(function () {
  'use strict';
  var MOST = 40;
  var root = document.documentElement.dataset.root;
  var form = document.getElementById('search');
  var query = document.getElementById('query');
  var found = document.getElementById('found');
  var texts = null;
  var loading = false;

  function load() {
    if (loading)
      return;
    loading = true;
    var script = document.createElement('script');
    script.src = root + 'search-index.js';
    script.onload = function () {
      texts = SITE_INDEX.map(function (entry) {
        var runs = (entry[4] || []).map(function (run) { return SITE_RUNS[run]; });
        return [entry[1], entry[2], entry[3], runs.join(' ')].join(' ').toLowerCase();
      });
      show();
    };
    script.onerror = function () { found.textContent = 'The index of the search is missing.'; };
    document.head.appendChild(script);
  }

  // The lower, the earlier: the id itself, its start, a part of it, the rest.
  function rank(entry, wanted) {
    var id = entry[1].toLowerCase();
    var at = id.indexOf(wanted);
    return id === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : 3;
  }

  function make(tag, text) {
    var made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  function item(entry) {
    var line = make('li', '');
    var link = make('a', entry[1]);
    link.href = root + entry[0];
    line.append(link, make('span', ' ' + entry[2]));
    return line;
  }

  function show() {
    var wanted = query.value.trim().toLowerCase();
    found.replaceChildren();
    if (wanted === '' || !texts)
      return;
    var words = wanted.split(/\s+/);
    var hits = SITE_INDEX.filter(function (entry, i) {
      return words.every(function (word) { return texts[i].indexOf(word) >= 0; });
    });
    hits.sort(function (a, b) { return rank(a, wanted) - rank(b, wanted); });
    var list = make('ul', '');
    list.append.apply(list, hits.slice(0, MOST).map(item));
    found.append(make('p', hits.length === 0 ? 'Nothing found.'
      : hits.length + ' found' + (hits.length > MOST ? '; the first ' + MOST : '') + ':'), list);
  }

  // A link to folded text opens it.
  function unfold() {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (var at = target; at; at = at.parentElement)
      if (at.tagName === 'DETAILS')
        at.open = true;
    if (target)
      target.scrollIntoView();
  }

  form.hidden = false;
  query.addEventListener('focus', load);
  query.addEventListener('input', function () { load(); show(); });
  query.addEventListener('keydown', function (event) {
    if (event.key === 'Escape') {
      query.value = '';
      show();
    }
  });
  form.addEventListener('submit', function (event) {
    var first = found.querySelector('a');
    event.preventDefault();
    if (first)
      location.href = first.href;
  });
  window.addEventListener('hashchange', unfold);
  if (location.hash)
    unfold();
})();
