// SPDX-License-Identifier: MIT
// A list of any length, of which only the lines in sight exist. Keys move through it; `choose(index)` is told.
'use strict';

class LongList {
  constructor(element, render, choose) {
    Object.assign(this, { element, render, choose, count: 0, current: -1 });
    this.height = 21;
    this.space = element.appendChild(document.createElement('div'));
    this.lines = element.appendChild(document.createElement('div'));
    element.addEventListener('scroll', () => this.draw());
    element.addEventListener('keydown', (e) => this.key(e));
    element.addEventListener('click', (e) => {
      const line = e.target.closest('.line');
      if (line) this.choose(Number(line.dataset.index), e.target);
    });
  }
  // Another content.
  reset(count) {
    this.count = count;
    this.current = -1;
    this.space.style.height = count * this.height + 'px';
    this.element.style.height = Math.min(16, count + 1) * this.height + 'px';
    this.element.scrollTop = 0;
    this.draw();
  }
  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 2);
    const last = Math.min(this.count, first + Math.ceil((this.element.clientHeight || 336) / this.height) + 4);
    const made = [];
    for (let i = first; i < last; i++) {
      const line = this.render(i);
      line.classList.add('line');
      line.id = this.element.id + '-' + i;
      line.dataset.index = i;
      line.setAttribute('role', 'option');
      line.setAttribute('aria-posinset', i + 1);
      line.setAttribute('aria-setsize', this.count);
      line.setAttribute('aria-selected', i === this.current);
      made.push(line);
    }
    this.lines.style.transform = 'translateY(' + first * this.height + 'px)';
    this.lines.replaceChildren(...made);
  }
  // Makes a line the current one and brings it into sight.
  go(index) {
    this.current = index;
    const top = index * this.height, room = this.element.clientHeight || 336;
    if (index >= 0 && (top < this.element.scrollTop || top + this.height > this.element.scrollTop + room))
      this.element.scrollTop = Math.max(0, top - room / 3);
    this.draw();
    this.element.setAttribute('aria-activedescendant', this.element.id + '-' + index);
  }
  key(e) {
    const page = Math.floor((this.element.clientHeight || 336) / this.height) - 1;
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count };
    if (!(e.key in steps) || this.count === 0) return;
    e.preventDefault();
    this.choose(Math.max(0, Math.min(this.count - 1, this.current + steps[e.key])));
  }
}
