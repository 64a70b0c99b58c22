import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank, encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { rankingOf } from '../../../lib/domain/focus/ranking.ts';
import { isTailPoor, tailOf, tailReason } from '../../../lib/domain/focus/tail.ts';
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
import { freeHeld } from '../../../lib/domain/yield/freed.ts';
import { freedIn } from '../../../lib/domain/yield/host-state.ts';
import { orderOf } from '../../../lib/pipeline/frontier/order-of.ts';
import { sitemapRank } from '../../../lib/rules/sitemaps.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const least = 0.05;
const settings = {
  ...testSettings('owls'),
  topic: termTopic('10: owls=BIRDS'),
  focus: { ...defaultFocus, minHarvest: least },
};
const at = (path: string): CanonicalUrl => `http://a.example/${path}` as CanonicalUrl;
const promising = (relevance: number): number => encodeRank({ relevance, tunnelDepth: 1, parents: 1 });

function bodyWith(tailHeldSince: number | undefined): HostBody {
  const body = openBody(undefined, { host: 'a.example' as HostName, fingerprintKey: 'key' });
  body.mergeRanks = rankingOf(settings.focus, true).merge;
  setOrder(body, orderOf(body, settings, tailHeldSince === undefined ? {} : { tailHeldSince }));
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

describe('the tail of a crawl', () => {
  it.each<[string, Partial<FocusSettings>, boolean, number | undefined]>([
    ['what promises less than the least harvest', {}, true, least],
    ['nothing in a job without a topic', {}, false, undefined],
    ['nothing without a least harvest', { minHarvest: 0 }, true, undefined],
    ['nothing of a soft crawl', { mode: 'soft' }, true, undefined],
    ['nothing of a hard crawl', { mode: 'hard' }, true, undefined],
    ['nothing where other things than relevance order URLs', { order: 'breadth-first' }, true, undefined],
  ])('is %s', (_, more, hasTopic, expected) => {
    expect(tailOf({ ...settings.focus, ...more }, hasTopic)).toBe(expected);
  });

  it('is poor once fifty of its pages brought less than the least harvest, and not before', () => {
    expect(isTailPoor({}, least)).toBe(false);
    expect(isTailPoor({ tail: 49, tailKept: 0 }, least)).toBe(false);
    expect(isTailPoor({ tail: 50, tailKept: 2 }, least)).toBe(true);
    expect(isTailPoor({ tail: 50, tailKept: 3 }, least)).toBe(false);
    expect(isTailPoor({ tail: 1_000, tailKept: 49 }, least)).toBe(true);
  });

  it('is followed behind all else until it is known to be poor', () => {
    const body = bodyWith(undefined);
    link(body, 'poor', 0.01);
    link(body, 'good', 0.6);
    expect(takeAll(body)).toEqual(['good', 'poor']);
  });

  it('is held when it is poor, and its host has no work', () => {
    const body = bodyWith(1);
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
    const body = bodyWith(1);
    admit(body, [
      { url: at('seed'), depth: 0, rank: promising(0.01) },
      { url: at('sitemap'), depth: 1, rank: sitemapRank(1, 0) },
      { url: at('asked'), depth: 3, rank: rankOf(asked) },
    ]);
    expect(takeAll(body).toSorted()).toEqual(['asked', 'seed', 'sitemap']);
  });

  it('loses a URL that a further link raises, and gains one that it lowers', () => {
    const body = bodyWith(1);
    link(body, 'rises', 0.04);
    link(body, 'falls', 0.06);
    link(body, 'rises', 0.5);
    link(body, 'falls', 0.01);
    expect(takeAll(body)).toEqual(['rises']);
    expect([...body.held.keys()]).toEqual([at('falls')]);
  });

  it('goes once a person lets it go, and what is found later does not', () => {
    const body = bodyWith(1);
    link(body, 'before', 0.01);
    freeHeld(freedIn(body), { before: body.arrivals, region: 'tail' });
    link(body, 'after', 0.01);
    body.siftedAt = -1;
    expect(takeAll(body)).toEqual(['before']);
  });

  it('holds a URL exactly while the mean of its links is below the least harvest', () => {
    const links = fc.array(
      fc.record({
        path: fc.integer({ min: 0, max: 5 }),
        promise: fc.double({ min: 0, max: 0.2, noNaN: true }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(links, (found) => {
        const body = bodyWith(1);
        for (const { path, promise } of found) link(body, String(path), promise);
        const below = ({ rank }: { readonly rank: number }): boolean =>
          (decodeRank(rankOf(rank))?.relevance ?? 1) < least;
        expect([...body.held.values()].every(below)).toBe(true);
        expect([...body.pending.values()].some(below)).toBe(false);
        expect(body.held.size + body.pending.size).toBe(new Set(found.map(({ path }) => path)).size);
      }),
    );
  });
});
