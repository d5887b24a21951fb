// The search. Without it every page is reached by links. The index is a script, because a page that was opened as a file
// may not read other files.
(() => {
  const MOST = 40;
  const root = document.documentElement.dataset.root;
  const [form, query, found] = ['search', 'query', 'found'].map((id) => document.getElementById(id));
  let script = null, entries = [];

  function load() {
    if (script)
      return;
    script = document.createElement('script');
    script.src = root + 'search-index.js';
    script.onload = () => {
      entries = SITE_INDEX.map(([path, id, title, words, runs = []]) => {
        const text = [id, title, words, ...runs.map((run) => SITE_RUNS[run])].join(' ').toLowerCase();
        return {path, id, title, text};
      });
      show();
    };
    script.onerror = () => { found.textContent = 'The index of the search is missing.'; };
    document.head.append(script);
  }

  // The lower, the earlier: the id itself, its start, a part of it, the rest.
  function rank(entry, wanted) {
    const id = entry.id.toLowerCase(), at = id.indexOf(wanted);
    return id === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : 3;
  }

  function make(tag, ...content) {
    const made = document.createElement(tag);
    made.append(...content);
    return made;
  }

  function item(entry) {
    const link = make('a', entry.id);
    link.href = root + entry.path;
    return make('li', link, make('span', ' ' + entry.title));
  }

  function show() {
    const wanted = query.value.trim().toLowerCase(), words = wanted.split(/\s+/);
    found.replaceChildren();
    if (wanted === '' || !entries.length)
      return;
    const hits = entries.filter((entry) => words.every((word) => entry.text.includes(word)));
    hits.sort((a, b) => rank(a, wanted) - rank(b, wanted));
    const count = hits.length + ' found' + (hits.length > MOST ? '; the first ' + MOST : '') + ':';
    found.append(make('p', hits.length ? count : 'Nothing found.'), make('ul', ...hits.slice(0, MOST).map(item)));
  }

  form.hidden = false;
  query.addEventListener('focus', load);
  query.addEventListener('input', () => {
    load();
    show();
  });
  query.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      query.value = '';
      show();
    }
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    found.querySelector('a')?.click();
  });
})();
