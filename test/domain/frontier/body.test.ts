import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../lib/base/fetch/outcome.ts';
import type { UrlRole } from '../../../lib/base/links/url-role.ts';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import { isSettled } from '../../../lib/domain/frontier/admit.ts';
import {
  admit,
  allowance,
  find,
  type HostBody,
  hostCounters,
  markDueBefore,
  nextDue,
  openBody,
  pendingCount,
  prepare,
  putBack,
  revisit,
  seal,
  settle,
  take,
  takeNext,
  tally,
  visitedCount,
  visits,
} from '../../../lib/domain/frontier/body.ts';
import type { Visit, Work } from '../../../lib/domain/frontier/entry.ts';
import { type BodyLimits, defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { host, SegmentStore, urlOf } from './segment-store.ts';

const fingerprintKey = 'a key';
const now = 1_000_000;

/** Everything leaves the head at every seal, and no run is merged. */
const tiny: BodyLimits = {
  ...defaultLimits,
  headBytes: 0,
  keepPending: 0,
  keepVisits: 0,
  minSpill: 1,
  chunkEntries: 2,
  visitChunkEntries: 2,
  smallSeenBytes: 0,
  smallRunBytes: 0,
};

function open(bytes?: Uint8Array, limits: BodyLimits = defaultLimits): HostBody {
  return openBody(bytes, { host, fingerprintKey, limits });
}

function enter(
  body: HostBody,
  ...pages: readonly (readonly [path: string, rank?: number, depth?: number])[]
): void {
  admit(
    body,
    pages.map(([path, rank = 0, depth = 1]) => ({ url: urlOf(path), rank, depth })),
  );
}

function visitOf({ url, depth }: Pick<Work, 'url' | 'depth'>, more: Partial<Visit> = {}): Visit {
  return { url, depth, outcome: 'stored', at: now, firstSeen: now, changedAt: now, tries: 0, ...more };
}

function takeAll(body: HostBody, at = now): string[] {
  const paths: string[] = [];
  for (let work = take(body, at); work !== undefined; work = take(body, at)) paths.push(pathOf(work.url));
  return paths;
}

function pathOf(url: string): string {
  return url.slice(urlOf('').length);
}

async function commit(
  body: HostBody,
  store: SegmentStore,
  segmentPrefix = `${body.turn + 1}-x`,
): Promise<Uint8Array> {
  const sealed = await seal(body, {
    turn: body.turn + 1,
    outbox: () => null,
    segmentPrefix,
    read: store.read,
  });
  store.put(sealed);
  store.delete(sealed);
  return sealed.bytes;
}

test('a link to a visited URL changes nothing, unless that is an orphan', () => {
  const body = open();
  enter(body, ['visited'], ['orphan'], ['pending']);
  for (const path of ['visited', 'orphan']) {
    const work = takeNext(body, urlOf(path)) as Work;
    settle(body, visitOf(work, { next: now + 9, ...(path === 'orphan' ? { orphan: now } : {}) }));
  }
  const settled = ['visited', 'orphan', 'pending', 'new'].filter((path) => isSettled(body, urlOf(path)));
  expect(settled).toEqual(['visited']);
  const state = ({ visits, pending, held, unchecked, arrivals }: HostBody) =>
    structuredClone([...visits, ...pending, ...held, ...unchecked, arrivals]);
  const before = state(body);
  enter(body, ['visited', -5]);
  expect(state(body)).toEqual(before);
  enter(body, ['orphan']);
  expect(state(body)).not.toEqual(before);
});

describe('redirects in a row', () => {
  test('are those of the way with the fewest, and are still known after a visit and a spill', async () => {
    const store = new SegmentStore();
    let body = open(undefined, tiny);
    const at = (hops: number) => [{ url: urlOf('a'), depth: 1, rank: 1, hops }];
    admit(body, at(3));
    admit(body, at(2));
    admit(body, at(4));
    body = open(await commit(body, store), tiny);
    await prepare(body, store.read, { now, wanted: 1 });
    const work = take(body, now);
    expect(work).toMatchObject({ url: urlOf('a'), hops: 2 });
    settle(body, visitOf(work as Work, { next: now + 1 }));
    body = open(await commit(body, store), tiny);
    await prepare(body, store.read, { now: now + 1, wanted: 1 });
    expect(take(body, now + 1)).toMatchObject({ hops: 2, visit: { outcome: 'stored' } });
  });

  test('of a plain link are none', () => {
    const body = open();
    enter(body, ['a']);
    expect(take(body, now)).toMatchObject({ hops: 0 });
  });
});

describe('order', () => {
  test('a URL that is to come next comes before better ones, if it waits at all', () => {
    const body = open();
    enter(body, ['a', 1], ['b', 2], ['c', 3]);
    expect(takeNext(body, urlOf('c'))).toMatchObject({ url: urlOf('c'), rank: 3 });
    expect(takeNext(body, urlOf('c'))).toBeUndefined();
    expect(takeNext(body, urlOf('unknown'))).toBeUndefined();
    expect(takeAll(body)).toEqual(['a', 'b']);
    settle(body, visitOf({ url: urlOf('a'), depth: 1 }, { next: now }));
    expect(takeNext(body, urlOf('a'))).toBeUndefined();
  });

  test('pending URLs are taken by rank, then by depth, then as they came', () => {
    const body = open();
    enter(body, ['c', 1, 2], ['d', 1, 2], ['b', 1, 1], ['a', -0.5, 9], ['e', 1.001, 0]);
    expect(takeAll(body)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('a link that is known does nothing, but a better rank and a smaller depth are kept', () => {
    const body = open();
    enter(body, ['a', 5, 5], ['b', 4, 4], ['a', 1, 9], ['a', 9, 2]);
    expect(take(body, now)).toMatchObject({ url: urlOf('a'), rank: 1, depth: 2 });
    expect(pendingCount(body)).toBe(2);
  });

  test('one take in four is a due visit while URLs are pending, also over turns of one page', async () => {
    const store = new SegmentStore();
    let body = open();
    enter(body, ['old']);
    settle(body, visitOf(take(body, now) as Work, { next: now }));
    body.streak = 0;
    enter(body, ...Array.from({ length: 9 }, (_, i) => [`new${i}`] as const));
    const kinds: string[] = [];
    for (let n = 0; n < 9; n++) {
      const work = take(body, now) as Work;
      kinds.push(work.visit === undefined ? 'new' : 'due');
      settle(body, visitOf(work, { next: work.visit === undefined ? now + 1 : now }));
      body = open(await commit(body, store));
    }
    expect(kinds.join(' ')).toBe('new new new due new new new due new');
  });

  test('what failed is tried again after all that was never tried, unless there is a page of it or a person asks', () => {
    const paths = ['/failed', '/kept', '/asked'];
    const failed = { outcome: 'failed', tries: 1, next: 10 } as const;
    const left: Readonly<Record<string, Partial<Visit>>> = {
      '/failed': failed,
      '/kept': { ...failed, next: 20, md5: 'x' },
      '/asked': { ...failed, next: 0 },
    };
    const body = open();
    enter(body, ...paths.map((path) => [path] as const));
    for (const path of paths) {
      const work = take(body, now) as Work;
      expect(pathOf(work.url)).toBe(path);
      settle(body, visitOf(work, left[path]));
    }
    enter(body, ...Array.from({ length: 12 }, (_, i) => [`/new-${i}`] as const));
    const order = takeAll(body);
    expect(order).toHaveLength(15);
    expect(order.at(-1)).toBe('/failed');
    expect(order.indexOf('/asked')).toBeLessThan(order.indexOf('/new-11'));
    expect(order.indexOf('/kept')).toBeLessThan(order.indexOf('/new-11'));
  });

  test('due visits are taken the longest due first', () => {
    const body = open();
    enter(body, ['a'], ['b'], ['c'], ['d']);
    for (const next of [now + 3, now + 1, now + 2, now + 9]) {
      settle(body, visitOf(take(body, now) as Work, { next }));
    }
    expect(takeAll(body, now + 5)).toEqual(['b', 'c', 'a']);
  });

  test('the best URLs of all runs are brought into the head, and no more than are needed', async () => {
    const store = new SegmentStore();
    const body = open(undefined, tiny);
    for (let turn = 0; turn < 4; turn++) {
      // Only the first turn's links need no check; the later ones are resolved in `prepare`.
      enter(body, ...Array.from({ length: 8 }, (_, i) => [`${turn}-${i}`, i * 4 + turn] as const));
      if (turn > 0) await prepare(body, store.read, { now, wanted: 32 });
      await commit(body, store);
    }
    await prepare(body, store.read, { now, wanted: 5 });
    expect(body.pending.size).toBeLessThan(14);
    expect(takeAll(body).slice(0, 5)).toEqual(['0-0', '1-0', '2-0', '3-0', '0-1']);
  });
});

describe('in progress', () => {
  test('a URL in progress is not pending again, whatever links lead to it, and comes back when it is put back', () => {
    const body = open();
    enter(body, ['a', 1], ['b', 2]);
    const work = take(body, now) as Work;
    enter(body, ['a', 0]);
    expect(body.pending.has(work.url)).toBe(false);
    expect(pendingCount(body)).toBe(2);
    putBack(body, work);
    expect(takeAll(body)).toEqual(['a', 'b']);
  });

  test('what is in progress when a turn ends is put back', async () => {
    const body = open();
    enter(body, ['a'], ['b']);
    take(body, now);
    await commit(body, new SegmentStore());
    expect(takeAll(body)).toEqual(['a', 'b']);
  });

  test('a visit of a URL that is not in progress is a bug', () => {
    const body = open();
    expect(() => settle(body, visitOf({ url: urlOf('a'), depth: 0 }))).toThrow(
      expect.objectContaining({ code: 'internal' }),
    );
  });
});

describe('what is next', () => {
  test('now while something is pending, else the soonest visit, else nothing', () => {
    const body = open();
    expect(nextDue(body, now)).toBeUndefined();
    enter(body, ['a'], ['b']);
    expect(nextDue(body, now)).toBe(now);
    settle(body, visitOf(take(body, now) as Work, { next: now + 7 }));
    settle(body, visitOf(take(body, now) as Work));
    expect(nextDue(body, now)).toBe(now + 7);
    expect(nextDue(body, now + 9)).toBe(now + 9);
    expect(visitedCount(body)).toBe(2);
  });

  test('a mark of what was checked before a time makes every older visit due, spilled ones and those that would never be too, each once', async () => {
    const store = new SegmentStore();
    const body = open(undefined, tiny);
    enter(body, ...Array.from({ length: 9 }, (_, i) => [`${i}`] as const));
    for (let i = 0; i < 9; i++) {
      settle(
        body,
        visitOf(take(body, now) as Work, { at: now + i, ...(i % 2 === 0 ? { next: now + 1_000 } : {}) }),
      );
    }
    await commit(body, store);
    expect(body.visits.size).toBe(0);
    const later = now + 100;
    markDueBefore(body, now + 6);
    expect(nextDue(body, later)).toBe(later);
    await prepare(body, store.read, { now: later, wanted: 20 });
    const again: string[] = [];
    for (let work = take(body, later); work !== undefined; work = take(body, later)) {
      again.push(pathOf(work.url));
      settle(body, visitOf(work, { at: later, next: later + 5_000 }));
    }
    expect(again.sort()).toEqual(['0', '1', '2', '3', '4', '5']);
    await commit(body, store);
    expect(nextDue(body, later)).toBe(now + 1_000);
  });

  test('a revisit comes first, whether the URL is pending, visited, spilled or new', async () => {
    for (const limits of [defaultLimits, tiny]) {
      const store = new SegmentStore();
      const body = open(undefined, limits);
      enter(body, ['visited', -1], ['a', 1], ['b', 2], ['pending', 9]);
      settle(body, visitOf(take(body, now) as Work, { next: now + 1_000 }));
      for (const path of ['pending', 'visited', 'new']) {
        await commit(body, store);
        await revisit(body, urlOf(path), store.read);
        await prepare(body, store.read, { now, wanted: 1 });
        const work = take(body, now) as Work;
        expect(pathOf(work.url)).toBe(path);
        settle(body, visitOf(work, { next: now + 1_000 }));
      }
      await commit(body, store);
      expect([pendingCount(body), visitedCount(body)]).toEqual([2, 3]);
    }
  });
});

describe('spilled URLs', () => {
  test('a link that the head does not know is not fetched before it is checked', async () => {
    const store = new SegmentStore();
    const body = open(undefined, { ...tiny, uncheckedMin: 3 });
    enter(body, ['a', 0], ['b', 9], ['c', 9]);
    settle(body, visitOf(take(body, now) as Work));
    await commit(body, store);
    enter(body, ['a'], ['d', 8]);
    await prepare(body, store.read, { now, wanted: 1 });
    expect(takeAll(body)).toEqual(['b', 'c']);
    for (const path of ['b', 'c']) settle(body, visitOf({ url: urlOf(path), depth: 1 }));
    await prepare(body, store.read, { now, wanted: 1 });
    expect(takeAll(body)).toEqual(['d']);
  });

  test('a pending URL in a run is raised by a better link, and its old copy is met and dropped', async () => {
    const store = new SegmentStore();
    const body = open(undefined, tiny);
    enter(body, ...Array.from({ length: 6 }, (_, i) => [`${i}`, 10 + i] as const));
    await commit(body, store);
    enter(body, ['5', 1]);
    await prepare(body, store.read, { now, wanted: 20 });
    expect(pendingCount(body)).toBe(6);
    expect(takeAll(body)).toEqual(['5', '0', '1', '2', '3', '4']);
    expect(body.stalePending.size).toBe(0);
  });

  test('a rank that was bettered in the head is the one that later links are compared with', async () => {
    for (const rank of [4, 2]) {
      const store = new SegmentStore();
      const body = open(undefined, tiny);
      enter(body, ['a', 5], ['b', 6]);
      await commit(body, store);
      await prepare(body, store.read, { now, wanted: 1 });
      enter(body, ['a', 3]);
      await commit(body, store);
      enter(body, ['a', rank]);
      await prepare(body, store.read, { now, wanted: 9 });
      expect(pendingCount(body)).toBe(2);
      expect(take(body, now)).toMatchObject({ url: urlOf('a'), rank: Math.min(rank, 3) });
      expect(takeAll(body)).toEqual(['b']);
      expect(body.stalePending.size).toBe(0);
    }
  });

  test('navigation is remembered, so that it does not have to be checked again and again', async () => {
    const store = new SegmentStore();
    const body = open(undefined, { ...tiny, uncheckedMin: 1 });
    enter(body, ['home', 5], ['a', 6]);
    await commit(body, store);
    for (let page = 0; page < 3; page++) enter(body, ['home', 5]);
    await prepare(body, store.read, { now, wanted: 20 });
    for (const entry of takeAll(body)) putBack(body, { url: urlOf(entry) });
    await commit(body, store);
    enter(body, ['home', 5]);
    expect(body.unchecked.size).toBe(0);
    enter(body, ['home', 1]);
    expect(body.unchecked.size).toBe(1);
  });

  test('navigation that was visited is remembered too', async () => {
    const store = new SegmentStore();
    const body = open(undefined, { ...tiny, uncheckedMin: 1 });
    enter(body, ['home', 5], ['a', 6]);
    settle(body, visitOf(take(body, now) as Work));
    await commit(body, store);
    for (let page = 0; page < 3; page++) enter(body, ['home', 5]);
    expect(body.unchecked.size).toBe(1);
    await prepare(body, store.read, { now, wanted: 20 });
    for (const rank of [5, 1]) enter(body, ['home', rank]);
    expect(body.unchecked.size).toBe(0);
  });

  test('a link is found wherever it stands, and its state told', async () => {
    const store = new SegmentStore();
    const body = open(undefined, { ...tiny, minSpill: 2 });
    enter(body, ['visited', 0], ['pending', 1]);
    settle(body, visitOf(take(body, now) as Work));
    await commit(body, store);
    enter(body, ['unchecked']);
    const stateOf = async (path: string) =>
      (await find(body, fingerprint(fingerprintKey, urlOf(path)), store.read))?.state;
    expect(await stateOf('visited')).toBe('visited');
    expect(await stateOf('pending')).toBe('pending');
    expect(await stateOf('unchecked')).toBe('unchecked');
    expect(await stateOf('unknown')).toBeUndefined();
  });

  test('ten thousand URLs of a host are listed, each once', async () => {
    const store = new SegmentStore();
    const body = open();
    for (let turn = 0; turn < 20; turn++) {
      enter(body, ...Array.from({ length: 500 }, (_, i) => [`${turn}/${i}`, i] as const));
      await prepare(body, store.read, { now, wanted: 25 });
      for (let n = 0; n < 25; n++) settle(body, visitOf(take(body, now) as Work, { next: now + 99 }));
      await commit(body, store);
    }
    await prepare(body, store.read, { now, wanted: 10_000 });
    const pages = [];
    for await (const page of visits(body, store.read)) pages.push(page.url);
    expect(new Set(pages).size).toBe(10_000);
    expect(pages.length).toBe(10_000);
  });
});

describe('storage', () => {
  test('what a late worker stored under another prefix disturbs nobody', async () => {
    const store = new SegmentStore();
    const start = open(undefined, tiny);
    enter(start, ...Array.from({ length: 9 }, (_, i) => [`${i}`, i] as const));
    const stored = await commit(start, store, '1-first');
    const late = open(stored, tiny);
    enter(late, ['other']);
    await prepare(late, store.read, { now, wanted: 20 });
    const body = open(stored, tiny);
    await prepare(body, store.read, { now, wanted: 3 });
    settle(body, visitOf(take(body, now) as Work));
    const committed = await commit(body, store, '2-second');
    store.put(await seal(late, { turn: 2, outbox: () => null, segmentPrefix: '2-late', read: store.read }));
    const again = open(committed, tiny);
    expect(again.named).not.toContain('2-late');
    await prepare(again, store.read, { now, wanted: 20 });
    expect(takeAll(again)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  test('the outbox is told which segments are spent, and comes back with the body', async () => {
    const store = new SegmentStore();
    const body = open(undefined, tiny);
    expect(body.outbox).toBeUndefined();
    enter(body, ['a']);
    await commit(body, store, '1-x');
    await prepare(body, store.read, { now, wanted: 1 });
    const spentTold: (readonly string[])[] = [];
    const outbox = (spent: readonly string[]) => {
      spentTold.push(spent);
      return { spent, pages: [1] };
    };
    settle(body, visitOf(take(body, now) as Work));
    const sealed = await seal(body, { turn: 2, outbox, segmentPrefix: '2-x', read: store.read });
    expect(spentTold).toEqual([sealed.spent]);
    expect(open(sealed.bytes).outbox).toEqual({ spent: sealed.spent, pages: [1] });
  });

  test('a body with anything changed or cut off is corrupt, never something else', async () => {
    const body = open();
    enter(body, ['a'], ['b']);
    settle(body, visitOf(take(body, now) as Work, { md5: 'ab'.repeat(16) }));
    const bytes = await commit(body, new SegmentStore());
    const corrupt = expect.objectContaining({ code: 'corrupt' });
    for (let length = 0; length < bytes.length; length++)
      expect(() => open(bytes.subarray(0, length))).toThrow(corrupt);
    for (let at = 1; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => open(changed)).toThrow(corrupt);
    }
  });

  test('a segment with anything changed in what is read of it is corrupt', async () => {
    const store = new SegmentStore();
    const body = open(undefined, tiny);
    enter(body, ['a', 1], ['b', 2], ['c', 3]);
    const bytes = await commit(body, store, '1-x');
    const segment = store.blobs.get('1-x') ?? new Uint8Array(0);
    const { seenRuns, pendingRuns } = open(bytes);
    const from = pendingRuns[0]?.start ?? 0;
    expect(seenRuns[0]?.end).toBe(from);
    for (let at = from; at < segment.length; at += 3) {
      const changed = Uint8Array.from(segment);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      store.blobs.set('1-x', changed);
      await expect(prepare(open(bytes), store.read, { now, wanted: 9 })).rejects.toMatchObject({
        code: 'corrupt',
      });
    }
  });

  test('a body of a newer format is refused as newer', () => {
    expect(() => open(Uint8Array.of(6, 0, 0))).toThrow(expect.objectContaining({ code: 'newer' }));
  });
});

test('visits are tallied by class, and unsupported ones by a bounded number of media types', async () => {
  const body = open();
  const ended = (outcome: Outcome, bytes: number) => tally(body, { outcome, bytes, repeated: false });
  ended({ kind: 'stored', md5: '' }, 100);
  for (let i = 0; i < 25; i++) ended({ kind: 'unsupported', mediaType: `image/x-${i}` }, 1);
  ended({ kind: 'unsupported', mediaType: 'image/x-0' }, 1);
  enter(body, ['a']);
  const counters = hostCounters(open(await commit(body, new SegmentStore())));
  expect(counters).toMatchObject({
    pending: 1,
    visited: 0,
    outcomes: { stored: 1, unsupported: 26 },
    bytes: 126,
  });
  expect(Object.keys(counters.unsupported).length).toBe(20);
  expect(counters.unsupported).toMatchObject({ 'image/x-0': 2, other: 6 });
});

describe('what a URL was found as', () => {
  const shown: UrlRole = { is: 'requisite', level: 0, of: urlOf('page') };
  const listed: UrlRole = { is: 'sitemap', level: 1 };
  const found = (path: string, role?: UrlRole) => ({ url: urlOf(path), depth: 1, rank: 1, role });

  test('stays with it through spills, visits and a wish of a person', async () => {
    const store = new SegmentStore();
    let body = open(undefined, tiny);
    admit(body, [found('page'), found('a.png', shown), found('map.xml', listed)]);
    body = open(await commit(body, store), tiny);
    await revisit(body, urlOf('a.png'), store.read);
    await prepare(body, store.read, { now, wanted: 3 });
    const roles: Record<string, UrlRole | undefined> = {};
    for (let work = take(body, now); work !== undefined; work = take(body, now)) {
      roles[pathOf(work.url)] = work.role;
      settle(body, visitOf(work));
    }
    expect(Object.keys(roles)[0]).toBe('a.png');
    expect(roles).toEqual({ page: undefined, 'a.png': shown, 'map.xml': listed });
    body = open(await commit(body, store), tiny);
    const picture = await find(body, fingerprint(fingerprintKey, urlOf('a.png')), store.read);
    expect(picture).toMatchObject({ state: 'visited', role: shown });
  });

  test('is a sitemap when a page turns out to be one, and a page although another shows it', () => {
    const body = open();
    admit(body, [found('a'), found('b')]);
    admit(body, [found('a', listed), found('b', shown)]);
    expect([take(body, now)?.role, take(body, now)?.role]).toEqual([listed, undefined]);
  });

  test('decides what budgets of pages count: what pages show is visited beyond them', () => {
    const body = open();
    const budgets = { pagesPerHost: 1, pendingPerHost: 9, newHosts: 3 };
    const allowed = () => allowance(body, budgets);
    admit(body, [found('a.png', shown)]);
    settle(body, visitOf(take(body, now, allowed()) as Work));
    expect(allowed().pages).toBe(1);
    admit(body, [found('page'), found('other'), found('b.png', shown)]);
    settle(body, visitOf(take(body, now, allowed()) as Work));
    expect(allowed().pages).toBe(0);
    expect(takeNext(body, urlOf('other'), allowed())).toBeUndefined();
    expect(nextDue(body, now, allowed())).toBe(now);
    settle(body, visitOf(take(body, now, allowed()) as Work));
    expect(take(body, now, allowed())).toBeUndefined();
    expect(nextDue(body, now, allowed())).toBeUndefined();
    admit(body, [found('c.png', shown)]);
    expect(nextDue(body, now, allowed())).toBe(now);
    expect(nextDue(body, now, allowance(body, { ...budgets, bytesPerHost: 0 }))).toBeUndefined();
    expect(take(body, now, allowance(body, { ...budgets, bytesPerHost: 0 }))).toBeUndefined();
    expect(takeNext(body, urlOf('c.png'), allowed())).toMatchObject({ role: shown });
  });
});
