import { beforeEach, describe, expect, it } from 'vitest';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { admit, type HostBody, openBody, setOrder } from '../../../lib/domain/frontier/body.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder } from '../../../lib/domain/yield/order.ts';
import { regionTable } from '../../../lib/domain/yield/region-table.ts';
import { voiceId } from '../../../lib/domain/yield/voices.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, positionOf } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const at = (path: string): CanonicalUrl => `http://a.localhost${path}` as CanonicalUrl;

let body: HostBody;
/** Ids of the pages of two regions that bring something, and of three that bring nothing. */
let [good, other, bad, poor, poorer] = [0, 0, 0, 0, 0];

/** @returns the id of the region, as the source of URLs that the page links to */
function fetched(path: string, brings: boolean | 'error', from = 0): number {
  const yields = yieldsOf(body);
  const url = at(path);
  const text = prose(dice('lifts', brings === true ? path : 'nothing'), 60).join('\n');
  const position = positionOf(yields, url, from);
  observe(yields, {
    // A page that brings nothing leads to one more of its kind.
    ...{ url, position, found: brings === false ? [at(`${path}0000`)] : [], known: [], unresolved: [] },
    brought:
      brings === 'error'
        ? { kind: 'error' }
        : { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false },
  });
  return linkRegionOf(yields, position).id;
}

/** A page of a region links to a URL. */
function linked(path: string, from: number, rank = 1): void {
  admit(body, [{ url: at(path), depth: 1, rank }], from);
}

const isHeld = (path: string): boolean => body.held.has(at(path));

beforeEach(() => {
  body = openBody(undefined, { host: 'a.localhost' as HostName, fingerprintKey: 'key' });
  setOrder(body, yieldOrder(body, defaultYieldSettings));
  for (let n = 0; n < 60; n++) good = fetched(`/good/${n}`, true);
  for (let n = 0; n < 10; n++) other = fetched(`/other/${n}`, true);
  for (let n = 0; n < 4; n++) poor = fetched(`/poor/${n}`, false);
  for (let n = 0; n < 4; n++) poorer = fetched(`/poorer/${n}`, false);
  for (let n = 0; n < 30; n++) bad = fetched(`/bad/${n}`, false, bad);
});

describe('a URL of a region that is held', () => {
  it.each([
    ['one page elsewhere links to it', () => [good], true],
    ['two pages elsewhere link to it', () => [good, good], false],
    ['pages of two regions elsewhere link to it', () => [good, other], false],
    ['pages of two regions elsewhere link to it that bring nothing', () => [poor, poorer], true],
    ['pages of other hosts link to it', () => [0, 0], false],
    ['pages of its own region alone link to it', () => [bad, bad, bad], true],
    ['a page of its own region and one elsewhere link to it', () => [bad, good], true],
    ['a sitemap lists it', () => [voiceId(yieldsOf(body), 'list')], false],
    [
      'a page of its own region links to it, then a sitemap lists it',
      () => [bad, voiceId(yieldsOf(body), 'list')],
      false,
    ],
  ])('may go or not: %s', (_, sources, held) => {
    for (const from of sources()) linked('/bad/100', from);
    expect(isHeld('/bad/100')).toBe(held);
  });

  it('may go when a link from elsewhere promises a relevant page, not when one of its own region does', () => {
    const promising = encodeRank({ relevance: 0.8, tunnelDepth: 0, parents: 1 });
    linked('/bad/100', bad, promising);
    linked('/bad/101', good, promising);
    linked('/bad/102', good, encodeRank({ relevance: 0.2, tunnelDepth: 0, parents: 1 }));
    expect(['/bad/100', '/bad/101', '/bad/102'].map(isHeld)).toEqual([true, false, true]);
  });

  it('that brought nothing for long may go when a sitemap lists it, or two pages elsewhere link to it', () => {
    for (let n = 0; n < 210; n++) fetched(`/gone/${n}`, 'error');
    linked('/gone/900', good);
    linked('/gone/901', voiceId(yieldsOf(body), 'list'));
    linked('/gone/902', good);
    linked('/gone/902', other);
    expect(['/gone/900', '/gone/901', '/gone/902'].map(isHeld)).toEqual([true, false, false]);
  });

  it('may go when a person asks for it', () => {
    linked('/bad/100', bad);
    admit(body, [{ url: at('/bad/101'), depth: 1, rank: Number.NEGATIVE_INFINITY }]);
    admit(body, [{ url: at('/bad/102'), depth: 0, rank: 0 }]);
    expect(['/bad/100', '/bad/101', '/bad/102'].map(isHeld)).toEqual([true, false, false]);
  });

  it.each([
    ['links from elsewhere', 'links', 8],
    ['a sitemap', 'list', 8],
  ] as const)('is held again when %s spoke for others in vain', (_, voice, most) => {
    const from = voiceId(yieldsOf(body), voice);
    let tried = 0;
    for (let n = 100; n < 140; n++) {
      linked(`/bad/${n}`, from);
      if (isHeld(`/bad/${n}`)) continue;
      tried++;
      fetched(`/bad/${n}`, 'error', from);
    }
    expect(tried).toBeGreaterThan(2);
    expect(tried).toBeLessThanOrEqual(most);
  });

  it('leaves no region of its own in the table of regions', () => {
    linked('/bad/100', good);
    linked('/bad/100', other);
    fetched('/bad/100', false, body.pending.get(at('/bad/100'))?.from);
    expect(
      regionTable(yieldsOf(body))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['bad', 'good', 'other', 'poor', 'poorer'].flatMap((one) => [`/${one}/`, `/${one}/#`]));
  });
});
