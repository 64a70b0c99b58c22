import { describe, expect, it } from 'vitest';
import { openBody, seal } from '../../../lib/domain/frontier/body.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import type { YieldRegion } from '../../../lib/domain/yield/region.ts';
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

  it.each([
    [2, 12, { judged: 0, judgedOdds: 0, linked: 0 }],
    [5, 17, { vain: 0, poor: 0, bearing: 0, births: 0 }],
  ])('is read as version %i wrote it: without what later ones tell', (version, columns, told) => {
    const [[, before]] = ofHosts as unknown as [[string, Yields]];
    const { c, k, ...rest } = JSON.parse(JSON.stringify(storeYields(before)));
    const earlier = { ...rest, c: c.slice(0, columns), k: k.slice(0, columns) };
    const after = restoreYields(earlier, hashesOf(before), version);
    expect([...after.regions.keys()]).toEqual([...before.regions.keys()]);
    for (const [name, region] of after.regions) {
      const { fetched, brought, inside } = before.regions.get(name) as YieldRegion;
      expect(region, name).toMatchObject({ fetched, brought, inside, ...told });
    }
  });

  it('is read as version 4 wrote it: relevant pages that were promised and kept are no pages that were judged', () => {
    const [[, before]] = ofHosts as unknown as [[string, Yields]];
    const { host, ...rest } = before;
    const sums = { ...host, judged: 15, judgedOdds: -30, linked: 3, linkedOdds: -6 };
    const { c, ...stored } = JSON.parse(JSON.stringify(storeYields({ ...rest, host: sums })));
    const after = restoreYields({ ...stored, c: c.slice(0, 16) }, hashesOf(before), 4);
    expect(after.host).toMatchObject({
      judged: 0,
      judgedOdds: 0,
      promisedOdds: 0,
      linked: 3,
      linkedOdds: -6,
    });
  });

  it('is read as version 6 wrote it: what pages said is no sign that nobody read them', () => {
    const before: Yields = {
      ...emptyYields(),
      nextId: 2,
      met: new Map([
        [7, 0],
        [8, 1],
        [9, 200],
      ]),
    };
    const stored = JSON.parse(JSON.stringify(storeYields(before)));
    const after = [6, 7].map((version) => [...restoreYields(stored, hashesOf(before), version).met.values()]);
    expect(after).toEqual([
      [0, 2, 200],
      [0, 1, 200],
    ]);
  });

  it('is read as version 1 wrote it: without marks, kinds and undecided pages', () => {
    const [[, before]] = ofHosts as unknown as [[string, Yields]];
    const { h, c, k, i, ...rest } = JSON.parse(JSON.stringify(storeYields(before)));
    const earlier = { ...rest, h: h.slice(0, 5), c: c.slice(0, 11), k: k.slice(0, 11), i: i.slice(0, -1) };
    const { memory } = before;
    const bytes = hashesOf({ ...before, memory: { ...memory, marks: new Set() } });
    const after = restoreYields(earlier, bytes);
    expect([...after.regions.keys()]).toEqual([...before.regions.keys()]);
    expect(after.host.fetched).toBe(before.host.fetched);
    expect(after.met).toEqual(before.met);
    expect(after.memory).toEqual({ ...memory, marks: new Set() });
    expect([...after.linkRegions.values()].every(({ undecided, kinds }) => undecided + kinds === 0)).toBe(
      true,
    );
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
