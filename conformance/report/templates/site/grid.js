// SPDX-License-Identifier: MIT
// The filters of the grid. Without them the table shows all cases. What is chosen stands behind the # of the address.
(function () {
  'use strict';
  var form = document.getElementById('filter');
  var rows = Array.from(document.querySelectorAll('.grid tbody tr'));
  var names = rows.map(function (row) { return row.cells[0].textContent.trim(); });
  var areas = rows.map(function (row) { return row.dataset.a; });
  var fields = form.elements;
  var letters = Object.keys(GRID.letters);

  function offer(name, words) {
    words.forEach(function (word) { if (word) fields[name].add(new Option(word, word)); });
  }

  function parts(at) {
    var seen = {};
    GRID.cells.forEach(function (cell) { seen[cell.split('/')[at].replace(/-(little|big)$/, '')] = 1; });
    return Object.keys(seen).sort();
  }

  function chosen() {
    var made = {};
    ['area', 'fault', 'level', 'outcome', 'profile', 'abi', 'text'].forEach(function (name) {
      if (fields[name].value) made[name] = fields[name].value;
    });
    return made;
  }

  // A function of a case: is it wanted?
  function wanted(want) {
    var cells = GRID.cells.map(function (cell) {
      var at = cell.split('/');
      return (!want.profile || at[0] === want.profile) && (!want.abi || at[1].replace(/-(little|big)$/, '') === want.abi);
    });
    var level = GRID.levels.indexOf(want.level), fault = GRID.faults.indexOf(want.fault);
    return function (c) {
      return cells[c[0]] && (level < 0 || c[1] === level) && (!want.fault || c[2] === fault);
    };
  }

  function put(cell, look, text) {
    if (cell.textContent !== text) {
      cell.textContent = text;
      cell.className = look;
    }
  }

  function fill(row, cases, wrongs) {
    var found = 0;
    for (var run = 0; run + 1 < row.cells.length; run++) {
      var asked = 0, wrong = 0;
      cases.forEach(function (c) {
        var letter = c[3][run];
        asked += letter === '-' ? 0 : 1;
        wrong += wrongs.indexOf(letter) >= 0 ? 1 : 0;
      });
      found += wrong;
      put(row.cells[run + 1], !asked ? 'zero' : wrong ? 'no' : 'ok', !asked ? '-' : wrong ? '✗ ' + wrong + '/' + asked : '✓ ' + asked);
    }
    return found;
  }

  // An outcome leaves the rows where somebody has it, and counts it alone.
  function show() {
    var want = chosen(), fits = wanted(want), text = (want.text || '').toLowerCase(), shown = 0;
    var wrongs = letters.filter(function (l) {
      return want.outcome ? GRID.letters[l] === want.outcome : GRID.letters[l] !== 'pass';
    });
    rows.forEach(function (row, i) {
      var cases = (!want.area || areas[i] === want.area) && names[i].toLowerCase().indexOf(text) >= 0 ? GRID.rows[i].filter(fits) : [];
      row.hidden = cases.length === 0 || (fill(row, cases, wrongs) === 0 && Boolean(want.outcome));
      shown += row.hidden ? 0 : 1;
    });
    form.querySelector('output').textContent = shown + ' of ' + rows.length + ' families';
    history.replaceState(null, '', '#' + new URLSearchParams(want));
  }

  function read() {
    new URLSearchParams(location.hash.slice(1)).forEach(function (value, name) { if (fields[name]) fields[name].value = value; });
    show();
  }

  offer('area', Array.from(new Set(areas)).sort());
  offer('fault', GRID.faults.slice().sort());
  offer('level', GRID.levels);
  offer('outcome', letters.map(function (l) { return GRID.letters[l]; }).filter(function (word) { return word !== 'pass'; }));
  offer('profile', parts(0));
  offer('abi', parts(1));
  form.hidden = false;
  form.addEventListener('input', show);
  form.addEventListener('submit', function (event) { event.preventDefault(); });
  window.addEventListener('hashchange', read);
  if (location.hash.length > 1)
    read();
})();
