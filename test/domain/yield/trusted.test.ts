import { describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { isTrusted } from '../../../lib/domain/yield/trusted.ts';
import { emptyYields, positionOf, type Yields } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const at = (path: string): CanonicalUrl => `http://a.localhost${path}` as CanonicalUrl;

/** Fetches a page, and reads it unless it is trusted. @returns whether it was read, and what it brought */
function fetched(
  yields: Yields,
  path: string,
  {
    says = path,
    known = [],
    isTwin = false,
  }: { says?: string; known?: readonly string[]; isTwin?: boolean } = {},
): { readonly isRead: boolean; readonly gain: number } {
  const url = at(path);
  const isRead = !isTrusted(yields, url, 0);
  const text = prose(dice('trusted', says), 60).join('\n');
  const sketch = textSketch(url, { title: '', text, links: [] });
  const gain = observe(yields, {
    ...{ url, position: positionOf(yields, url, 0), found: [], unresolved: [] },
    known: isRead ? known.map(at) : [],
    brought: { kind: 'page', ...(isRead && { sketch }), isTwin },
  });
  return { isRead, gain };
}

function numbered(count: number, first = 0): readonly string[] {
  return Array.from({ length: count }, (_, n) => `/page/${first + n}`);
}

function hostWith(paths: readonly string[]): Yields {
  const yields = emptyYields();
  for (const path of paths) fetched(yields, path);
  return yields;
}

describe('Pages of a pattern that were new', () => {
  it('stand for those that come after them: of eight, one is read', () => {
    const yields = emptyYields();
    const read = numbered(88).filter((path) => fetched(yields, path).isRead);
    expect(read.length).toBe(8 + 10);
    expect(yields.regions.get('/page/#')).toMatchObject({ fetched: 88, brought: 88 });
  });

  it('are all read from the first one on that brings nothing', () => {
    const yields = hostWith(numbered(40));
    expect(fetched(yields, '/page/40', { says: '/page/32' })).toEqual({ isRead: true, gain: 0 });
    expect(numbered(4, 41).filter((path) => fetched(yields, path).isRead).length).toBe(4);
  });

  it('bring nothing unread when another URL has the same content', () => {
    const yields = hostWith(numbered(20));
    expect(fetched(yields, '/page/20', { isTwin: true })).toEqual({ isRead: false, gain: 0 });
    expect(fetched(yields, '/page/21').isRead).toBe(true);
  });

  it('are taken for the same under another id, although nobody read them', () => {
    const names = [...'abcdefghijklmnopqrst'];
    const yields = emptyYields();
    const originals = names.map((says) => fetched(yields, `/s/a1b2c3d4e5f6/${says}`, { says }));
    expect(originals.filter(({ isRead }) => isRead).length).toBe(10);
    const copies = names.map((says) => fetched(yields, `/s/f6e5d4c3b2a1/${says}`, { says }));
    expect(copies).toEqual(copies.map(() => ({ isRead: true, gain: 0 })));
  });

  it('lead back to older ones as often as those do that are read', () => {
    const all = emptyYields();
    for (const path of numbered(88)) fetched(all, path, { known: ['/old/page'] });
    const { backed = 0 } = all.regions.get('/page/#') ?? {};
    // Each of them was found elsewhere, too.
    expect(backed).toBeGreaterThanOrEqual(88);
  });
});
