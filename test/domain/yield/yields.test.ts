import { describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { estimate } from '../../../lib/domain/yield/estimate.ts';
import type { Brought } from '../../../lib/domain/yield/gain.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import {
  emptyYields,
  linkRegionOf,
  most,
  positionOf,
  type Yields,
} from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const at = (path: string): CanonicalUrl => `http://example.org${path}` as CanonicalUrl;

function page(url: CanonicalUrl, text: string): Brought {
  return { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false };
}

function fetched(
  yields: Yields,
  path: string,
  brought: Brought | string,
  options: { from?: number; found?: string[]; known?: string[] } = {},
) {
  const url = at(path);
  const position = positionOf(yields, url, options.from ?? 0);
  const gain = observe(yields, {
    ...{ url, position, found: (options.found ?? []).map(at), unresolved: [] },
    known: (options.known ?? []).map(at),
    brought: typeof brought === 'string' ? page(url, brought) : brought,
  });
  return { gain, id: linkRegionOf(yields, position).id };
}

const text = (...keys: string[]): string => prose(dice(...keys), 60).join('\n');

function fetchGood(yields: Yields, count: number): void {
  for (let n = 0; n < count; n++) fetched(yields, `/good/${n}`, text('good', String(n)));
}

describe('what a fetch brings', () => {
  it.each([
    ['a text that nobody said', text('other'), 1],
    ['the same text', text('same'), 0],
    [
      'the same text with other numbers and dates, for a page that leads on',
      `${text('same')}\nOn 3 May 2031 there are 17.`,
      0,
    ],
    ['the same text with the words of its own URL', `${text('same')}\nThere is no such page: barn apple`, 0],
    [
      'the same text and a sentence more',
      `${text('same')}\nA quiet printer of Selby repaired the wooden tower.`,
      1,
    ],
  ])('%s', (_, said, gain) => {
    const yields = emptyYields();
    fetched(yields, '/a/tall-mill', `${text('same')}\nThere is no such page: tall mill`);
    expect(fetched(yields, '/a/barn-apple', said, { found: ['/a/3'] }).gain).toBe(gain);
  });

  it('is half of something where a page leads nowhere and only its numbers are new', () => {
    const yields = emptyYields();
    fetched(yields, '/a/1', text('same'));
    expect(fetched(yields, '/a/2', `${text('same')}\nIt costs 123.45 euros.`).gain).toBe(0.5);
  });

  it('is nothing for an error, a twin, and a redirect on the host', () => {
    const yields = emptyYields();
    const url = at('/a/1');
    expect(fetched(yields, '/a/1', { kind: 'error' }).gain).toBe(0);
    expect(fetched(yields, '/a/2', { kind: 'redirect', to: at('/'), isElsewhere: false }).gain).toBe(0);
    expect(fetched(yields, '/a/3', { ...page(url, text('new')), isTwin: true } as Brought).gain).toBe(0);
  });

  it('is nothing for a page that says what it said under another id', () => {
    const yields = emptyYields();
    for (let n = 0; n < 50; n++) fetched(yields, `/p${n}?s=4f1d0a9b77c2e8d3`, text('page', String(n)));
    expect(fetched(yields, '/p7?s=9b77c2e8d34f1d0a', text('page', '7'), { found: ['/p8'] }).gain).toBe(0);
  });
});

