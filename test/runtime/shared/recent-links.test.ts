import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { rankingOf } from '../../../lib/domain/focus/ranking.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';

const ranking = rankingOf(defaultFocus, true);
const at = Date.UTC(2026, 10, 22);
const found = (relevance: number, depth = 2, url = 'http://a.example/') => ({
  candidate: {
    ...{ url: url as CanonicalUrl, depth },
    rank: ranking.rank({ ...{ url: url as CanonicalUrl, depth, relevance, at }, tunnelDepth: 0 }),
  },
  hostHops: 0,
});

describe('the memory of delivered links', () => {
  it('tells what it does not know', () => {
    const recent = recentLinks(3);
    recent.delivered('job', found(0.3), ranking);
    const other = found(0.3, 2, 'http://b.example/');
    expect(recent.news('job', other, ranking)).toBe(other);
    expect(recent.news('other-job', found(0.3), ranking)).toEqual(found(0.3));
  });

  it('tells of each site that links to a page once', () => {
    const recent = recentLinks(3);
    const { url } = found(0.3).candidate;
    expect(recent.newSites('job', url, 5)).toBe(5);
    recent.deliveredSites('job', url, 5);
    expect(recent.newSites('job', url, 7)).toBe(2);
    recent.deliveredSites('job', url, 2);
    expect(recent.newSites('job', url, 7)).toBe(0);
    expect(recent.newSites('other-job', url, 7)).toBe(7);
  });

  it('keeps back what changes little, and tells all that it kept back once that makes a difference', () => {
    const recent = recentLinks(3);
    recent.delivered('job', found(0.3), ranking);
    expect(recent.news('job', found(0.4), ranking)).toBeUndefined();
    const news = recent.news('job', found(0.9), ranking);
    expect(decodeRank(news?.candidate.rank ?? 0)).toMatchObject({ parents: 2 });
    expect(decodeRank(news?.candidate.rank ?? 0)?.relevance).toBeCloseTo((0.4 + 0.9) / 2, 3);
    expect(decodeRank(news?.promise ?? 0)).toMatchObject({ parents: 3 });
    expect(decodeRank(news?.promise ?? 0)?.relevance).toBeCloseTo((0.3 + 0.4 + 0.9) / 3, 3);
    // It was not delivered: the next link tells of all of them again.
    const again = recent.news('job', found(0.9), ranking);
    expect(decodeRank(again?.candidate.rank ?? 0)).toMatchObject({ parents: 3 });
    recent.delivered('job', again ?? found(0), ranking);
    expect(recent.news('job', found(0.6), ranking)).toBeUndefined();
  });

  it('tells when a page has become less worth, too', () => {
    const recent = recentLinks(3);
    recent.delivered('job', found(0.8), ranking);
    const news = recent.news('job', found(0.1), ranking);
    expect(decodeRank(news?.promise ?? 0)?.relevance).toBeCloseTo(0.45, 3);
  });

  it('tells that a page is nearer, and nothing else of a page that was visited', () => {
    const recent = recentLinks(3);
    recent.delivered('job', found(0.2, 3), ranking);
    expect(recent.news('job', found(0.2, 2), ranking)).toMatchObject({ candidate: { depth: 2 } });
    recent.visited('job', found(0.2, 3));
    expect(recent.news('job', found(0.9, 3), ranking)).toBeUndefined();
    expect(recent.news('job', found(0.9, 2), ranking)).toMatchObject({ candidate: { depth: 2 } });
    recent.delivered('job', found(0.9, 2), ranking);
    expect(recent.news('job', found(0.9, 2), ranking)).toBeUndefined();
  });

  it('keeps back every repeat that is no nearer where no relevance orders the frontier', () => {
    const recent = recentLinks(3);
    const byDepth = rankingOf({ ...defaultFocus, order: 'breadth-first', linkScores: false }, true);
    const plain = (depth: number) => ({
      candidate: { url: 'http://d.example/' as CanonicalUrl, depth, rank: depth },
      hostHops: 0,
    });
    recent.delivered('job', plain(2), byDepth);
    expect(recent.news('job', plain(2), byDepth)).toBeUndefined();
    expect(recent.news('job', plain(3), byDepth)).toBeUndefined();
    expect(recent.news('job', plain(1), byDepth)).toEqual(plain(1));
    expect(recent.news('job', { ...plain(2), hostHops: 1 }, byDepth)).toBeDefined();
  });

  it('forgets what was told long ago', () => {
    const recent = recentLinks(2);
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      recent.delivered('job', found(0.5, 2, `http://${name}.example/`), ranking);
    expect(recent.news('job', found(0.5), ranking)).toBeDefined();
    expect(recent.news('job', found(0.5, 2, 'http://e.example/'), ranking)).toBeUndefined();
  });
});
