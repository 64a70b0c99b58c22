import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  admit,
  find,
  type HostBody,
  markDueBefore,
  nextDue,
  openBody,
  pendingCount,
  prepare,
  putBack,
  revisit,
  seal,
  setOrder,
  settle,
  take,
  visitedCount,
  visits,
} from '../../../lib/domain/frontier/body.ts';
import { dueAt, type Visit } from '../../../lib/domain/frontier/entry.ts';
import type { BodyLimits } from '../../../lib/domain/frontier/limits.ts';
import type { FrontierEntry } from '../../../lib/domain/frontier/list-pages.ts';
import { noOrder, type Order } from '../../../lib/domain/frontier/order.ts';
import { someDraws } from '../../support/draws.ts';
import { host, SegmentStore, urlOf } from './segment-store.ts';

const fingerprintKey = 'a key';

/** One turn of a worker. */
interface Turn {
  /** Links known before the turn: place in a small web, depth, rank. */
  readonly inbox: readonly (readonly [number, number, number])[];
  readonly pages: readonly {
    readonly links: readonly (readonly [number, number, number])[];
    /** Until the next visit; null: never; a page that is put back has no other fate. */
    readonly rest: number | null | 'put back';
  }[];
  readonly dueBefore: boolean;
  readonly revisit: number | undefined;
  /** What becomes of it: committed, and the value kept or read again; or lost, after its segments were stored. */
  readonly end: 'kept' | 'stored' | 'lost';
  readonly passes: number;
}

const web = 40;
/** Some places are linked again and again, with other ranks. */
const link = fc.tuple(fc.oneof(fc.nat(5), fc.nat(web - 1)), fc.nat(3), fc.nat(5));
const turns: fc.Arbitrary<Turn> = fc.record({
  inbox: fc.array(link, { maxLength: 8 }),
  pages: fc.array(
    fc.record({
      links: fc.array(link, { maxLength: 8 }),
      rest: fc.oneof(fc.nat(50), fc.constant(null), fc.constant('put back' as const)),
    }),
    { maxLength: 4 },
  ),
  dueBefore: fc.nat(4).map((n) => n === 0),
  revisit: fc.option(fc.nat(web + 5), { nil: undefined, freq: 8 }),
  end: fc.constantFrom('kept', 'kept', 'stored', 'stored', 'lost'),
  passes: fc.nat(60),
});

/** Limits so small that almost every turn spills and merges. */
const limits: fc.Arbitrary<BodyLimits> = fc.record({
  maxHeadBytes: fc.constant(131_072),
  headBytes: fc.constantFrom(0, 0, 400),
  keepHeld: fc.nat(3),
  freelyThawed: fc.nat(4),
  keepPending: fc.nat(3),
  keepVisits: fc.nat(2),
  minSpill: fc.integer({ min: 1, max: 4 }),
  chunkEntries: fc.integer({ min: 1, max: 4 }),
  visitChunkEntries: fc.integer({ min: 1, max: 4 }),
  uncheckedMin: fc.nat(4),
  uncheckedShare: fc.constantFrom(2, 64),
  ring: fc.nat(4),
  raises: fc.nat(3),
  smallSeenBytes: fc.constantFrom(0, 60, 1_000),
  smallRunBytes: fc.constantFrom(0, 300),
  maxRunBytes: fc.constantFrom(150, 100_000),
  maxPulls: fc.constantFrom(1, 3, 64),
  dueEvery: fc.integer({ min: 1, max: 4 }),
});

/** What a plain map would know. */
interface Known {
  readonly visit?: Visit;
  readonly rank: number;
}

async function pagesOf(body: HostBody, store: SegmentStore): Promise<FrontierEntry[]> {
  const pages: FrontierEntry[] = [];
  for await (const page of visits(body, store.read)) pages.push(page);
  return pages;
}

