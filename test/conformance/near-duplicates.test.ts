import { describe, expect, it } from 'vitest';
import { minHashesOf } from '../../lib/base/likeness/min-hashes.ts';
import { keysOf, nearestGroup } from '../../lib/capabilities/near-duplicates/group.ts';
import { readMarkup } from '../../lib/documents/html/read-markup.ts';
import { hasCases, readCases } from '../support/cases.ts';

interface Pair {
  readonly id: string;
  readonly a: string;
  readonly b: string;
  readonly label: 'near-dup' | 'different' | 'grey';
}

const folder = 'near-duplicates';

describe.skipIf(!hasCases(`${folder}/pairs.jsonl`))('pairs of pages of 1997', () => {
  const pages = new Map(
    readCases<{ readonly key: string; readonly html: string }>(`${folder}/pages.jsonl.gz`).map(
      ({ key, html }) => [key, minHashesOf(readMarkup(html).text) ?? []] as const,
    ),
  );
  // Pages of a few pairs are not among the open ones.
  const pairs = readCases<Pair>(`${folder}/pairs.jsonl`).filter(({ a, b }) => pages.has(a) && pages.has(b));
  /** As a crawl finds it that has `one` in its index and meets `other`: by a key that it is listed under. */
  const isFound = (one: string, other: string): boolean => {
    const [listed, met] = [pages.get(one) ?? [], pages.get(other) ?? []];
    return keysOf(met).includes(listed[0] ?? -1) && nearestGroup(met, [{ minHashes: listed }]) !== undefined;
  };
  const found = (label: Pair['label']) => {
    const all = pairs
      .filter((pair) => pair.label === label)
      .flatMap(({ a, b }) => [isFound(a, b), isFound(b, a)]);
    return all.filter(Boolean).length / all.length;
  };

  it('are found in 95 of 100 cases where they are near-duplicates, and in at most one where they are not', () => {
    console.log(`near-duplicates: found ${found('near-dup')}, of different pages ${found('different')}`);
    expect(found('near-dup')).toBeGreaterThanOrEqual(0.95);
    expect(found('different')).toBeLessThanOrEqual(0.01);
  });
});
