import { relevanceCurve } from '../../../domain/report/relevance-curve.ts';
import { evenly } from '../replay-report.ts';
import type { ComparedCrawl } from './compared-crawl.ts';
import { type Cut, overlapAt, rankOverlap } from './overlap.ts';
import { type BestResources, byDistance, compared } from './resources.ts';

export type Point = readonly [x: number, y: number];

export interface FigureLine {
  /** A crawl. */
  readonly of: string;
  /** The crawl that it is compared with; absent: the line is of one crawl alone. */
  readonly in?: string;
  readonly points: readonly Point[];
}

/** What is measured along the x axis: fetches, ms since the first fetch, places of a ranking, links from a seed. */
export type Axis = 'fetches' | 'time' | 'best' | 'links';

/** Curves that share their axes, as tables, plots and CSV have them. */
export interface Figure {
  readonly name: string;
  readonly axis: Axis;
  /** Parts of one, a mean from 0 to 1, or a count. */
  readonly unit: 'part' | 'mean' | 'count';
  /** For the head of a column, and in a sentence. */
  readonly title: string;
  readonly says: string;
  readonly lines: readonly FigureLine[];
}

/** A crawl with its best resources. */
export interface DistilledCrawl {
  readonly crawl: ComparedCrawl;
  readonly best: BestResources;
}

const timeSteps = 100;

/** What the first crawl and each other one have in common, and each crawl by itself. @param marks fetches that curves have a point at */
export function figuresOf(crawls: readonly DistilledCrawl[], marks: readonly number[]): readonly Figure[] {
  const [first, ...others] = crawls;
  if (first === undefined) return [];
  const pairs = others.map((other) => [first, other] as const);
  const figures: readonly Figure[] = [
    {
      ...{ name: 'urls', axis: 'fetches', unit: 'part', title: 'URLs' },
      says: 'URLs in common after as many fetches',
      lines: pairs.map(([one, other]) => shared(one, other, ({ urls }) => urls, marks)[0]),
    },
    ...(['hosts', 'contents'] as const).map(
      (key): Figure => ({
        ...{ name: names[key], axis: 'fetches', unit: 'part', title: names[key] },
        says: `${names[key]} in common after as many fetches`,
        lines: pairs.flatMap(([one, other]) => shared(one, other, (crawl) => crawl[key], marks)),
      }),
    ),
    {
      ...{ name: 'urls-by-time', axis: 'time', unit: 'part', title: 'URLs' },
      says: 'URLs in common after as long a time',
      lines: pairs.flatMap(([one, other]) => sharedByTime(one, other)),
    },
    ...(['relevantUrls', 'relevantHosts'] as const).map(
      (key): Figure => ({
        ...{ name: names[key], axis: 'fetches', unit: 'part', title: titles[key] },
        says: `part of all ${titles[key]} of a crawl that the other one has fetched`,
        lines: pairs.flatMap(([one, other]) => [
          covered(one, other, key, marks),
          covered(other, one, key, marks),
        ]),
      }),
    ),
    {
      ...{ name: 'harvest', axis: 'fetches', unit: 'mean', title: 'relevance' },
      says: 'mean relevance of the last 100 pages that were judged',
      lines: crawls.map(({ crawl }) => ({ of: crawl.name, points: harvestOf(crawl) })),
    },
    ...(['authorities', 'servers', 'hubs'] as const).map(
      (key): Figure => ({
        ...{ name: `best-${key}`, axis: 'best', unit: 'part', title: best[key] },
        says: `best ${best[key]} in common, of as many of each crawl`,
        lines: pairs.map(([one, other]) => ({
          ...{ of: one.crawl.name, in: other.crawl.name },
          points: numbered(
            rankOverlap(
              one.best[key].map(({ name }) => name),
              other.best[key].map(({ name }) => name),
              compared,
            ),
            1,
          ),
        })),
      }),
    ),
    ...(['authorities', 'servers'] as const).map(
      (key): Figure => ({
        ...{ name: `distance-of-${key}`, axis: 'links', unit: 'count', title: best[key] },
        says: `the hundred best ${best[key]} by links from the nearest seed`,
        lines: crawls.map((one) => ({ of: one.crawl.name, points: numbered(byDistance(one.best[key]), 0) })),
      }),
    ),
  ];
  const isKnown = ({ points }: FigureLine): boolean => points.length > 0;
  return figures
    .map((figure) => ({ ...figure, lines: figure.lines.filter(isKnown) }))
    .filter(({ lines }) => lines.length > 0);
}

