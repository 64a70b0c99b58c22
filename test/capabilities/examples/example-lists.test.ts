import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { openLists } from '../../../lib/capabilities/examples/set/example-lists.ts';
import type { ListablePage } from '../../../lib/capabilities/examples/set/listable-page.ts';
import { listsPage } from '../../../lib/capabilities/examples/set/lists-page.ts';
import { openRoundFigures } from '../../../lib/capabilities/examples/set/round-figures.ts';
import { viewed } from '../../support/viewed.ts';

const page = (name: string, relevance?: number, best?: string, at = 1): ListablePage => ({
  url: `http://a.example/${name}` as CanonicalUrl,
  at,
  ...(relevance === undefined ? {} : { relevance }),
  ...(best === undefined ? {} : { best }),
});
const urls = (pages: readonly ListablePage[]) => pages.map(({ url }) => url.slice(-2));

it('lists the best, the worst and the most doubtful pages, without those that a person has judged', () => {
  const lists = openLists(2);
  for (let at = 0; at < 10; at += 1) lists.add(page(`p${at}`, at / 10, at < 5 ? 'rails' : 'owls'), undefined);
  lists.add(page('p+', 0.99, 'owls'), 'in');
  lists.add(page('p?'), undefined);
  const { likely, unlikely, doubtful, classes, unclassified, visited } = lists.finish(
    new Map([['owls', 0.8]]),
  );
  expect([urls(likely), urls(unlikely), urls(doubtful).slice(0, 2)]).toEqual([
    ['p9', 'p8'],
    ['p0', 'p1'],
    ['p5', 'p4'],
  ]);
  expect(classes.map(({ best, ...one }) => ({ ...one, best: urls(best) }))).toEqual([
    { id: 'owls', pages: 6, relevant: 6, rate: 0.8, best: ['p9', 'p8'] },
    { id: 'rails', pages: 5, relevant: 0, best: ['p4', 'p3'] },
  ]);
  expect({ visited, ...unclassified }).toMatchObject({ visited: 12, pages: 1, isHigh: false });
});

it('warns when many pages are in no class', async () => {
  const lists = openLists(5);
  for (const name of ['p1', 'p2', 'p3']) lists.add(page(name, 0.1), undefined);
  lists.add(page('p4', 0.9, 'owls'), undefined);
  const found = lists.finish();
  expect(found.unclassified).toMatchObject({ pages: 3, share: 0.75, isHigh: true });
  const html = listsPage({ v: 1, job: '<owls>', at: 0, rounds: [], ...found });
  expect(html).toContain('75 %) are in no class');
  expect(html).toContain('<h2><bdi>In no class</bdi></h2>');
  expect(urls(found.unclassified.some)).toEqual(['p1', 'p2', 'p3']);
  expect(await viewed('examples-lists', { v: 1, job: 'owls', at: 0, rounds: [], ...found })).toMatch(
    /in no class: .*\n.*\n.*p1/,
  );
  expect(html).not.toContain('<owls>');
});

it('counts pages for the round in which they were visited first', () => {
  const round = (number: number, begunAt: number) => ({ number, begunAt, in: 1, out: 0, unlabelled: 0 });
  const figures = openRoundFigures([round(1, 10), round(2, 20)]);
  for (const one of [
    page('p1', 0.9, 'owls', 5),
    page('p2', 0.9, 'owls', 12),
    page('p3', 0.1, 'rails', 15),
    page('p4', 0.8, 'owls', 30),
  ])
    figures.add(one);
  expect(figures.figures()).toMatchObject([
    { number: 1, ms: 5, fetched: 2, relevant: 1, harvest: 0.5, byClass: { owls: 1 } },
    { number: 2, ms: 10, fetched: 1, relevant: 1, harvest: 1, byClass: { owls: 1 } },
  ]);
});