/** Compares a body that has nothing in progress with the map. */
async function compare(
  body: HostBody,
  known: ReadonlyMap<CanonicalUrl, Known>,
  store: SegmentStore,
  now: number,
) {
  const pages = await pagesOf(body, store);
  expect(new Set(pages.map((page) => page.url)).size).toBe(pages.length);
  const listed = new Map(pages.map((page) => [page.url, page]));
  for (const [url, { visit, rank }] of known) {
    const page = listed.get(url) ?? (await find(body, fingerprint(fingerprintKey, url), store.read));
    if (visit !== undefined) expect(page).toEqual({ state: 'visited', ...visit });
    else expect(page?.state === 'pending' || page?.state === 'unchecked').toBe(true);
    if (page !== undefined && 'rank' in page) expect(page.rank).toBeGreaterThanOrEqual(rank);
  }
  for (const page of pages) expect(known.has(page.url)).toBe(true);
  const pending = pages.filter((page) => page.state === 'pending').length;
  const unchecked = body.unchecked.size + body.uncheckedRuns.reduce((sum, run) => sum + run.count, 0);
  expect(pendingCount(body)).toBe(pending + unchecked);
  expect(visitedCount(body)).toBe(pages.length - pending);
  const due = [...known.values()].map(({ visit }) => (visit ? dueAt(visit, body.dueBefore) : now));
  const soonest = Math.max(now, Math.min(Number.POSITIVE_INFINITY, ...due));
  const next = nextDue(body, now) ?? Number.POSITIVE_INFINITY;
  if (body.dueBefore === undefined && unchecked === 0) expect(next).toBe(soonest);
  else expect(next).toBeLessThanOrEqual(soonest);
}

class Host {
  body: HostBody;
  stored: Uint8Array | undefined;
  readonly store = new SegmentStore();
  /** As committed, and as it is now. */
  committed = new Map<CanonicalUrl, Known>();
  known = new Map<CanonicalUrl, Known>();
  now = 1_000;
  prepared = 0;
  turn = 0;
  attempt = 0;
  readonly limits: BodyLimits;

  constructor(limits: BodyLimits) {
    this.limits = limits;
    this.body = this.open();
  }

  open(): HostBody {
    return openBody(this.stored, { host, fingerprintKey, limits: this.limits });
  }

  admit(links: readonly (readonly [number, number, number])[]): void {
    for (const [place, , rank] of links) {
      const before = this.known.get(urlOf(place));
      if (before?.visit === undefined) {
        this.known.set(urlOf(place), { rank: Math.min(rank, before?.rank ?? rank) });
      }
    }
    admit(
      this.body,
      links.map(([place, depth, rank]) => ({ url: urlOf(place), depth, rank })),
    );
  }

  async run(turn: Turn): Promise<void> {
    this.now += turn.passes;
    this.admit(turn.inbox);
    if (turn.dueBefore) markDueBefore(this.body, this.now);
    if (turn.revisit !== undefined) await this.revisit(urlOf(turn.revisit));
    const wanted = turn.pages.length;
    const full = this.body.limits.maxPulls > web;
    await prepare(this.body, this.store.read, { now: this.now, wanted });
    this.prepared = this.now;
    const pending = (await pagesOf(this.body, this.store)).flatMap((page) =>
      page.state === 'pending' ? [page] : [],
    );
    const inHand = new Set<CanonicalUrl>();
    const taken = new Set<CanonicalUrl>();
    const fresh = new Set<CanonicalUrl>();
    for (const page of turn.pages) {
      this.now += 1;
      const work = take(this.body, this.now);
      if (work === undefined) {
        if (full) this.expectNothing(pending.filter(({ url }) => !taken.has(url)));
        break;
      }
      expect(inHand.has(work.url)).toBe(false);
      expect(work.fingerprint).toBe(fingerprint(fingerprintKey, work.url));
      const known = this.known.get(work.url);
      expect(known).toBeDefined();
      expect(work.visit).toEqual(known?.visit);
      if (work.visit !== undefined)
        expect(dueAt(work.visit, this.body.dueBefore)).toBeLessThanOrEqual(this.now);
      else if (full && !fresh.has(work.url)) {
        const better = pending.filter(({ url, rank }) => !taken.has(url) && rank < work.rank);
        expect(better).toEqual([]);
      }
      inHand.add(work.url);
      taken.add(work.url);
      this.admit(page.links);
      for (const [place] of page.links) fresh.add(urlOf(place));
      if (page.rest === 'put back') continue;
      const visit: Visit = {
        url: work.url,
        outcome: 'stored',
        at: this.now,
        firstSeen: work.visit?.firstSeen ?? this.now,
        changedAt: this.now,
        tries: 0,
        depth: work.depth,
        md5: fingerprint('content', work.url).repeat(2),
        ...(page.rest === null ? {} : { next: this.now + page.rest }),
      };
      settle(this.body, visit);
      inHand.delete(work.url);
      this.known.set(work.url, { visit, rank: 0 });
    }
    // The first is put back, the others are left for `seal` to do so.
    for (const url of [...inHand].slice(0, 1)) putBack(this.body, { url });
    await this.end(turn.end);
  }

