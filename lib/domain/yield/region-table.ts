import { defined } from '../../base/defined.ts';
import type { HostBody } from '../frontier/body.ts';
import { type Estimate, estimate, estimateOf, type HeldRegion } from './estimate.ts';
import { yieldsOf } from './host-state.ts';
import { bearsOf, feedsOnItself, type YieldRegion } from './region.ts';
import { nextRetry } from './retries.ts';
import { isVoice } from './voices.ts';
import { defaultYieldSettings, type YieldSettings } from './yield-settings.ts';
import type { LinkRegion, Yields } from './yields.ts';

/** What is known of a region of a host, for people: `regionFields` says what each field means. */
export interface RegionRow {
  readonly name: string;
  readonly fetched: number;
  readonly brought: number;
  readonly relevant: number;
  readonly bears?: number;
  readonly feeds: boolean;
  readonly mean: number;
  readonly bound: number;
  readonly held?: HeldRegion['why'];
  /** Epoch ms, about. */
  readonly heldSince?: number;
  readonly retryAt?: number;
  /** What lifts the hold. */
  readonly lifts?: string;
}

/** The fields of a region wherever people see them: the title of a column, and what it says. */
export const regionFields = {
  name: { title: 'region', says: 'Its name: a path prefix or a pattern.' },
  fetched: { title: 'fetched', says: 'First visits.' },
  brought: { title: 'new', says: 'Fetches that brought something new.' },
  relevant: { title: 'relevant', says: 'Fetches whose page was on topic.' },
  bears: {
    title: 'bears',
    says: 'Unknown URLs of the region that each fetch that brought nothing led to.',
  },
  feeds: {
    title: 'ends',
    says: 'Whether the region feeds on itself: its pages that bring nothing lead to ever more of it. If not, it ends by itself.',
  },
  mean: { title: 'yield', says: 'Estimated share of further fetches that bring something new.' },
  bound: { title: 'at best', says: 'Upper bound of that share.' },
  held: { title: 'held', says: 'Why its URLs wait (`barren`, `endless` or `vain`).' },
  heldSince: { title: 'since', says: 'When that was found.' },
  retryAt: {
    title: 'next try',
    says: 'Of a region that is held: fetches of the host at which one of its URLs is tried. One held URL of the host is also tried each day.',
  },
} as const satisfies Partial<Record<keyof RegionRow, { readonly title: string; readonly says: string }>>;

/** What was fetched of a host, and its regions as `regionTable` has them. */
export function tableOf(
  body: Pick<HostBody, 'parts'>,
  settings: YieldSettings,
): { readonly fetched: number; readonly rows: readonly RegionRow[] } {
  const yields = yieldsOf(body);
  return { fetched: yields.host.fetched, rows: regionTable(yields, settings) };
}

/** The regions of a host: those that are held first, then those with most fetches. */
export function regionTable(yields: Yields, { hold, accept } = defaultYieldSettings): readonly RegionRow[] {
  const rows = new Map<string, RegionRow>();
  const held = new Map<string, RegionRow>();
  for (const linkRegion of yields.linkRegions.values()) {
    if (isVoice(linkRegion)) continue;
    for (const [i, name] of linkRegion.position.regions.entries()) {
      const region = yields.regions.get(name);
      if (region !== undefined && !rows.has(name)) {
        rows.set(name, rowOf(name, region, estimateOfPrefix(yields, linkRegion, i)));
      }
    }
    const expected = estimateOf(yields, linkRegion);
    const isAccepted = linkRegion.position.regions.some((name) => accept.includes(name));
    if (expected.held === undefined || isAccepted || !hold) continue;
    const { name, region, why } = expected.held;
    const row = rows.get(name) ?? rowOf(name, region, expected);
    const heldSince = region.heldSince === 0 ? undefined : region.heldSince * minuteMs;
    const retryAt = nextRetry(yields, region);
    held.set(name, { ...row, held: why, lifts: whatLifts(why), retryAt, ...defined({ heldSince }) });
  }
  return [...new Map([...rows, ...held]).values()].sort(
    (one, other) =>
      Number(other.held !== undefined) - Number(one.held !== undefined) || other.fetched - one.fetched,
  );
}

/** What lifts the hold of a region, as the beginning of a sentence. */
export function whatLifts(why: HeldRegion['why']): string {
  return lifts[why];
}

const tried =
  'One of its URLs is tried each time that the fetches of the host have doubled, and one held URL of the host each day; the others go on';
const orSpokenFor =
  'brings something new, or when two pages elsewhere, one that promises relevance or a sitemap lead to them';
const lifts: Readonly<Record<HeldRegion['why'], string>> = {
  barren: `${tried} when it ${orSpokenFor}`,
  endless: `${tried} when other pages of the host lead to them, or when their pages lead back to older ones`,
  vain: `${tried} as soon as one ${orSpokenFor}`,
};

const minuteMs = 60_000;

function rowOf(name: string, region: YieldRegion, { mean, bound }: Estimate): RegionRow {
  const { fetched, brought, relevant } = region;
  const bears = bearsOf(region);
  return {
    name,
    fetched,
    brought,
    relevant,
    ...defined({ bears }),
    feeds: feedsOnItself(region),
    mean,
    bound,
  };
}

/** Of a URL of which nothing is known but that it lies in the region. */
function estimateOfPrefix(yields: Yields, { position }: LinkRegion, i: number): Estimate {
  const regions = position.regions.slice(0, i + 1);
  return estimate(yields, { ...position, regions, linkRegion: '', source: undefined });
}
