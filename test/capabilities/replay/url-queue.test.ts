import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openUrlQueue } from '../../../lib/capabilities/replay/url-queue.ts';
import { quantise } from '../../../lib/domain/frontier/entry.ts';

describe('the queue of a replay', () => {
  it('gives URLs by rank, then depth, then arrival, however they were put and moved', () => {
    const put = fc.record({ node: fc.nat(19), rank: fc.nat(4), depth: fc.nat(2) });
    fc.assert(
      fc.property(fc.array(put, { maxLength: 80 }), (puts) => {
        const queue = openUrlQueue(20);
        const known = new Map<number, { rank: number; depth: number; seq: number }>();
        for (const { node, rank, depth } of puts) {
          queue.put(node, rank, depth);
          known.set(node, { rank, depth, seq: known.get(node)?.seq ?? known.size });
        }
        const expected = [...known].sort(
          ([, a], [, b]) => a.rank - b.rank || a.depth - b.depth || a.seq - b.seq,
        );
        expect(queue.size).toBe(known.size);
        expect(Array.from({ length: queue.size }, () => queue.take())).toEqual(
          expected.map(([node]) => node),
        );
        expect(queue.take()).toBeUndefined();
      }),
    );
  });

  it('can lose one from anywhere, and keeps the order of the others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1_000), { minLength: 1, maxLength: 40 }), fc.nat(), (ranks, draw) => {
        const queue = openUrlQueue(ranks.length);
        for (const [node, rank] of ranks.entries()) queue.put(node, rank, 0);
        const taken = queue.takeAt(draw % ranks.length) as number;
        const left = [...ranks.keys()].filter((node) => node !== taken);
        left.sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
        expect(left.map(() => queue.take())).toEqual(left);
      }),
    );
  });

  it('keeps ranks as the frontier does', () => {
    const queue = openUrlQueue(1);
    queue.put(0, 123.456789, 3);
    expect(queue.rankOf(0)).toBe(quantise(123.456789) / 1_000);
    expect(queue.depthOf(0)).toBe(3);
  });
});
