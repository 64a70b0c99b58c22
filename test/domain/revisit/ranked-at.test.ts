import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { rankedAt, rankOfPage } from '../../../lib/domain/revisit/ranked-at.ts';
import { host, SegmentStore, urlOf } from '../frontier/segment-store.ts';

const fingerprintKey = 'a key';
const open = (bytes?: Uint8Array) => openBody(bytes, { host, fingerprintKey });
const ranks = (body: ReturnType<typeof open>, ...paths: readonly string[]) =>
  paths.map((path) => rankOfPage(body, fingerprint(fingerprintKey, urlOf(path))));

describe('the ranks of pages of a host', () => {
  test('are those of the last analysis, and come back with the body', async () => {
    const body = open();
    rankedAt(body, urlOf('/a'), 7.4);
    rankedAt(body, urlOf('/b'), 3);
    rankedAt(body, urlOf('/b'), 5_000);
    rankedAt(body, urlOf('/c'), 3);
    rankedAt(body, urlOf('/c'), 1.2);
    const { read } = new SegmentStore();
    const { bytes } = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1', read });
    expect(ranks(open(bytes), '/a', '/b', '/c', '/d')).toEqual([7, 100, 0, 0]);
  });

  test('are remembered of those that rank highest', () => {
    const body = open();
    for (const [path, rank] of [
      ['/a', 9],
      ['/b', 2],
      ['/c', 4],
      ['/d', 3],
    ] as const)
      rankedAt(body, urlOf(path), rank, 2);
    expect(ranks(body, '/a', '/b', '/c', '/d')).toEqual([9, 0, 4, 0]);
  });
});
