import { describe, expect, it } from 'vitest';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { hashesOf, restoreYields, storeYields } from '../../../lib/domain/yield/stored-yields.ts';
import { emptyYields, type Yields } from '../../../lib/domain/yield/yields.ts';
import { randomWeb } from '../../support/random-web/random-web.ts';
import { crawlByYield } from './simulated-crawl.ts';

const { yields: ofHosts } = await crawlByYield(randomWeb(1), { maxFetches: 300 });

describe('what is stored of the yields of a host', () => {
  it('is read as it was written, in the order in which it was met, counts to a thousandth', () => {
    for (const [host, before] of ofHosts) {
      const after = restored(before);
      expect(storeYields(after), host).toEqual(storeYields(before));
      expect(hashesOf(after), host).toEqual(hashesOf(before));
      expect([...after.linkRegionById.keys()].sort(), host).toEqual([...before.linkRegionById.keys()].sort());
      for (const [name, { tries }] of before.regions)
        expect(after.regions.get(name)?.tries, name).toBeCloseTo(tries, 2);
    }
  });

  it('is nothing before the first fetch', () => {
    expect(storeYields(emptyYields())).toBeUndefined();
  });

  it('is dropped of a host whose names are too long for its body, but ids are never used again', async () => {
    const host = 'north0.localhost:8080' as never;
    const limits = {
      ...openBody(undefined, { host, fingerprintKey: 'key' }).limits,
      headBytes: 10,
      maxHeadBytes: 10,
    };
    const body = openBody(undefined, { host, fingerprintKey: 'key', limits });
    const [[, known]] = ofHosts as unknown as [[string, Yields]];
    Object.assign(yieldsOf(body), restored(known));
    const read = async (): Promise<Uint8Array> => new Uint8Array(0);
    await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1', read });
    expect(yieldsOf(body).regions.size).toBe(0);
    expect(yieldsOf(body).nextId).toBe(known.nextId);
  });
});

function restored(yields: Yields): Yields {
  return restoreYields(JSON.parse(JSON.stringify(storeYields(yields))), hashesOf(yields));
}
