import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { Visit } from '../../lib/domain/frontier/entry.ts';
import { siteChanges } from '../../lib/graph/sites/site-changes.ts';

const day = 86_400_000;
const now = 1_000 * day;

/** A page that was visited first and last so many days ago, and changed so often in between. */
const page = (first: number, last: number, revisions = 0): Visit => ({
  ...{ url: 'http://a.example/' as CanonicalUrl, outcome: 'stored', tries: 0, depth: 0, revisions },
  ...{ at: now - last * day, firstSeen: now - first * day, changedAt: now - last * day },
});

describe('how a site changes', () => {
  it.each([
    [[page(100, 0, 5), page(100, 0, 6)], { newPages: 0, changeRate: 1.65, kind: 'volatile' }],
    [[page(100, 0, 1), page(20, 0, 0)], { newPages: 1, changeRate: 0.25, kind: 'changing' }],
    [[page(300, 0, 1), page(300, 0, 0)], { newPages: 0, changeRate: 0.05, kind: 'stable' }],
  ])('is the changes of a page in the time that it was watched: %#', (visits, expected) => {
    expect(siteChanges(visits, now)).toEqual({
      ...expected,
      changeRate: expect.closeTo(expected.changeRate, 6),
    });
  });

  it('is not known of pages that were not visited again, however old they are', () => {
    expect(siteChanges([page(200, 200), page(10, 10), page(29, 0)], now)).toEqual({ newPages: 2 });
  });
});
