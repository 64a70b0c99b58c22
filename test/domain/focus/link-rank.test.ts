import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roleByRank, roleRank } from '../../../lib/base/links/url-role.ts';
import { decodeRank, encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { quantise, rankOf } from '../../../lib/domain/frontier/entry.ts';

const standing = fc.record({
  relevance: fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000),
  tunnelDepth: fc.integer({ min: 0, max: 29 }),
  parents: fc.integer({ min: 0, max: 8 }),
});

describe('the rank of a URL by its relevance', () => {
  it('says what it was made of, after the packed frontier has stored it', () => {
    fc.assert(
      fc.property(standing, (one) => {
        const read = decodeRank(rankOf(quantise(encodeRank(one))));
        expect(read).toEqual({ ...one, relevance: expect.closeTo(one.relevance, 9) });
      }),
    );
  });

  it('is lower for what is more relevant, then for a smaller tunnel depth, then for what more pages link to', () => {
    fc.assert(
      fc.property(standing, standing, (a, b) => {
        const order = b.relevance - a.relevance || a.tunnelDepth - b.tunnelDepth || b.parents - a.parents;
        expect(Math.sign(encodeRank(a) - encodeRank(b))).toBe(Math.sign(order));
      }),
    );
  });

  it('is never taken for that of a sitemap, of a seed or of a depth', () => {
    fc.assert(
      fc.property(standing, fc.integer({ min: 0, max: 10_000 }), (one, depth) => {
        expect(roleByRank(depth, encodeRank(one))).toBeUndefined();
        expect(decodeRank(depth)).toBeUndefined();
        expect(decodeRank(roleRank(depth, { is: 'sitemap', level: depth % 4 }))).toBeUndefined();
      }),
    );
    expect(decodeRank(-2_000_000)).toBeUndefined();
  });
});
