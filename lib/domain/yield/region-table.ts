import type { HostBody } from '../frontier/body.ts';
import { type Estimate, estimate, estimateOf, type HeldRegion } from './estimate.ts';
import { yieldsOf } from './host-state.ts';
import type { YieldRegion } from './region.ts';
import { isVoice } from './voices.ts';
import { defaultYieldSettings, type YieldSettings } from './yield-settings.ts';
import type { LinkRegion, Yields } from './yields.ts';

/** What is known of a region of a host, for people. */
export interface RegionRow {
  readonly name: string;
  /** First visits. */
  readonly fetched: number;
  /** Those that brought something new. */
  readonly brought: number;
  /** Those whose page is on topic. */
  readonly relevant: number;
  /** Share of the fetches of a further URL of the region that bring something new: mean and upper bound. */
  readonly mean: number;
  readonly bound: number;
  readonly held?: HeldRegion['why'];
  /** Epoch ms, about. */
  readonly heldSince?: number;
  /** What lifts the hold. */
  readonly lifts?: string;
}

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
    const since = region.heldSince * minuteMs;
    const row = rows.get(name) ?? rowOf(name, region, expected);
    held.set(name, { ...row, held: why, lifts: whatLifts(why), ...(since > 0 && { heldSince: since }) });
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
  'One of its URLs is tried when the fetches of the host have doubled, and once a day; the others go on';
const lifts: Readonly<Record<HeldRegion['why'], string>> = {
  barren: `${tried} when it brings something new, or two pages elsewhere, one that promises relevance or a sitemap lead to them`,
  endless: 'They go on when other pages of the host lead to them, or their pages lead back to older ones',
  vain: `${tried} as soon as one brings something new`,
};

const minuteMs = 60_000;

function rowOf(
  name: string,
  { fetched, brought, relevant }: YieldRegion,
  { mean, bound }: Estimate,
): RegionRow {
  return { name, fetched, brought, relevant, mean, bound };
}

/** Of a URL of which nothing is known but that it lies in the region. */
function estimateOfPrefix(yields: Yields, { position }: LinkRegion, i: number): Estimate {
  const regions = position.regions.slice(0, i + 1);
  return estimate(yields, { ...position, regions, linkRegion: '', source: undefined });
}
