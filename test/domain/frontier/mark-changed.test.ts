import { describe, expect, it } from 'vitest';
import {
  admit,
  changed,
  type HostBody,
  openBody,
  prepare,
  seal,
  settle,
  take,
  visitedCount,
  visits,
} from '../../../lib/domain/frontier/body.ts';
import { type BodyLimits, defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { host, SegmentStore, urlOf } from './segment-store.ts';

const options = { host, fingerprintKey: 'a key' };
const checked = 1_000_000;
const later = checked + 10_000;
const rest = 1_000_000_000;

/** Everything leaves the head at every seal. */
const tiny: BodyLimits = {
  ...defaultLimits,
  headBytes: 0,
  keepPending: 0,
  keepVisits: 0,
  minSpill: 1,
  visitChunkEntries: 4,
};

/** A host of which so many pages were visited at `checked`; one more waits for its first visit. */
function visitedHost(pages: number, limits: BodyLimits): HostBody {
  const body = openBody(undefined, { ...options, limits });
  admit(
    body,
    Array.from({ length: pages }, (_, i) => ({ url: urlOf(i), depth: 1, rank: 1 })),
  );
  for (let work = take(body, checked); work; work = take(body, checked)) {
    const { url, depth } = work;
    const times = { at: checked, firstSeen: checked, changedAt: checked, next: checked + rest };
    settle(body, { url, depth, outcome: 'stored', tries: 0, ...times });
  }
  admit(body, [{ url: urlOf('new'), depth: 1, rank: 1 }]);
  return body;
}

async function sealed(body: HostBody, store: SegmentStore, limits: BodyLimits): Promise<HostBody> {
  const turn = body.turn + 1;
  const result = await seal(body, { turn, outbox: () => null, segmentPrefix: `${turn}-x`, read: store.read });
  store.put(result);
  store.delete(result);
  return openBody(result.bytes, { ...options, limits });
}

/** All that is due, in turns of ten. */
async function due(body: HostBody, store: SegmentStore): Promise<readonly string[]> {
  const found: string[] = [];
  for (let more = true; more; ) {
    await prepare(body, store.read, { now: later, wanted: 10 });
    more = false;
    for (let work = take(body, later); work; work = take(body, later)) {
      const { url, depth, visit } = work;
      if (visit !== undefined) found.push(url);
      const times = { at: later, firstSeen: checked, changedAt: checked, next: later + rest };
      settle(body, { url, depth, outcome: 'stored', tries: 0, ...times });
      more = true;
    }
  }
  return found.sort();
}

const pages = (...all: readonly number[]) => new Map(all.map((i) => [urlOf(i), checked + 5_000]));

describe.each([
  ['in the head', defaultLimits, false],
  ['spilled', tiny, true],
] as const)('pages that changed, %s', (_, limits, spills) => {
  async function hostWith(count: number): Promise<{ body: HostBody; store: SegmentStore }> {
    const store = new SegmentStore();
    const body = visitedHost(count, limits);
    return { store, body: spills ? await sealed(body, store, limits) : body };
  }

  it('are due, and no others', async () => {
    const { body, store } = await hostWith(30);
    expect(await changed(body, pages(3, 17), later, store.read)).toBe(2);
    expect(visitedCount(body)).toBe(30);
    expect(await due(body, store)).toEqual([urlOf(17), urlOf(3)].sort());
  });

  it('are due when there are many of them, each once', async () => {
    const { body, store } = await hostWith(200);
    const all = Array.from({ length: 150 }, (_, i) => i);
    expect(await changed(body, pages(...all), later, store.read)).toBe(150);
    expect(body.staleVisits.size).toBeLessThanOrEqual(limits.raises);
    const again = await sealed(body, store, limits);
    expect(visitedCount(again)).toBe(200);
    const urls: string[] = [];
    for await (const page of visits(again, store.read)) urls.push(page.url);
    expect(new Set(urls).size).toBe(201);
    expect(urls).toHaveLength(201);
    expect(await due(again, store)).toEqual(all.map((i) => urlOf(i) as string).sort());
  });

  it('are left alone when they were checked since, are not known or wait for their first visit', async () => {
    const { body, store } = await hostWith(30);
    const before = new Map([
      [urlOf(3), checked],
      [urlOf('unknown'), later],
      [urlOf('new'), later],
    ]);
    expect(await changed(body, before, later, store.read)).toBe(0);
    expect(await due(body, store)).toEqual([]);
  });
});