describe('a region', () => {
  const expected = (yields: Yields, path: string, from = 0) =>
    estimate(yields, positionOf(yields, at(path), from));

  /** Fetches pages that say the same, and lead to more of their region. */
  function fetchFed(yields: Yields, count: number, path: (n: number) => string): void {
    let from = 0;
    for (let n = 0; n < count; n++)
      from = fetched(yields, path(n), text('same'), { from, found: [path(1_000 + n)] }).id;
  }

  it('is held after some fetches in vain where its pages lead to more of it, and nothing beside it', () => {
    const yields = emptyYields();
    fetchGood(yields, 60);
    fetchFed(yields, 13, (n) => `/bad/${n}`);
    expect(expected(yields, '/bad/7').held?.why).toBe('barren');
    expect(expected(yields, '/good/7').held).toBeUndefined();
    expect(expected(yields, '/new/7').held).toBeUndefined();
  });

  it('gets a few more tries in a host that may be small', () => {
    const yields = emptyYields();
    fetchFed(yields, 12, (n) => `/bad/${n}`);
    expect(expected(yields, '/bad/99').held).toBeUndefined();
    fetchFed(yields, 1, (n) => `/bad/${20 + n}`);
    expect(expected(yields, '/bad/99').held?.why).toBe('barren');
  });

  it.each([
    ['errors', { kind: 'error' } as const],
    ['copies', text('same')],
  ])(
    'that ends by itself is held after 200 fetches in vain, not before, and never with what lies in it: %s',
    (_, brought) => {
      const yields = emptyYields();
      fetchGood(yields, 60);
      fetched(yields, '/elsewhere/0', text('same'));
      for (let n = 0; n < 199; n++) fetched(yields, `/bad/${n}`, brought);
      expect(expected(yields, '/bad/999').held).toBeUndefined();
      fetched(yields, '/bad/199', brought);
      expect(expected(yields, '/bad/999').held).toMatchObject({ why: 'vain', name: '/bad/#' });
      expect(expected(yields, '/bad/other/999').held).toBeUndefined();
      fetched(yields, '/bad/200', text('new'));
      expect(expected(yields, '/bad/999').held).toBeUndefined();
    },
  );

  it('of which one in ten pages is new is never held, however many are dead', () => {
    const yields = emptyYields();
    for (let n = 0; n < 2_000; n++) {
      expect(expected(yields, `/old/${n}`).held, `after ${n}`).toBeUndefined();
      fetched(yields, `/old/${n}`, n % 10 === 9 ? text('old', String(n)) : { kind: 'error' });
    }
  });

  it('is not held for what its pages lead to outside of it, nor for what pages that bring something bear', () => {
    const yields = emptyYields();
    fetchGood(yields, 60);
    for (let n = 0; n < 40; n++) {
      fetched(yields, `/old/${n}`, { kind: 'error' });
      fetched(yields, `/old/${100 + n}`, text('same'), { found: [`/elsewhere/${n}`] });
      if (n % 4 === 0)
        fetched(yields, `/old/${200 + n}`, text('old', String(n)), {
          found: [1, 2, 3, 4, 5, 6].map((k) => `/old/${k}00${n}`),
        });
    }
    expect(expected(yields, '/old/999').held).toBeUndefined();
  });

  it('of which many folders feed on each other gives the next one no try', () => {
    const yields = emptyYields();
    fetchGood(yields, 60);
    let from = 0;
    for (let n = 0; n < 20; n++) {
      const folder = (k: number): string => `/made/${'abcdefghijklmnopqrstuvw'[k]}/x`;
      from = fetched(yields, folder(n), text('same'), { from, found: [folder(n + 1), folder(n + 2)] }).id;
    }
    expect(expected(yields, '/made/z/x').held?.name).toBe('/made/');
  });

  it('is let go when its pages led to something new', () => {
    const yields = emptyYields();
    fetchGood(yields, 60);
    const { id } = fetched(yields, '/list/1', text('list'));
    for (let n = 2; n < 14; n++)
      fetched(yields, `/list/${n}`, text('list'), { found: ['/item/1', `/list/${n + 1}`] });
    expect(expected(yields, '/list/99').held).toBeDefined();
    for (let n = 0; n < 12; n++) fetched(yields, `/item/${n}`, text('item', String(n)), { from: id });
    expect(expected(yields, '/list/99').held).toBeUndefined();
  });

  it('that turned from barren to good is let go within ten visits', () => {
    const yields = emptyYields();
    fetchGood(yields, 200);
    for (let n = 0; n < 250; n++) fetched(yields, `/bad/${n}`, { kind: 'error' });
    let visits = 0;
    for (; expected(yields, `/bad/${900 + visits}`).held !== undefined; visits++) {
      expect(visits).toBeLessThan(10);
      fetched(yields, `/bad/${900 + visits}`, text('turned', String(visits)));
    }
    expect(visits).toBeGreaterThan(0);
  });

  it('that says something new on every page is held once it has led to nothing but itself for long', () => {
    const yields = emptyYields();
    let from = 0;
    let pages = 0;
    for (; pages < 400 && expected(yields, `/tale/${pages}`, from).held === undefined; pages++) {
      from = fetched(yields, `/tale/${pages}`, text('tale', String(pages)), {
        from,
        found: [`/tale/${pages + 1}`],
      }).id;
    }
    expect(pages).toBeGreaterThan(180);
    expect(pages).toBeLessThan(300);
    expect(expected(yields, `/tale/${pages}`, from).held?.why).toBe('endless');
    // Found elsewhere, it may be fetched.
    expect(expected(yields, `/tale/${pages}`, 0).held).toBeUndefined();
  });

  /** Fetches pages that each lead to three unknown ones, and some to known ones, until they are held. */
  function pagesUntilHeld(knownOf: (page: number) => string[]): number {
    const yields = emptyYields();
    let from = 0;
    for (let page = 0; page < 400; page++) {
      if (expected(yields, `/tale/${page}`, from).held !== undefined) return page;
      const found = [1, 2, 3].map((n) => `/tale/${3 * page + n}`);
      const pageText = text('tale', String(page));
      from = fetched(yields, `/tale/${page}`, pageText, { from, found, known: knownOf(page) }).id;
    }
    return 400;
  }

  it('whose pages lead to unknown ones alone, as those that a host makes up, is held soon', () => {
    expect(pagesUntilHeld(() => [])).toBeLessThan(80);
    const oneOfThirty = (page: number): string[] => (page % 30 === 29 ? [`/tale/${page - 1}`] : []);
    expect(pagesUntilHeld(oneOfThirty)).toBeLessThan(100);
  });

  it('is held no sooner than another where its pages lead to known ones as well, as those of a wiki do', () => {
    for (const every of [2, 5, 10]) {
      const recent = (page: number): string[] => (page % every === 0 ? [`/tale/${page + 1}`] : []);
      expect(pagesUntilHeld(recent)).toBeGreaterThan(165);
    }
  });
});

describe('the memory of a host', () => {
  it('has a fixed size, whatever the host makes up', () => {
    const yields = emptyYields();
    const roll = dice('bounded');
    const word = (): string => Array.from({ length: 6 }, () => roll.pick([...'abcdefghijklmnop'])).join('');
    let from = 0;
    for (let n = 0; n < 20_000; n++) {
      const path = `/${word()}/${word()}/${n}?${word()}=${word()}`;
      from = fetched(yields, path, { kind: 'error' }, { from, found: [`/${word()}`] }).id;
    }
    expect(yields.regions.size).toBeLessThanOrEqual(most.regions);
    expect(yields.linkRegions.size).toBeLessThanOrEqual(most.linkRegions);
    expect(yields.linkRegionById.size).toBe(yields.linkRegions.size);
    expect(yields.linked.size).toBeLessThanOrEqual(most.linked);
    expect(yields.met.size).toBeLessThanOrEqual(most.met);
  });
});
