/**
 * What the page does in a browser: a click, or an arrow key, picks the nearest dot and shows its record; and while a crawl
 * is watched, the page takes in its newest state. Everything that is not ours is set as text. Without it all but the
 * records is there.
 */
export const script = `
'use strict';
(() => {
let dots = read(document);
let picked;
const main = () => document.querySelector('main');

function read(page) {
  return JSON.parse(page.getElementById('dots').textContent);
}
function area() {
  return [...document.querySelectorAll('.plots .area')].find((one) => one.offsetParent !== null);
}
function place(dot) {
  const byTime = area().closest('.plot').classList.contains('by-time');
  return [byTime ? dot.x : dot.p, 1 - dot.relevance];
}
function nearest(event) {
  const box = area().getBoundingClientRect();
  let best, least = event.pointerType === 'touch' ? 44 : 24;
  for (const dot of dots) {
    const [x, y] = place(dot);
    const far = Math.hypot(x * box.width - (event.clientX - box.left), y * box.height - (event.clientY - box.top));
    if (far <= least) [best, least] = [dot, far];
  }
  return best;
}
function element(name, text, parent) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  parent?.append(made);
  return made;
}
function show(dot) {
  picked = dot;
  const panel = document.getElementById('page');
  if (!panel) return;
  for (const ring of document.querySelectorAll('.ring')) ring.hidden = true;
  if (!dot) return;
  panel.replaceChildren();
  const isLink = /^https?:\\/\\//.test(dot.url) && !dot.url.endsWith('\\u2026');
  element('bdi', dot.title || 'No title', element('h3', undefined, panel));
  const where = element(isLink ? 'a' : 'span', undefined, element('p', undefined, panel));
  element('bdi', dot.url, where);
  if (isLink) {
    where.href = dot.url;
    where.rel = 'noreferrer noopener';
    where.target = '_blank';
  }
  const list = element('dl', undefined, panel);
  const row = (name, value) => {
    const both = element('div', undefined, list);
    element('dt', name, both);
    element('dd', value, both);
  };
  row('relevance', dot.relevance.toFixed(2));
  row('score', String(dot.score));
  row('', dot.onTopic ? 'on topic' : 'off topic');
  row('first visit', new Date(dot.at).toISOString().slice(0, 19).replace('T', ' ') + ' UTC');
  row('links from a seed', String(dot.depth));
  if (dot.classes) row('classes', dot.classes.map(({ name, share }) => name + ' ' + Math.round(100 * share) + ' %').join(', '));
  row('verdict', dot.says);
  const [x, y] = place(dot);
  const ring = area().querySelector('.ring');
  ring.hidden = false;
  ring.style.left = 100 * x + '%';
  ring.style.top = 100 * y + '%';
}
document.addEventListener('pointerup', (event) => {
  if (!event.target.closest('.plots .area')) return;
  const dot = nearest(event);
  if (dot) show(dot);
});
document.addEventListener('keydown', (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || !event.target.closest('.plots .area') || dots.length === 0) return;
  event.preventDefault();
  const at = dots.indexOf(picked);
  show(dots[at === -1 ? 0 : Math.min(dots.length - 1, Math.max(0, at + step))]);
});
document.addEventListener('change', (event) => {
  if (event.target.name === 'axis') show(picked);
});

const seconds = Number(document.documentElement.dataset.refresh);
if (!seconds) return;
async function refresh() {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    if (!answer.ok) throw new Error(answer.statusText);
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const axis = document.querySelector('input[name=axis]:checked')?.id;
    const top = scrollY;
    main().replaceWith(document.adoptNode(next.querySelector('main')));
    dots = read(document);
    if (axis && document.getElementById(axis)) document.getElementById(axis).checked = true;
    if (picked) show(dots.find(({ url }) => url === picked.url) ?? picked);
    scrollTo(0, top);
    if (main().dataset.last === undefined) setTimeout(refresh, 1000 * seconds);
  } catch {
    document.getElementById('live').textContent = 'no longer answered: this is the last state that was seen';
    setTimeout(refresh, 5000 * seconds);
  }
}
setTimeout(refresh, 1000 * seconds);
})();
`;