const names = {
  ...{ hosts: 'servers', contents: 'records' },
  ...{ relevantUrls: 'relevant-urls', relevantHosts: 'relevant-servers' },
} as const;
const titles = { relevantUrls: 'relevant URLs', relevantHosts: 'relevant servers' } as const;
const best = { authorities: 'authorities', servers: 'servers of authorities', hubs: 'hubs' } as const;

/** Both directions, at places that both crawls have. */
function shared(
  { crawl: one }: DistilledCrawl,
  { crawl: other }: DistilledCrawl,
  of: (crawl: ComparedCrawl) => readonly (number | undefined)[],
  marks: readonly number[],
): readonly [FigureLine, FigureLine] {
  const places = placesOf(Math.min(one.urls.length, other.urls.length), marks);
  const parts = overlapAt(
    of(one),
    of(other),
    places.map((place) => [place, place]),
  );
  return bothWays(one, other, places, parts);
}

function bothWays(
  one: ComparedCrawl,
  other: ComparedCrawl,
  places: readonly number[],
  parts: ReturnType<typeof overlapAt>,
): readonly [FigureLine, FigureLine] {
  const points = (way: 0 | 1): readonly Point[] =>
    places.map((place, at) => [place, rounded(parts[at]?.[way] ?? 0)]);
  return [
    { of: one.name, in: other.name, points: points(0) },
    { of: other.name, in: one.name, points: points(1) },
  ];
}

/** After as long a time since the first fetch of each; a replay has no times. */
function sharedByTime(
  { crawl: one }: DistilledCrawl,
  { crawl: other }: DistilledCrawl,
): readonly FigureLine[] {
  const span = Math.max(spanOf(one), spanOf(other));
  if (spanOf(one) === 0 || spanOf(other) === 0) return [];
  const times = Array.from({ length: timeSteps }, (_, step) => Math.round(((step + 1) * span) / timeSteps));
  const [ours, theirs] = [fetchesBy(one, times), fetchesBy(other, times)];
  const cuts = times.map((_, at): Cut => [ours[at] ?? 0, theirs[at] ?? 0]);
  return bothWays(one, other, times, overlapAt(one.urls, other.urls, cuts));
}

const spanOf = ({ at }: ComparedCrawl): number => (at.at(-1) ?? 0) - (at[0] ?? 0);

/** How many fetches there were so many ms after the first. @param times ascending */
function fetchesBy({ at }: ComparedCrawl, times: readonly number[]): readonly number[] {
  let fetches = 0;
  return times.map((time) => {
    while (fetches < at.length && (at[fetches] as number) - (at[0] as number) <= time) fetches += 1;
    return fetches;
  });
}

/** The part of all relevant things of a crawl that another one has after so many fetches. */
function covered(
  { crawl: one }: DistilledCrawl,
  { crawl: other }: DistilledCrawl,
  key: 'relevantUrls' | 'relevantHosts',
  marks: readonly number[],
): FigureLine {
  const places = placesOf(other.urls.length, marks);
  const cuts = places.map((place): Cut => [one.urls.length, place]);
  const isKnown = one[key].some((found) => found !== undefined);
  const theirs = key === 'relevantUrls' ? other.urls : other.hosts;
  const parts = isKnown ? overlapAt(one[key], theirs, cuts) : [];
  const points = parts.map(([part], at): Point => [places[at] as number, rounded(part)]);
  return { of: one.name, in: other.name, points };
}

/** By fetch; pages that nobody judged are none of the last hundred. */
function harvestOf({ relevance }: ComparedCrawl): readonly Point[] {
  const judged = relevance.flatMap((one, place) =>
    one === undefined ? [] : [{ at: place + 1, relevance: one }],
  );
  return relevanceCurve(judged, 1).map(({ at, fine }) => [at, fine]);
}

function placesOf(fetches: number, marks: readonly number[]): readonly number[] {
  const places = new Set([...evenly(fetches), ...marks.filter((mark) => mark <= fetches)]);
  return [...places].sort((a, b) => a - b);
}

function numbered(values: readonly number[], from: number): readonly Point[] {
  return values.map((value, at) => [at + from, rounded(value)]);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
