import { describe, expect, test } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import { bitOf, countSites, popularityOf } from '../../../lib/domain/revisit/popularity.ts';

const sitesOf = (count: number): number =>
  Array.from({ length: count }, (_, site) => bitOf(`www.site-${site}.example` as HostName)).reduce(
    (all, bit) => all | bit,
    0,
  );

describe('how many sites link to a page', () => {
  test('is told by one number, about, up to a hundred', () => {
    expect(countSites(0)).toBe(0);
    expect(countSites(sitesOf(1))).toBe(1);
    for (const many of [3, 10, 30]) {
      expect(countSites(sitesOf(many))).toBeGreaterThan(0.7 * many);
      expect(countSites(sitesOf(many))).toBeLessThan(1.3 * many);
    }
    expect(countSites(sitesOf(5_000))).toBe(100);
  });

  test('counts the hosts of a site once', () => {
    const hosts = ['www.example.co.uk', 'shop.example.co.uk', 'example.co.uk:8080'] as HostName[];
    expect(new Set(hosts.map(bitOf)).size).toBe(1);
  });

  test('makes it popular: each doubling alike, from 31 on no more', () => {
    expect([0, 1, 3, 7, 15, 31, 100].map(popularityOf)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1, 1]);
  });
});
