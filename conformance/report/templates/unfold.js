// SPDX-License-Identifier: MIT
// A link to folded text opens it.
(() => {
  function unfold() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement)
      if (at.tagName === 'DETAILS')
        at.open = true;
    target?.scrollIntoView();
  }

  addEventListener('hashchange', unfold);
  if (location.hash)
    unfold();
})();
