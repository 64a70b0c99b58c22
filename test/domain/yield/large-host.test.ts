import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../lib/base/bytes/hash.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { admit, openBody, prepare, seal, setOrder, settle, take } from '../../../lib/domain/frontier/body.ts';
import type { Work } from '../../../lib/domain/frontier/entry.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder } from '../../../lib/domain/yield/order.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, most, positionOf } from '../../../lib/domain/yield/yields.ts';
import { SegmentStore } from '../frontier/segment-store.ts';

const isFull = process.env.WINNOW_TEST_FULL === '1';
/** A million URLs of ten thousand patterns in the full form. */
const [urls, patterns] = isFull ? [1_000_000, 10_000] : [20_000, 2_000];
const host = 'large.example' as HostName;
const pagesPerTurn = 25;
const linksPerPage = 20;
/** Bytes of a stored body, and reads of a turn. */
const [mostBytes, mostReads] = [16_384, 300];
const names = ['north', 'harbour', 'summer', 'review', 'market', 'science', 'letters', 'music', 'owl', 'sea'];

/** Pages of two folders with names, a hundred of each pair or so. */
function urlOf(page: number): CanonicalUrl {
  const pattern = page % patterns;
  const name = (n: number): string => `${names[Math.floor(n / 10) % 10]}${names[n % 10]}`;
  return `https://${host}/${name(pattern % 100)}/${name(Math.floor(pattern / 100))}/${page}` as CanonicalUrl;
}

/** Pages in half of the folders say the same, and lead nowhere. */
function isBarren(page: number): boolean {
  return (page % patterns) % 2 === 1;
}

function sketchOf(page: number) {
  const words = Array.from({ length: 40 }, (_, i) =>
    hashOf(isBarren(page) ? `the same ${i}` : `${page} says ${i}`),
  );
  return { words, numbers: [], anchors: [], limit: 2 ** 32 };
}

describe(`a host of ${urls} URLs of ${patterns} patterns, half of them in folders that bring nothing`, () => {
  it('stores, reads and puts no more a turn than a small one, and learns which folders those are', async () => {
    const segments = new SegmentStore();
    const options = { host, fingerprintKey: 'key' };
    let body = openBody(undefined, options);
    admit(body, [{ url: urlOf(0), depth: 0, rank: 0 }]);
    let [known, turns] = [1, 0];
    /** Of each visit whether it was one of a barren folder. */
    const visits: boolean[] = [];
    const visit = ({ url, from }: Work): void => {
      const page = Number(url.slice(url.lastIndexOf('/') + 1));
      visits.push(isBarren(page));
      const yields = yieldsOf(body);
      const position = positionOf(yields, url, from);
      const { id } = linkRegionOf(yields, position);
      const times = { at: turns, firstSeen: turns, changedAt: turns };
      settle(body, { url, outcome: 'stored', ...times, tries: 0, depth: 1 });
      const more = isBarren(page) ? 0 : Math.min(linksPerPage, urls - known);
      const links = Array.from({ length: more }, () => ({ url: urlOf(known++), depth: 1, rank: 1 }));
      const births = admit(body, links, id);
      const urlsOf = (unchecked: boolean) =>
        births.flatMap((one) => (one.unchecked === unchecked ? [one.url] : []));
      observe(yields, {
        ...{ url, position, brought: { kind: 'page', sketch: sketchOf(page), isTwin: false } },
        ...{ found: urlsOf(false), unresolved: urlsOf(true), known: [] },
      });
    };
    for (; known < urls; turns++) {
      setOrder(body, yieldOrder(body, defaultYieldSettings));
      segments.reads = 0;
      await prepare(body, segments.read, { now: turns, wanted: pagesPerTurn });
      for (let i = 0; i < pagesPerTurn; i++) {
        const work = take(body, turns);
        if (work !== undefined) visit(work);
      }
      const turn = turns + 1;
      const segmentPrefix = `${turn}-x`;
      const sealed = await seal(body, { turn, outbox: () => null, segmentPrefix, read: segments.read });
      segments.put(sealed);
      expect(sealed.bytes.length).toBeLessThan(mostBytes);
      expect(sealed.segments.length).toBeLessThanOrEqual(1);
      expect(segments.reads).toBeLessThan(mostReads);
      segments.delete(sealed);
      const { regions, linkRegions, met, linked } = yieldsOf(body);
      expect(regions.size).toBeLessThanOrEqual(most.regions);
      expect(linkRegions.size).toBeLessThanOrEqual(most.linkRegions);
      expect(met.size).toBeLessThanOrEqual(most.met);
      expect(linked.size).toBeLessThanOrEqual(most.linked);
      body = openBody(sealed.bytes, options);
    }
    const late = visits.slice(-visits.length / 4);
    expect(late.filter((one) => one).length).toBeLessThan(0.25 * late.length);
  }, 3_600_000);
});
