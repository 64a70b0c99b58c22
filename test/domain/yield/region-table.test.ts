import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import type { Brought } from '../../../lib/domain/yield/gain.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { regionTable } from '../../../lib/domain/yield/region-table.ts';
import { textSketch } from '../../../lib/domain/yield/text-sketch.ts';
import { emptyYields, positionOf, type Yields } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

/** @param said of a page; absent: an error @param found what it leads to */
function fetched(yields: Yields, path: string, said?: string, found: readonly string[] = []): void {
  const url = `http://example.org${path}` as CanonicalUrl;
  const brought: Brought =
    said === undefined
      ? { kind: 'error' }
      : {
          kind: 'page',
          sketch: textSketch(url, { title: '', text: said, links: [] }),
          isTwin: false,
        };
  observe(yields, {
    url,
    position: positionOf(yields, url, 0),
    brought,
    found: found.map((one) => `http://example.org${one}` as CanonicalUrl),
    known: [],
    unresolved: [],
  });
}

/** Half of its pages say something, and half are days of a calendar without events. */
function hostWithCalendar(): Yields {
  const yields = emptyYields();
  for (let i = 0; i < 30; i++) {
    fetched(yields, `/old/${i}.html`, 'There is nothing on this day.', [`/old/${100 + i}.html`]);
    for (const half of ['a', 'b'])
      fetched(yields, `/news/${half}${i}.html`, prose(dice(half, `${i}`), 60).join('\n'));
  }
  return yields;
}

describe('the table of the regions of a host', () => {
  it('counts all fetches of a region and those that brought something new, however long ago', () => {
    const rows = regionTable(hostWithCalendar());
    expect(rows.find(({ name }) => name.includes('/old/'))).toMatchObject({ fetched: 30, brought: 1 });
    const news = rows.filter(({ name }) => name.includes('/news/'));
    expect(Math.max(...news.map(({ brought }) => brought))).toBeGreaterThanOrEqual(55);
  });

  it('names what is held first, and says why', () => {
    const [first, ...others] = regionTable(hostWithCalendar());
    expect(first).toMatchObject({ held: 'barren' });
    expect(first?.name).toContain('/old/');
    expect(others.filter(({ name }) => name.includes('/news/')).every(({ held }) => held === undefined)).toBe(
      true,
    );
  });

  it('is empty for a host of which nothing was fetched', () => {
    expect(regionTable(emptyYields())).toEqual([]);
  });
});
