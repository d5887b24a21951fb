// SPDX-License-Identifier: MIT
// The filters of the grid. Without them the table shows all cases. What is chosen stands behind the # of the address.
(() => {
  const form = document.getElementById('filter'), fields = form.elements, letters = Object.keys(GRID.letters);
  const rows = Array.from(document.querySelectorAll('.grid tbody tr'), (row, i) =>
    ({row, area: row.dataset.a, name: row.cells[0].textContent.trim().toLowerCase(), cases: GRID.rows[i]}));
  // The profile and the ABI of each cell.
  const cells = GRID.cells.map((cell) => cell.replace(/-(little|big)$/, '').split('/'));

  function offer(name, words) {
    new Set(words).forEach((word) => { if (word) fields[name].add(new Option(word, word)); });
  }

  // A function of a case: is it wanted?
  function wanted(want) {
    const inCell = cells.map(([profile, abi]) => (!want.profile || profile === want.profile) && (!want.abi || abi === want.abi));
    const level = GRID.levels.indexOf(want.level), fault = GRID.faults.indexOf(want.fault);
    return (c) => inCell[c[0]] && (level < 0 || c[1] === level) && (!want.fault || c[2] === fault);
  }

  function put(cell, look, text) {
    if (cell.textContent !== text) {
      cell.textContent = text;
      cell.className = look;
    }
  }

  // Counts each run's answers to the cases; returns how many are wrong in all.
  function fill(row, cases, wrongs) {
    return Array.from(row.cells).slice(1).reduce((sum, cell, run) => {
      const asked = cases.filter((c) => c[3][run] !== '-').length;
      const wrong = cases.filter((c) => wrongs.includes(c[3][run])).length;
      put(cell, !asked ? 'zero' : wrong ? 'no' : 'ok', !asked ? '-' : wrong ? '✗ ' + wrong + '/' + asked : '✓ ' + asked);
      return sum + wrong;
    }, 0);
  }

  // An outcome leaves the rows where somebody has it, and counts it alone.
  function show() {
    const chosen = Array.from(new FormData(form)).filter(([, value]) => value), want = Object.fromEntries(chosen);
    const fits = wanted(want), text = (want.text || '').toLowerCase();
    const wrongs = letters.filter((l) => (want.outcome ? GRID.letters[l] === want.outcome : GRID.letters[l] !== 'pass'));
    rows.forEach(({row, area, name, cases}) => {
      const some = (!want.area || area === want.area) && name.includes(text) ? cases.filter(fits) : [];
      row.hidden = some.length === 0 || (fill(row, some, wrongs) === 0 && Boolean(want.outcome));
    });
    form.querySelector('output').textContent = rows.filter(({row}) => !row.hidden).length + ' of ' + rows.length + ' families';
    history.replaceState(null, '', '#' + new URLSearchParams(chosen));
  }

  function read() {
    new URLSearchParams(location.hash.slice(1)).forEach((value, name) => { if (fields[name]) fields[name].value = value; });
    show();
  }

  offer('area', rows.map(({area}) => area).sort());
  offer('fault', GRID.faults.slice().sort());
  offer('level', GRID.levels);
  offer('outcome', letters.map((l) => GRID.letters[l]).filter((word) => word !== 'pass'));
  offer('profile', cells.map(([profile]) => profile).sort());
  offer('abi', cells.map(([, abi]) => abi).sort());
  form.hidden = false;
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', read);
  if (location.hash.length > 1)
    read();
})();
