import { describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { admit, type HostBody, openBody, setOrder, settle, take } from '../../../lib/domain/frontier/body.ts';
import { quantise } from '../../../lib/domain/frontier/entry.ts';
import { holdOf } from '../../../lib/domain/frontier/held.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder } from '../../../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, positionOf } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const dayMs = 86_400_000;
const at = (path: string): CanonicalUrl => `http://a.localhost${path}` as CanonicalUrl;

function hostBody(): HostBody {
  const body = openBody(undefined, { host: 'a.localhost' as HostName, fingerprintKey: 'key' });
  setOrder(body, yieldOrder(body, defaultYieldSettings));
  return body;
}

/**
 * Enters a fetch of a page with a text of its own below `/good/`, and elsewhere of one that says nothing and leads to one more of its
 * kind. @returns the id of its link region
 */
function fetched(
  body: HostBody,
  url: CanonicalUrl,
  {
    from = 0,
    found = url.includes('/good/') ? [] : [`${url}0000` as CanonicalUrl],
  }: { from?: number; found?: CanonicalUrl[] } = {},
): number {
  const yields = yieldsOf(body);
  const position = positionOf(yields, url, from);
  const text = prose(dice('order', url.includes('/good/') ? url : 'nothing'), 60).join('\n');
  observe(yields, {
    ...{ url, position, found, known: [], unresolved: [] },
    brought: { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false },
  });
  return linkRegionOf(yields, position).id;
}

function pending(body: HostBody, path: string): void {
  admit(body, [{ url: at(path), depth: 1, rank: 1 }]);
}

function taken(body: HostBody, now = 0): string | undefined {
  const work = take(body, now);
  if (work === undefined) return undefined;
  const { url, depth } = work;
  settle(body, { url, outcome: 'stored', at: now, firstSeen: now, changedAt: now, tries: 0, depth });
  return new URL(url).pathname;
}

