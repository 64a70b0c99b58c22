import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { candidateBytes, cutByBytes, jsonBytes } from '../../../lib/domain/inbox/cut-by-bytes.ts';
import { encodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';

const url = (n: number, length: number) => `http://a.example/?q=${n}`.padEnd(length, 'x') as CanonicalUrl;

describe('a list that is cut by its encoded bytes', () => {
  it('keeps every item in its order, in parts that are neither empty nor over a bound', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string()),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (items, maxBytes, maxItems) => {
          const parts = [...cutByBytes(items, { bytesOf: jsonBytes, maxBytes, maxItems })];
          expect(parts.flat()).toEqual(items);
          for (const part of parts) {
            expect(part.length).toBeGreaterThan(0);
            expect(part.length).toBeLessThanOrEqual(maxItems);
            const bytes = part.reduce((sum, item) => sum + jsonBytes(item), 0);
            expect(bytes <= maxBytes || part.length === 1).toBe(true);
          }
        },
      ),
    );
  });

  it('makes inbox items of about 60 KB, whatever the length of the URLs', () => {
    const candidates = Array.from({ length: 1_000 }, (_, n) => ({
      ...{ url: url(n, n % 2 === 0 ? 60 : 1_900), depth: 3, rank: 1.25 },
      ...(n % 3 === 0 ? { hops: 2 } : {}),
    }));
    const parts = [...cutByBytes(candidates, { bytesOf: candidateBytes, maxItems: 500 })];
    const sizes = parts.map((some) => encodeInboxMessage({ candidates: some }).length);
    expect(Math.max(...sizes)).toBeLessThan(60_100);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(57_000);
  });
});
