import { describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { Brought } from '../../../lib/domain/yield/gain.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { regionTable } from '../../../lib/domain/yield/region-table.ts';
import { emptyYields, linkRegionOf, positionOf, type Yields } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const at = (path: string): CanonicalUrl => `http://example.org${path}` as CanonicalUrl;

/** @param from id of the link region of the page that led there @returns that of the page */
function fetched(
  yields: Yields,
  path: string,
  said?: string,
  { from = 0, leads = [] }: { readonly from?: number; readonly leads?: readonly string[] } = {},
): number {
  const url = at(path);
  const position = positionOf(yields, url, from);
  const brought: Brought =
    said === undefined
      ? { kind: 'error' }
      : {
          kind: 'page',
          sketch: textSketch(url, { title: '', text: said, links: [] }),
          isTwin: false,
        };
  observe(yields, { url, position, brought, found: leads.map(at), known: [], unresolved: [] });
  return linkRegionOf(yields, position).id;
}

function hostWithDeadFolder(): Yields {
  const yields = emptyYields();
  for (let i = 0; i < 30; i++) {
    fetched(yields, `/old/${i}.html`);
    for (const half of ['a', 'b'])
      fetched(yields, `/news/${half}${i}.html`, prose(dice(half, `${i}`), 60).join('\n'));
  }
  return yields;
}

describe('the table of the regions of a host', () => {
  it('counts all fetches of a region and those that brought something new, however long ago', () => {
    const rows = regionTable(hostWithDeadFolder());
    expect(rows.find(({ name }) => name.includes('/old/'))).toMatchObject({ fetched: 30, brought: 0 });
    const news = rows.filter(({ name }) => name.includes('/news/'));
    expect(Math.max(...news.map(({ brought }) => brought))).toBeGreaterThanOrEqual(55);
  });

  it.each(['barren', 'endless', 'vain'] as const)(
    'names what is held first, and says what it bears, whether it ends, and when it is tried: %s',
    (kind) => {
      const yields = hostWithDeadFolder();
      let from = 0;
      for (let i = 0; i < 240; i++) {
        const text = prose(dice(kind, `${i}`), 60).join('\n');
        const leads = [1, 2].map((k) => `/trap/${2 * i + k}`);
        if (kind === 'vain') fetched(yields, `/trap/${i}`);
        else if (kind === 'endless') from = fetched(yields, `/trap/${i}`, text, { from, leads });
        else if (i < 30) from = fetched(yields, `/trap/${i}`, 'the same again', { from, leads });
      }
      const [first, ...others] = regionTable(yields);
      expect(first).toMatchObject({ held: kind, feeds: kind === 'barren' });
      expect(first?.name).toContain('/trap/');
      expect(first?.bears).toBe({ barren: 2, endless: undefined, vain: 0 }[kind]);
      expect(first?.retryAt).toBe(2 * yields.host.fetched);
      const news = others.filter(({ name }) => name.includes('/news/'));
      expect(news.every(({ held, retryAt }) => held === undefined && retryAt === undefined)).toBe(true);
    },
  );

  it('is empty for a host of which nothing was fetched', () => {
    expect(regionTable(emptyYields())).toEqual([]);
  });
});
