import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import { honestSites, webNamed } from '../../support/trap-web/webs.ts';
import { simulateCrawl } from './simulated-crawl.ts';

/** A number from 0 to 1 for a URL, another one for each seed. */
function drawn(seed: number, url: CanonicalUrl): number {
  let hash = 0x811c9dc5;
  for (const unit of `${seed} ${url}`) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

const isFull = process.env.WINNOW_TEST_FULL === '1';
/** The short run keeps to those in which pages behind session ids were lost once. */
const orders = isFull ? Array.from({ length: 30 }, (_, i) => i + 1) : [2, 11, 17];
/** Members are on hosts of their own. */
const alone = honestSites.filter((name) => name !== 'honest/members');
const sites = isFull ? alone : ['honest/categories', 'archive/folders'];
/** Webs that lost pages in some orders before wrong verdicts were appealed against. */
const webs = isFull ? ['standard', '1', '2', '8', '14', 'further/13'] : ['standard', 'further/13'];

async function missed(name: string, spread: number, order: number): Promise<readonly string[]> {
  const rank = (url: CanonicalUrl, depth: number): number => depth + spread * drawn(order, url);
  return (await simulateCrawl(webNamed(name), { maxFetches: 6_000, rank })).score.missed;
}

/** `breadth first`: URLs of one depth are shuffled. `mixed`: those of neighbouring depths, too. */
describe.each([
  ['breadth first', 1],
  ['mixed', 3],
])(
  'in whatever order its URLs are fetched, %s',
  (_, spread) => {
    it.each(sites)('an honest site is found whole: %s', async (name) => {
      for (const order of orders) expect(await missed(name, spread, order), `order ${order}`).toEqual([]);
    });

    it.each(webs)('the honest pages beside traps are found: %s', async (name) => {
      for (const order of orders) expect(await missed(name, spread, order), `order ${order}`).toEqual([]);
    });
  },
  600_000,
);

it('pages under ids are found whose links, new by their ids alone, first made them look made up', async () => {
  for (const order of isFull ? orders : [27]) {
    expect(await missed('further/sessions/query-link', 3, order), `order ${order}`).toEqual([]);
  }
}, 600_000);
