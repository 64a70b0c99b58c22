import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roleRank } from '../../../lib/base/links/url-role.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { bandCount, bandOfRelevance } from '../../../lib/domain/focus/bands.ts';
import { defaultFocus, type FocusSettings, tailOf } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank, encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { rankingOf } from '../../../lib/domain/focus/ranking.ts';
import {
  type BandCounts,
  expectedOf,
  judgeTail,
  newTail,
  type Tail,
  tailReason,
} from '../../../lib/domain/focus/tail.ts';
import {
  admit,
  type HostBody,
  hostCounters,
  nextDue,
  openBody,
  setOrder,
  settle,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { asked, rankOf } from '../../../lib/domain/frontier/entry.ts';
import { holdOf } from '../../../lib/domain/frontier/held.ts';
import { strategyOf } from '../../../lib/domain/strategy/strategy-settings.ts';
import { freeHeld } from '../../../lib/domain/yield/freed.ts';
import { freedIn } from '../../../lib/domain/yield/host-state.ts';
import { orderOf } from '../../../lib/pipeline/frontier/order-of.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const least = 0.05;
const settings = {
  ...testSettings('owls'),
  topic: termTopic('10: owls=BIRDS'),
  focus: { ...defaultFocus, minHarvest: least },
};
const strategy = strategyOf({
  stages: [{ name: 'all', load: 1, objectives: { pages: 10, of: 'site' } }],
});
const at = (path: string): CanonicalUrl => `http://a.example/${path}` as CanonicalUrl;
const promising = (relevance: number): number => encodeRank({ relevance, tunnelDepth: 1, parents: 1 });

/** The bands of what promises less than the least harvest. */
const nominal = 2;

function bodyWith(held: number): HostBody {
  const body = openBody(undefined, { host: 'a.example' as HostName, fingerprintKey: 'key' });
  body.mergeRanks = rankingOf(settings.focus, true).merge;
  setOrder(body, orderOf(body, settings, held === 0 ? {} : { tail: { held } }));
  return body;
}

const link = (body: HostBody, path: string, relevance: number): void =>
  void admit(body, [{ url: at(path), depth: 2, rank: promising(relevance) }]);

function takeAll(body: HostBody): readonly string[] {
  const paths: string[] = [];
  for (let work = take(body, 1); work !== undefined; work = take(body, 1)) {
    paths.push(new URL(work.url).pathname.slice(1));
    const { url, depth } = work;
    settle(body, { url, depth, outcome: 'off-topic', at: 1, firstSeen: 1, changedAt: 1, tries: 0 });
  }
  return paths;
}

/** The counts of one band, from 0, of what promises most. */
const band = (at: number, judged: number, kept: number): BandCounts => ({
  [`judged${at}`]: judged,
  ...(kept > 0 && { [`kept${at}`]: kept }),
});

describe('the tail of a crawl', () => {
  const { minHarvest: _, ...usual } = settings.focus;
  it.each<[string, FocusSettings, object, number | undefined]>([
    ['what brings less than the least harvest', { ...usual, minHarvest: 0.02 }, {}, 0.02],
    ['what brings less than a twentieth by default', usual, {}, 0.05],
    ['nothing without a least harvest', { ...usual, minHarvest: 0 }, {}, undefined],
    ['nothing of a soft crawl', { ...usual, mode: 'soft' }, {}, undefined],
    ['nothing of a hard crawl', { ...usual, mode: 'hard' }, {}, undefined],
    ['nothing where other things than relevance order URLs', { ...usual, order: 'hash' }, {}, undefined],
    ['nothing where a strategy orders sites', usual, { strategy }, undefined],
    ['what a least harvest says beside a strategy', { ...usual, minHarvest: 0.2 }, { strategy }, 0.2],
  ])('is %s', (_name, focus, more, expected) => {
    expect(tailOf({ ...settings, ...more, focus })).toBe(expected);
  });

  it('is nothing in a job without a topic', () => {
    expect(tailOf({ ...settings, topic: undefined })).toBeUndefined();
  });

  it('begins once fifty pages of a band brought less than the least harvest, and not before', () => {
    expect(judgeTail(newTail, {}, least)).toBe(newTail);
    expect(judgeTail(newTail, band(6, 49, 0), least)).toBe(newTail);
    expect(judgeTail(newTail, band(6, 50, 2), least).held).toBe(2);
    expect(judgeTail(newTail, band(6, 50, 3), least).held).toBe(0);
    expect(judgeTail(newTail, band(6, 1_000, 49), least).held).toBe(2);
  });

  it('grows band by band while each brings too little, whatever it promises', () => {
    const poor = { ...band(6, 60, 0), ...band(4, 200, 3) };
    expect(judgeTail(newTail, { ...poor, ...band(5, 150, 7) }, least).held).toBe(4);
    expect(judgeTail(newTail, { ...poor, ...band(5, 150, 9) }, least).held).toBe(2);
  });

  it('believes a band that promises enough for longer, and all the more the more it promises', () => {
    expect(judgeTail(newTail, band(5, 149, 0), least).held).toBe(0);
    expect(judgeTail(newTail, band(5, 150, 0), least).held).toBe(3);
    expect(judgeTail(newTail, band(0, 150, 0), least)).toBe(newTail);
    expect(judgeTail(newTail, band(0, 200, 0), least).held).toBe(bandCount);
  });

  it('spares a band that promises little and brings enough, and judges it again by its next pages', () => {
    const rich = judgeTail(newTail, band(6, 50, 20), least);
    expect(rich).toEqual({ held: 0, from: band(6, 50, 20) });
    expect(judgeTail(rich, band(6, 99, 20), least)).toBe(rich);
    expect(judgeTail(rich, band(6, 100, 21), least).held).toBe(2);
  });

  it('is tried again when it is to be judged anew, and held again by what it then brings', () => {
    const old = band(6, 400, 2);
    const asked: Tail = { held: 2, anew: true };
    const tried = judgeTail(asked, old, least);
    expect(tried).toEqual({ ...asked, from: old });
    expect(judgeTail(tried, band(6, 449, 2), least)).toBe(tried);
    expect(judgeTail(tried, band(6, 450, 2), least)).toEqual({ held: 2, from: old });
    expect(judgeTail(tried, band(6, 450, 12), least).anew).toBe(true);
  });

  it('is expected to bring what its bands brought, and what its URLs promise before there were pages', () => {
    const inTail = (promise: number) => ({ kind: 'tail', pattern: 'tail', promise, least }) as const;
    expect(expectedOf(inTail(0.3), newTail, {})).toBeCloseTo(0.3, 9);
    expect(expectedOf(inTail(0.3), newTail, band(3, 990, 20))).toBeCloseTo(0.023, 9);
    expect(expectedOf(inTail(0.3), { held: 5, from: band(3, 500, 10) }, band(3, 990, 10))).toBeLessThan(0.01);
  });

  it('never shrinks between two looks, and grows by bands with pages enough alone', () => {
    const pages = fc.array(
      fc.record({
        at: fc.nat(bandCount - 1),
        judged: fc.nat(80),
        kept: fc.double({ min: 0, max: 0.2, noNaN: true }),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(pages, (looks) => {
        let tail = newTail;
        const sums: Record<string, number> = {};
        for (const { at: of, judged, kept } of looks) {
          sums[`judged${of}`] = (sums[`judged${of}`] ?? 0) + judged;
          sums[`kept${of}`] = (sums[`kept${of}`] ?? 0) + Math.round(judged * kept);
          const next = judgeTail(tail, sums as BandCounts, least);
          expect(next.held).toBeGreaterThanOrEqual(tail.held);
          if (next.held > tail.held) {
            const top = bandCount - next.held;
            expect(sums[`judged${top}`]).toBeGreaterThanOrEqual(top < bandCount - nominal ? 150 : 50);
          }
          tail = next;
        }
      }),
    );
  });

  it('is followed behind all else until it is known to be poor', () => {
    const body = bodyWith(0);
    link(body, 'poor', 0.01);
    link(body, 'good', 0.6);
    expect(takeAll(body)).toEqual(['good', 'poor']);
  });

  it('is held when it is poor, and its host has no work', () => {
    const body = bodyWith(nominal);
    for (const n of [1, 2, 3]) link(body, `poor${n}`, 0.01 * n);
    link(body, 'good', 0.6);
    expect(takeAll(body)).toEqual(['good']);
    expect(nextDue(body, 1)).toBeUndefined();
    expect(hostCounters(body)).toMatchObject({ pending: 3, held: 3 });
    const [entry] = body.held.values();
    const hold = entry && holdOf(body, entry);
    expect(hold && tailReason(hold)).toMatchObject({ promise: expect.closeTo(0.01, 5), least });
  });

  it('has no seed, no sitemap and nothing that a person asks for', () => {
    const body = bodyWith(nominal);
    admit(body, [
      { url: at('seed'), depth: 0, rank: promising(0.01) },
      { url: at('sitemap'), depth: 1, rank: roleRank(1, { is: 'sitemap', level: 0 }) },
      { url: at('asked'), depth: 3, rank: rankOf(asked) },
    ]);
    expect(takeAll(body).toSorted()).toEqual(['asked', 'seed', 'sitemap']);
  });

  it('loses a URL that a further link raises, and gains one that it lowers', () => {
    const body = bodyWith(nominal);
    link(body, 'rises', 0.04);
    link(body, 'falls', 0.06);
    link(body, 'rises', 0.5);
    link(body, 'falls', 0.01);
    expect(takeAll(body)).toEqual(['rises']);
    expect([...body.held.keys()]).toEqual([at('falls')]);
  });

  it('goes once a person lets it go, and what is found later does not', () => {
    const body = bodyWith(nominal);
    link(body, 'before', 0.01);
    freeHeld(freedIn(body), { before: body.arrivals, region: 'tail' });
    link(body, 'after', 0.01);
    body.siftedAt = -1;
    expect(takeAll(body)).toEqual(['before']);
  });

  it('holds more when a further band is poor, and none of what promises more', () => {
    const body = bodyWith(4);
    for (const promise of [0.01, 0.1, 0.29, 0.31]) link(body, String(promise), promise);
    expect(takeAll(body)).toEqual(['0.31']);
  });

  it('holds a URL exactly while the mean of its links is in a band that is held', () => {
    const links = fc.array(
      fc.record({
        path: fc.integer({ min: 0, max: 5 }),
        promise: fc.double({ min: 0, max: 0.2, noNaN: true }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(links, (found) => {
        const body = bodyWith(nominal);
        for (const { path, promise } of found) link(body, String(path), promise);
        const below = ({ rank }: { readonly rank: number }): boolean =>
          bandOfRelevance(decodeRank(rankOf(rank))?.relevance ?? 1) >= bandCount - nominal;
        expect([...body.held.values()].every(below)).toBe(true);
        expect([...body.pending.values()].some(below)).toBe(false);
        expect(body.held.size + body.pending.size).toBe(new Set(found.map(({ path }) => path)).size);
      }),
    );
  });
});
