import { beforeEach, describe, expect, it } from 'vitest';
import {
  admit,
  type HostBody,
  openBody,
  prepare,
  seal,
  setOrder,
  settle,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { heldCount } from '../../../lib/domain/frontier/counters.ts';
import { heldEntries } from '../../../lib/domain/frontier/list-pages.ts';
import { defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import { freeHeld } from '../../../lib/domain/yield/freed.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder, yieldReason } from '../../../lib/domain/yield/order.ts';
import { textSketch } from '../../../lib/domain/yield/text-sketch.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, positionOf } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';
import { host, SegmentStore, urlOf } from '../frontier/segment-store.ts';

let body: HostBody;
/** Ids of the pages of two traps. */
let [trap, maze] = [0, 0];

function fetched(path: string, from: number, leads: readonly string[]): number {
  const yields = yieldsOf(body);
  const url = urlOf(path);
  const position = positionOf(yields, url, from);
  const text = path.startsWith('good') ? prose(dice('freed', path), 60).join('\n') : 'the same again';
  observe(yields, {
    ...{ url, position, found: leads.map(urlOf), known: [], unresolved: [] },
    brought: { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false },
  });
  return linkRegionOf(yields, position).id;
}

const linked = (path: string, from: number): void =>
  void admit(body, [{ url: urlOf(path), depth: 1, rank: 1 }], from);
const isHeld = (path: string): boolean => body.held.has(urlOf(path));
const open = (bytes?: Uint8Array, limits = defaultLimits): HostBody => {
  const opened = openBody(bytes, { host, fingerprintKey: 'key', limits });
  setOrder(opened, yieldOrder(opened, defaultYieldSettings));
  return opened;
};

/** Fetches all that may go at this time but for tries, without leading anywhere. */
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
  for (let n = 0; n < 80; n++) fetched(`good/${n}`, 0, []);
  for (let n = 0; n < 30; n++) {
    trap = fetched(`trap/${n}`, trap, [`trap/${2 * n + 100}`, `trap/${2 * n + 101}`]);
    maze = fetched(`maze/${n}`, maze, [`maze/${2 * n + 100}`, `maze/${2 * n + 101}`]);
  }
  for (let n = 900; n < 910; n++) linked(`trap/${n}`, trap);
  for (let n = 900; n < 905; n++) linked(`maze/${n}`, maze);
}

beforeEach(() => {
  [trap, maze] = [0, 0];
  fill();
});

describe('held URLs that a person lets go', () => {
  it('are fetched, and what is found afterwards is held as before', () => {
    expect(heldCount(body)).toBe(15);
    expect(takeAll()).toEqual([]);
    const order = { before: body.arrivals };
    linked('trap/1000', trap);
    freeHeld(body, order);
    expect(takeAll()).toHaveLength(15);
    expect(isHeld('trap/1000')).toBe(true);
    linked('trap/1001', trap);
    freeHeld(body, order);
    expect(takeAll()).toEqual([]);
    expect([isHeld('trap/1000'), isHeld('trap/1001')]).toEqual([true, true]);
  });

  it('are those of one region, where one is named, as the reasons name it', async () => {
    const names = new Set<string>();
    for await (const { hold } of heldEntries(body, new SegmentStore().read)) names.add(yieldReason(hold).pattern);
    const region = [...names].find((name) => name.includes('maze')) as string;
    freeHeld(body, { before: body.arrivals, region });
    expect(takeAll().every((url) => url.includes('/maze/'))).toBe(true);
    expect(heldCount(body)).toBe(10);
  });

  it('come behind better ones', () => {
    freeHeld(body, { before: body.arrivals });
    linked('good/100', 0);
    expect(takeAll()[0]).toBe(urlOf('good/100'));
  });

  it.each([
    ['in the head', defaultLimits],
    ['spilled', { ...defaultLimits, headBytes: 0, keepPending: 0, keepHeld: 1, minSpill: 1, chunkEntries: 2 }],
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
    freeHeld(body, { before: body.arrivals });
    await commit();
    const taken: CanonicalUrl[] = [];
    for (let turn = 0; turn < 20; turn++) {
      await prepare(body, store.read, { now: 1, wanted: 4 });
      taken.push(...takeAll());
      await commit();
    }
    expect(taken).toHaveLength(15);
    expect(new Set(taken).size).toBe(15);
    expect(heldCount(body)).toBe(0);
  });
});
