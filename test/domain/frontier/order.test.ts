import { describe, expect, test } from 'vitest';
import {
  admit,
  type HostBody,
  hostCounters,
  nextDue,
  openBody,
  prepare,
  seal,
  setOrder,
  settle,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { comparePending } from '../../../lib/domain/frontier/entry.ts';
import { defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { heldEntries } from '../../../lib/domain/frontier/list-pages.ts';
import { allOf, noOrder, type Order } from '../../../lib/domain/frontier/order.ts';
import { host, SegmentStore, urlOf } from './segment-store.ts';

const now = 1_000_000;
const held = { kind: 'barren', pattern: '/b*' } as const;

/** Holds the URLs whose path begins with this letter. */
function holding(letter: string, more: Partial<Order> = {}): Order {
  const isMeant = (url: string): boolean => url.startsWith(urlOf(letter));
  return { ...noOrder, key: letter, holdOf: ({ url }) => (isMeant(url) ? held : undefined), ...more };
}

const open = (bytes?: Uint8Array, limits = defaultLimits) =>
  openBody(bytes, { host, fingerprintKey: 'a key', limits });

function enter(body: HostBody, ...paths: readonly string[]): void {
  admit(
    body,
    paths.map((path) => ({ url: urlOf(path), rank: 0, depth: 1 })),
  );
}

function takeAll(body: HostBody, at = now): readonly string[] {
  const paths: string[] = [];
  for (let work = take(body, at); work !== undefined; work = take(body, at)) {
    paths.push(work.url.slice(urlOf('').length));
    settle(body, { url: work.url, depth: 1, outcome: 'stored', at, firstSeen: at, changedAt: at, tries: 0 });
  }
  return paths;
}

async function commit(body: HostBody, store = new SegmentStore()): Promise<Uint8Array> {
  const turn = body.turn + 1;
  const sealed = await seal(body, { turn, outbox: () => null, segmentPrefix: `${turn}`, read: store.read });
  store.put(sealed);
  return sealed.bytes;
}

describe('the order of a host', () => {
  test('has URLs wait, which are counted and not taken', async () => {
    const body = open();
    setOrder(body, holding('b'));
    enter(body, 'a', 'b1', 'c', 'b2');
    expect(takeAll(body)).toEqual(['a', 'c']);
    expect(hostCounters(body)).toMatchObject({ pending: 2, held: 2 });
    expect(nextDue(body, now)).toBeUndefined();
    const reasons = [];
    for await (const { hold } of heldEntries(body, new SegmentStore().read)) reasons.push(hold);
    expect(reasons).toEqual([held, held]);
  });

  test('lets go what it held once its epoch grows', () => {
    let epoch = 0;
    const body = open();
    setOrder(body, { ...holding('b'), epoch: () => epoch, holdOf: () => (epoch === 0 ? held : undefined) });
    enter(body, 'a', 'b');
    expect(takeAll(body)).toEqual([]);
    epoch = 1;
    expect(takeAll(body)).toEqual(['a', 'b']);
  });

  test('with another key is asked again about all that waits, spilled or not', async () => {
    const store = new SegmentStore();
    const limits = {
      ...defaultLimits,
      headBytes: 0,
      keepPending: 0,
      keepHeld: 1,
      minSpill: 1,
      chunkEntries: 2,
    };
    const first = open(undefined, limits);
    setOrder(first, holding('b'));
    enter(first, 'b1', 'b2', 'b3', 'b4', 'b5', 'a');
    const bytes = await commit(first, store);
    const again = open(bytes, limits);
    expect(again.heldRuns.length).toBeGreaterThan(0);
    setOrder(again, holding('b'));
    await prepare(again, store.read, { now, wanted: 10 });
    expect(takeAll(again)).toEqual(['a']);
    const other = open(bytes, limits);
    setOrder(other, holding('a'));
    await prepare(other, store.read, { now, wanted: 10 });
    expect(takeAll(other)).toEqual(['b1', 'b2', 'b3', 'b4', 'b5']);
    expect(hostCounters(other).held).toBe(1);
  });

  test('has spilled URLs tried that are better than all that is held in the head, however much of that there is', async () => {
    const limits = { ...defaultLimits, headBytes: 0, keepHeld: 2, minSpill: 4, chunkEntries: 4 };
    const store = new SegmentStore();
    let body = open(undefined, limits);
    enter(body, 'b1', 'b2', 'b3', 'b4', 'b5', 'b6');
    const tried: string[] = [];
    for (let day = 0; day <= 6; day++) {
      let isPaid = day > 0;
      setOrder(body, {
        ...holding('b'),
        tries: () => ({ now: isPaid ? 1 : 0 }),
        tryFirst: (entries) => (isPaid ? [...entries].sort(comparePending)[0] : undefined),
        tried: () => {
          isPaid = false;
        },
      });
      await prepare(body, store.read, { now, wanted: 1 });
      tried.push(...takeAll(body));
      admit(body, [{ url: urlOf(`b-later-${day}`), rank: 5, depth: 9 }]);
      body = open(await commit(body, store), limits);
    }
    expect(tried).toEqual(['b1', 'b2', 'b3', 'b4', 'b5', 'b6']);
  });

  test('gives a further try to what is held in the head although better URLs were spilled', async () => {
    const limits = { ...defaultLimits, headBytes: 0, keepHeld: 1, minSpill: 1 };
    const store = new SegmentStore();
    const first = open(undefined, limits);
    setOrder(first, holding('b'));
    enter(first, 'b1', 'b2', 'b3');
    const body = open(await commit(first, store), limits);
    let epoch = 0;
    const isFreed = (url: string): boolean => epoch > 0 && url === urlOf('b4');
    setOrder(body, {
      ...holding('b', { epoch: () => epoch }),
      holdOf: ({ url }) => (isFreed(url) ? undefined : held),
    });
    admit(body, [{ url: urlOf('b4'), rank: 5, depth: 9 }]);
    await prepare(body, store.read, { now, wanted: 1 });
    expect([takeAll(body), body.held.has(urlOf('b4'))]).toEqual([[], true]);
    epoch = 1;
    expect(takeAll(body)).toEqual(['b4']);
  });

  test('leaves a body that was only read as it is', async () => {
    const body = open();
    setOrder(body, holding('b'));
    enter(body, 'a', 'b');
    const last = open(await commit(open(await commit(body))));
    setOrder(last, holding('b'));
    expect(takeAll(last)).toEqual(['a']);
  });

  test('says which URL goes first, but for those that a person asked for', () => {
    const body = open();
    setOrder(body, {
      ...noOrder,
      key: 'weighs',
      weigh: ({ url }, rank) => (url === urlOf('c') ? rank - 5 : rank),
    });
    enter(body, 'a', 'b', 'c');
    admit(body, [{ url: urlOf('d'), rank: Number.NEGATIVE_INFINITY, depth: 1 }]);
    expect(takeAll(body)).toEqual(['d', 'c', 'a', 'b']);
  });

  test('says by which rank spilled URLs come back, and is asked anew when they are spilled again', async () => {
    const limits = { ...defaultLimits, headBytes: 0, keepPending: 0, minSpill: 1, chunkEntries: 4 };
    const store = new SegmentStore();
    let worse = 'a';
    let body = open(undefined, limits);
    const turn = async (wanted: number): Promise<string> => {
      setOrder(body, {
        ...noOrder,
        key: 'spills',
        spillRank: (rank, { url }) => (url.startsWith(urlOf(worse)) ? rank + 1_000 : rank),
      });
      await prepare(body, store.read, { now, wanted });
      const kinds = [...body.pending.values()].map(({ url }) => url.slice(urlOf('').length)[0]).join('');
      body = open(await commit(body, store), limits);
      return kinds;
    };
    enter(body, ...['a', 'b'].flatMap((kind) => [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${kind}${n}`)));
    await turn(1);
    expect(await turn(2)).toBe('bbbb');
    worse = 'b';
    // Four that were spilled as good ones, and show that more of them would be no better.
    expect(await turn(2)).toBe('bbbb');
    expect(await turn(2)).toBe('bbbb');
    expect(await turn(2)).toBe('aaaa');
  });

  test('pays for tries of what is held, now or at a time', () => {
    const tried: string[] = [];
    const body = open();
    setOrder(body, {
      ...holding('b'),
      tries: (at) => ({ now: at < 2 * now ? 0 : 1 - tried.length, next: 2 * now }),
      tryFirst: (entries, at) => (at < 2 * now || tried.length > 0 ? undefined : [...entries].at(-1)),
      tried: ({ url }) => tried.push(url),
    });
    enter(body, 'a', 'b1', 'b2');
    expect(takeAll(body)).toEqual(['a']);
    expect(nextDue(body, now)).toBe(2 * now);
    expect(nextDue(body, 2 * now)).toBe(2 * now);
    expect(takeAll(body, 2 * now)).toEqual(['b2']);
    expect(tried).toEqual([urlOf('b2')]);
  });
});

describe('several orders', () => {
  test('hold what one of them holds', () => {
    const body = open();
    setOrder(body, allOf([holding('a'), holding('b')]));
    enter(body, 'a', 'b', 'c');
    expect(takeAll(body)).toEqual(['c']);
    expect(hostCounters(body).held).toBe(2);
  });

  test('are all told that they freed something, and sum up what they pay for', () => {
    const asked: string[] = [];
    const one = (key: string, next?: number): Order => ({
      ...noOrder,
      key,
      epoch: () => 2,
      takeFreed: () => asked.push(key) > 0,
      weigh: (_, rank) => rank * 2,
      tries: () => ({ now: 1, ...(next !== undefined && { next }) }),
    });
    const all = allOf([one('x', 7), one('y', 5), one('z')]);
    expect([all.takeFreed(), asked]).toEqual([true, ['x', 'y', 'z']]);
    expect([all.key, all.epoch(), all.tries?.(now)]).toEqual(['x\ny\nz', 6, { now: 3, next: 5 }]);
    expect(all.weigh?.({} as never, 3)).toBe(24);
  });

  test('of none permit everything', () => {
    const body = open();
    setOrder(body, allOf([]));
    enter(body, 'a', 'b');
    expect(takeAll(body)).toEqual(['a', 'b']);
  });
});
