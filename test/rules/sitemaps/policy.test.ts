import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLevels, roleByRank, roleRank } from '../../../lib/base/links/url-role.ts';
import { defaultsOf } from '../../../lib/base/setting-kinds/section.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { asked, quantise, rankOf } from '../../../lib/domain/frontier/entry.ts';
import { reportedChanges } from '../../../lib/rules/sitemaps/changes.ts';
import { speaksFor } from '../../../lib/rules/sitemaps/location.ts';
import { listedRank } from '../../../lib/rules/sitemaps/rank.ts';
import { sitemapsSection } from '../../../lib/rules/sitemaps/sitemap-settings.ts';
import { readDateTime } from '../../../lib/rules/sitemaps/w3c-date-time.ts';

const url = (text: string) => text as CanonicalUrl;
const sitemap = url('http://a.example/shop/sitemap.xml?x=/');

describe('where a sitemap speaks', () => {
  it.each([
    ['http://a.example/shop/x', true, true, true],
    ['http://a.example/', false, true, true],
    ['http://a.example/shopping', false, true, true],
    ['https://a.example/shop/x', false, true, true],
    ['http://b.example/shop/x', false, false, true],
  ])('for %s', (entry, protocol, host, any) => {
    expect(
      (['protocol', 'host', 'any'] as const).map((policy) => speaksFor(policy, sitemap, false, url(entry))),
    ).toEqual([protocol, host, any]);
  });

  it('is all of its host when robots.txt names it', () => {
    expect(speaksFor('protocol', sitemap, true, url('http://a.example/'))).toBe(true);
    expect(speaksFor('protocol', sitemap, true, url('https://a.example/'))).toBe(false);
  });
});

describe('the rank of what is listed', () => {
  const now = Date.UTC(2026, 0, 1);

  it('is the depth where nothing is said', () => {
    expect(listedRank(3, {}, now)).toBe(3);
  });

  it('orders pages of one depth by priority, then by how lately they changed, and never comes between depths', () => {
    const lastmod = (text: string) => ({ lastmod: readDateTime(text) as { at: number; until: number } });
    const order = [
      listedRank(3, { priority: 1, ...lastmod('2025-12-31T12:00Z') }, now),
      listedRank(3, { priority: 1 }, now),
      listedRank(3, { priority: 0.6 }, now),
      listedRank(3, lastmod('2025-12-31T12:00Z'), now),
      listedRank(3, lastmod('2025-12-20'), now),
      listedRank(3, lastmod('2020-12-20'), now),
      listedRank(3, { priority: 0 }, now),
    ];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThan(2.5);
    expect(Math.max(...order)).toBeLessThan(3.5);
  });

  it('told a sitemap, or what a page shows, to versions that stored no role, and never a page', () => {
    const depth = fc.nat(1_000);
    fc.assert(
      fc.property(depth, fc.constantFrom('sitemap', 'requisite'), fc.nat(10), (deep, is, hops) => {
        for (let level = 0; level <= maxLevels[is]; level++) {
          const rank = rankOf(quantise(roleRank(deep, { is, level }) + hops));
          expect(roleByRank(deep, rank, hops)).toEqual({ is, level });
        }
      }),
    );
    fc.assert(
      fc.property(
        depth,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(4e12),
        fc.nat(10),
        (deep, priority, at, hops) => {
          const rank = rankOf(
            quantise(listedRank(deep, { priority, lastmod: { at, until: at } }, now) + hops),
          );
          // Found at one depth and then nearer: the better of both is kept of each.
          expect(roleByRank(deep, rank, hops)).toBeUndefined();
          expect(roleByRank(deep - 1, rank, hops)).toBeUndefined();
          expect(roleByRank(deep, rankOf(asked), hops)).toBeUndefined();
        },
      ),
    );
  });
});

describe('what changed', () => {
  const fetchedAt = Date.UTC(2026, 5, 15, 12);
  const previousFetchAt = Date.UTC(2026, 5, 14, 12);
  const policy = defaultsOf(sitemapsSection);
  const one = (lastmod: string | undefined, more: object = {}) => {
    const moment = lastmod === undefined ? undefined : readDateTime(lastmod);
    return { kind: 'page' as const, url: url('http://a/'), ...(moment ? { lastmod: moment } : {}), ...more };
  };
  const dueBefore = (entry: ReturnType<typeof one>, fetch: object = {}) =>
    reportedChanges([entry], { fetchedAt, previousFetchAt, policy, ...fetch }).dueIfCheckedBefore.get(
      url('http://a/'),
    );
  const hasUndecided = (entry: ReturnType<typeof one>) =>
    reportedChanges([entry], { fetchedAt, previousFetchAt, policy }).hasUndecided;

  it('since the list was read before, makes what was checked before that due', () => {
    expect(dueBefore(one('2026-06-15T08:00Z'))).toBe(Date.UTC(2026, 5, 15, 8));
    expect(dueBefore(one('2026-06-14T08:00Z'))).toBeUndefined();
    expect(dueBefore(one('2020-01-01'), { previousFetchAt: 0 })).toBe(Date.UTC(2020, 0, 2));
  });

  it('on a day is told when the day is over, so that no change of that day is missed', () => {
    expect(dueBefore(one('2026-06-14'))).toBe(Date.UTC(2026, 5, 15));
    expect(dueBefore(one('2026-06-15'))).toBeUndefined();
    expect(hasUndecided(one('2026-06-15'))).toBe(true);
    expect(hasUndecided(one('2026-06-14'))).toBe(false);
  });

  it('is not told by the time of the answer, nor by the future', () => {
    expect(dueBefore(one('2026-06-15T11:59:30Z'))).toBeUndefined();
    expect(dueBefore(one('2030-01-01'))).toBeUndefined();
  });

  it('may be told by how often a page changes, where that is believed and no date is given', () => {
    const believing = { policy: { ...policy, changefreq: true } };
    expect(dueBefore(one(undefined, { changefreq: 'daily' }))).toBeUndefined();
    expect(dueBefore(one(undefined, { changefreq: 'daily' }), believing)).toBe(fetchedAt - 86_400_000);
    expect(dueBefore(one(undefined, { changefreq: 'never' }), believing)).toBeUndefined();
    expect(dueBefore(one('2020-01-01', { changefreq: 'daily' }), believing)).toBeUndefined();
  });

  it('is nothing where dates are not believed', () => {
    expect(
      dueBefore(one('2026-06-15T08:00Z'), { policy: { lastmod: false, changefreq: false } }),
    ).toBeUndefined();
  });
});