describe('URLs of a host that wait for their first visit', () => {
  it('are taken by what their regions bring; what is held comes when nothing else is left, then once a day', () => {
    const body = hostBody();
    for (let n = 0; n < 60; n++) fetched(body, at(`/good/${n}`));
    for (let n = 0; n < 6; n++) fetched(body, at(`/bad/${n}`));
    for (let n = 7; n < 20; n++) pending(body, `/bad/${n}`);
    pending(body, '/good/70');
    expect(taken(body)).toBe('/good/70');
    expect([taken(body), taken(body)]).toEqual(['/bad/7', '/bad/8']);
    expect(taken(body)).toBeUndefined();
    expect(taken(body, dayMs - 1)).toBeUndefined();
    expect(taken(body, dayMs)).toBe('/bad/9');
    expect(taken(body, dayMs)).toBeUndefined();
  });

  it('are tried in turn where some bring nothing and others nothing but more of themselves', () => {
    const body = hostBody();
    for (let n = 0; n < 60; n++) fetched(body, at(`/good/${n}`));
    for (let n = 0; n < 6; n++) fetched(body, at(`/bad/${n}`));
    let from = 0;
    for (let n = 0; n < 200; n++) {
      const url = at(`/good/tale/${n}`);
      const found = [1, 2, 3].map((k) => at(`/good/tale/${3 * n + k}`));
      from = fetched(body, url, { from, found });
    }
    for (let n = 900; n < 920; n++) admit(body, [{ url: at(`/good/tale/${n}`), depth: 1, rank: 1 }], from);
    for (let n = 7; n < 20; n++) pending(body, `/bad/${n}`);
    expect([...body.held.values()].map((entry) => holdOf(body, entry)?.kind)).toContain('endless');
    const bad = /^\/bad\//;
    const tale = /^\/good\/tale\//;
    expect(taken(body)).toMatch(bad);
    while (taken(body) !== undefined);
    expect([1, 2, 3].map((day) => taken(body, day * dayMs))).toEqual([
      expect.stringMatching(bad),
      expect.stringMatching(tale),
      expect.stringMatching(bad),
    ]);
  });

  it('are all tried in the end where little is held', () => {
    const body = hostBody();
    for (let n = 0; n < 60; n++) fetched(body, at(`/good/${n}`));
    for (let n = 0; n < 6; n++) fetched(body, at(`/bad/${n}`));
    for (let n = 7; n < 11; n++) pending(body, `/bad/${n}`);
    expect([0, 1, 2, 3].map(() => taken(body))).toEqual(['/bad/7', '/bad/8', '/bad/9', '/bad/10']);
  });

  it('have one more try of a held region, before all else, each time that the host has doubled', () => {
    const body = hostBody();
    for (let n = 0; n < 60; n++) fetched(body, at(`/good/old/${n}`));
    for (let n = 0; n < 6; n++) fetched(body, at(`/bad/${n}`));
    for (let n = 0; n < 20; n++) pending(body, `/bad/1${n}`);
    const tries: number[] = [];
    for (let n = 0; n < 1_000; n++) {
      pending(body, `/good/${n}`);
      const path = taken(body) as string;
      if (path.startsWith('/bad')) tries.push(yieldsOf(body).host.fetched);
      fetched(body, at(path));
    }
    expect(tries.length).toBe(4);
    for (const [i, one] of tries.entries()) expect(one).toBeGreaterThanOrEqual(2 * (tries[i - 1] ?? 60));
  });

  it('have the further tries of regions below one prefix apart, and those below another of their own', () => {
    const body = hostBody();
    for (let n = 0; n < 60; n++) fetched(body, at(`/good/old/${n}`));
    const folders = ['/bad/one/', '/bad/two/', '/bad/three/', '/worse/'];
    for (const folder of folders) {
      for (let n = 0; n < 6; n++) fetched(body, at(`${folder}${n}`));
      for (let n = 0; n < 20; n++) pending(body, `${folder}1${n}`);
    }
    const tries: { at: number; path: string }[] = [];
    for (let n = 0; n < 250; n++) {
      pending(body, `/good/${n}`);
      const path = taken(body) as string;
      if (!path.startsWith('/good/')) tries.push({ at: yieldsOf(body).host.fetched, path });
      fetched(body, at(path));
    }
    const [first, ...others] = tries.filter(({ path }) => path.startsWith('/bad/'));
    expect(others.length).toBeGreaterThan(0);
    for (const [i, one] of others.entries()) {
      expect(one.at).toBeGreaterThanOrEqual(1.25 * (others[i - 1] ?? (first as { at: number })).at);
    }
    expect(tries.some(({ path }) => path.startsWith('/worse/'))).toBe(true);
  });

  it('come back after the others when they are spilled, where little is expected of them', () => {
    const body = hostBody();
    for (let n = 0; n < 30; n++) fetched(body, at(`/good/${n}`));
    for (let n = 0; n < 10; n++) fetched(body, at(`/bad/${n}`));
    const spillRank = (path: string, rank: number): number => {
      pending(body, path);
      const entry = body.pending.get(at(path));
      expect(entry, 'too few fetches to hold it').toBeDefined();
      return entry === undefined ? 0 : (body.order.spillRank?.(rank, entry) ?? rank);
    };
    expect(spillRank('/bad/10', quantise(1))).toBeGreaterThan(spillRank('/good/40', quantise(100_000)));
  });

  it('are never held where somebody asked for them', () => {
    const body = hostBody();
    for (let n = 0; n < 30; n++) fetched(body, at(`/bad/${n}`));
    admit(body, [{ url: at('/bad/100'), depth: 0, rank: Number.NEGATIVE_INFINITY }]);
    const entry = body.pending.get(at('/bad/100'));
    expect(entry && holdOf(body, entry)).toBeUndefined();
    expect(taken(body)).toBe('/bad/100');
  });
});
