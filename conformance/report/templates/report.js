// The filter. A case takes from its group what it does not say itself.
(() => {
  const all = (what, within = document) => Array.from(within.querySelectorAll(what));
  const form = document.getElementById('filter'), fields = form.elements, keys = ['o', 'c', 'a', 's'];

  const cases = all('.group').flatMap((group) => {
    const first = group.querySelector('.case').dataset, title = group.querySelector('.title').textContent;
    return all('.case,.ids>li', group).map((element) => {
      const id = element.querySelector('a').textContent, own = {...first, a: id.split('/').slice(-2)[0], ...element.dataset};
      return {element, own, text: (id + ' ' + title).toLowerCase()};
    });
  });

  function filter() {
    const text = fields.t.value.toLowerCase(), chosen = keys.filter((key) => fields[key].value !== '');
    const fits = (one) => one.text.includes(text) && chosen.every((key) => one.own[key] === fields[key].value);
    cases.forEach((one) => { one.element.hidden = !fits(one); });
    const shown = cases.filter((one) => !one.element.hidden).length;
    all('.group').forEach((group) => {
      group.hidden = !group.querySelector('.case:not([hidden]),.ids>li:not([hidden])');
      if ((text || chosen.length) && !group.hidden && shown <= 50)
        group.open = true;
    });
    all('.level').forEach((level) => { level.hidden = !level.querySelector('.group:not([hidden])'); });
    form.querySelector('output').textContent = shown + ' of ' + cases.length + ' failures shown';
  }

  keys.forEach((key) => {
    const words = new Set(cases.map((one) => one.own[key]).filter(Boolean));
    Array.from(words).sort().forEach((word) => fields[key].add(new Option(word, word)));
  });
  form.hidden = cases.length === 0;
  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  filter();
})();
