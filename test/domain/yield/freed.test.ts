import { beforeEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  admit,
  checkHeldAgain,
  type HostBody,
  openBody,
  prepare,
  seal,
  setOrder,
  settle,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { heldCount } from '../../../lib/domain/frontier/counters.ts';
import { defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { heldEntries } from '../../../lib/domain/frontier/list-pages.ts';
import type { FreeOrder } from '../../../lib/domain/yield/freed.ts';
import { freeHeld } from '../../../lib/domain/yield/freed.ts';
import { freedIn, yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { yieldOrder, yieldReason } from '../../../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { fillWithTraps, held, type TrappedHost } from '../../support/trapped-host.ts';
import { host, SegmentStore } from '../frontier/segment-store.ts';

let body: HostBody;
let trapped: TrappedHost;
const all = Object.values(held).reduce<number>((sum, count) => sum + count, 0);

const isHeld = (path: string): boolean => body.held.has(trapped.urlOf(path));
const open = (bytes?: Uint8Array, limits = defaultLimits): HostBody => {
  const opened = openBody(bytes, { host, fingerprintKey: 'key', limits });
  setOrder(opened, yieldOrder(opened, defaultYieldSettings));
  return opened;
};

/** Fetches all that may go but for tries, without leading anywhere. */
function takeAll(): readonly CanonicalUrl[] {
  const taken: CanonicalUrl[] = [];
  yieldsOf(body).appeals = 1_000;
  yieldsOf(body).appealedAt = 1;
  for (let work = take(body, 1); work !== undefined; work = take(body, 1)) {
    const { url, depth } = work;
    settle(body, { url, outcome: 'stored', at: 1, firstSeen: 1, changedAt: 1, tries: 0, depth });
    taken.push(url);
  }
  return taken;
}

function fill(limits = defaultLimits): void {
  body = open(undefined, limits);
  trapped = fillWithTraps(body);
}

function letGo(order: FreeOrder): void {
  freeHeld(freedIn(body), order);
  checkHeldAgain(body);
}

beforeEach(() => fill());

describe('held URLs that a person lets go', () => {
  it('are fetched, and what is found afterwards is held as before', () => {
    expect(heldCount(body)).toBe(all);
    expect(takeAll()).toEqual([]);
    const order = { before: body.arrivals };
    trapped.link('trap', 'trap/950');
    letGo(order);
    expect(takeAll()).toHaveLength(all);
    expect(isHeld('trap/950')).toBe(true);
    trapped.link('tale', 'tale/951');
    letGo(order);
    expect(takeAll()).toEqual([]);
    expect([isHeld('trap/950'), isHeld('tale/951')]).toEqual([true, true]);
  });

  it('are those of one region, where one is named, as the reasons name it', async () => {
    const names = new Set<string>();
    for await (const { hold } of heldEntries(body, new SegmentStore().read))
      names.add(yieldReason(hold).pattern);
    const region = [...names].find((name) => name.includes('maze')) as string;
    letGo({ before: body.arrivals, region });
    expect(takeAll().every((url) => url.includes('/maze/'))).toBe(true);
    expect(heldCount(body)).toBe(all - held.maze);
  });

  it('come behind better ones', () => {
    letGo({ before: body.arrivals });
    admit(body, [{ url: trapped.urlOf('good/100'), depth: 1, rank: 1 }]);
    const order = takeAll().map((url) => new URL(url).pathname.split('/')[1]);
    expect(order.slice(order.indexOf('good') + 1)).toEqual(expect.arrayContaining(['trap', 'maze', 'dead']));
    expect(order.slice(0, order.indexOf('good')).every((name) => name === 'tale')).toBe(true);
  });

  it.each([
    ['in the head', defaultLimits],
    [
      'spilled',
      { ...defaultLimits, headBytes: 0, keepPending: 0, keepHeld: 1, minSpill: 1, chunkEntries: 2 },
    ],
  ])('go in later turns as well, and the order is stored: %s', async (_, limits) => {
    fill(limits);
    const store = new SegmentStore();
    const commit = async (): Promise<void> => {
      const turn = body.turn + 1;
      const outbox = () => null;
      const sealed = await seal(body, { turn, outbox, segmentPrefix: `${turn}`, read: store.read });
      store.put(sealed);
      body = open(sealed.bytes, limits);
    };
    await commit();
    letGo({ before: body.arrivals });
    await commit();
    const taken: CanonicalUrl[] = [];
    for (let turn = 0; turn < 20; turn++) {
      await prepare(body, store.read, { now: 1, wanted: 4 });
      taken.push(...takeAll());
      await commit();
    }
    expect(taken).toHaveLength(all);
    expect(new Set(taken).size).toBe(all);
    expect(heldCount(body)).toBe(0);
  });
});