  /** `take` gave nothing: nothing that was pending is left, and no visit is due. */
  expectNothing(pending: readonly FrontierEntry[]): void {
    expect(pending).toEqual([]);
    for (const [url, { visit }] of this.known) {
      if (visit !== undefined && !this.body.inProgress.has(url)) {
        expect(dueAt(visit, this.body.dueBefore)).toBeGreaterThan(this.prepared);
      }
    }
  }

  async revisit(url: CanonicalUrl): Promise<void> {
    await revisit(this.body, url, this.store.read);
    const known = this.known.get(url);
    const rank = -2_000_000;
    this.known.set(
      url,
      known?.visit ? { visit: { ...known.visit, next: 0, unconditional: true }, rank } : { rank },
    );
  }

  async end(end: Turn['end']): Promise<void> {
    const segmentPrefix = `${this.turn + 1}-${this.attempt++}`;
    const { read } = this.store;
    const sealed = await seal(this.body, {
      turn: this.turn + 1,
      outbox: (spent) => ({ spent }),
      segmentPrefix,
      read,
    });
    this.store.put(sealed);
    if (end === 'lost') {
      this.known = new Map(this.committed);
      this.body = this.open();
      return;
    }
    this.stored = sealed.bytes;
    this.turn += 1;
    this.committed = new Map(this.known);
    this.store.delete(sealed);
    if (end === 'stored') this.body = this.open();
    expect(this.body.turn).toBe(this.turn);
    expect(this.body.outbox).toEqual({ spent: sealed.spent });
    await compare(this.body, this.known, this.store, this.now);
  }
}

test('a body knows what a plain map would know, whatever is spilled, merged, lost or read again', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(turns, { maxLength: 25 }), async (small, sequence) => {
      const crawled = new Host(small);
      for (const turn of sequence) await crawled.run(turn);
    }),
    { numRuns: someDraws(400) },
  );
}, 120_000);

test('every URL that was admitted is visited for the first time exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(turns, { minLength: 3, maxLength: 15 }), async (small, sequence) => {
      const crawled = new Host(small);
      const admitted = new Set<CanonicalUrl>();
      const visited = new Map<CanonicalUrl, number>();
      const enter = (links: Turn['inbox']) => {
        for (const [place] of links) admitted.add(urlOf(place));
        crawled.admit(links);
      };
      const drain = async (wanted: number, links: Turn['inbox']) => {
        crawled.now += 1;
        setOrder(crawled.body, wandering(crawled.now));
        await prepare(crawled.body, crawled.store.read, { now: crawled.now, wanted });
        for (let n = 0; n < wanted; n++) {
          const work = take(crawled.body, crawled.now);
          if (work === undefined) break;
          visited.set(work.url, (visited.get(work.url) ?? 0) + 1);
          enter(links);
          const visit = visitOf(crawled, work);
          settle(crawled.body, visit);
          crawled.known.set(work.url, { visit, rank: 0 });
        }
        await crawled.end('stored');
      };
      for (const turn of sequence) {
        enter(turn.inbox);
        await drain(turn.pages.length, turn.pages[0]?.links ?? []);
      }
      for (let n = 0; n < 200 && nextDue(crawled.body, crawled.now) !== undefined; n++) await drain(3, []);
      expect(nextDue(crawled.body, crawled.now)).toBeUndefined();
      expect([...visited.keys()].sort()).toEqual([...admitted].sort());
      expect([...visited.values()].every((times) => times === 1)).toBe(true);
    }),
    { numRuns: someDraws(200) },
  );
}, 120_000);

/** An order that expects something else of each URL at each time. */
function wandering(now: number): Order {
  return { ...noOrder, spillRank: (rank, { seq }) => rank + ((seq * 7 + now * 3) % 11) * 1_000 };
}

function visitOf(crawled: Host, work: { readonly url: CanonicalUrl; readonly depth: number }): Visit {
  return {
    url: work.url,
    depth: work.depth,
    outcome: 'gone',
    at: crawled.now,
    firstSeen: 0,
    changedAt: 0,
    tries: 0,
  };
}
