import { expect } from 'vitest';
import type { Score } from '../../../support/trap-web/score.ts';
import type { TrapWeb } from '../../../support/trap-web/trap-web.ts';

/**
 * Fetches in each trap of a web, in the mean: regions are known by what they bring, which takes some fetches in each, the
 * same number in a web of 500 pages as in one of 5,000. `node bench/traps.ts` shows how many.
 */
const mostPerTrap = 40;

/** Of a trap that ends by itself, as it has a URL for each honest page (a login, a redirect that counts clicks): what is fetched before hardly one in fifty brings something. */
const mostOfFinite = 210;

/** Of all honest pages, those that may wait for a later try of their region: where they stand among a trap's, the order of fetches decides. */
export const mostWaiting = 0.02;

/** A crawl found the honest pages of a web of traps, and went but a little way into each trap. */
export function expectHonest(score: Score, web: TrapWeb): void {
  expect(score.missed.length, score.missed.join('\n')).toBeLessThanOrEqual(score.total * mostWaiting);
  const traps = web.sections.filter(({ trap }) => trap !== undefined);
  const finite = traps.filter(({ kind, shape }) => kind === 'login' || shape.endsWith('trackers')).length;
  const most = (traps.length - finite) * mostPerTrap + finite * mostOfFinite;
  expect(score.trapped, score.trapUrls.join('\n')).toBeLessThanOrEqual(most);
}
