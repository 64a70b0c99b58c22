import { type CanonicalUrl, hostOf } from '../../lib/base/url/url.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { pageFit, probabilityOf } from '../../lib/topic/judge.ts';
import { drawOf, isOn, type Web, type WebPage } from './corpus.ts';
import { focusCrawl } from './crawl.ts';
import { marks } from './figures.ts';
import { type Judge, pageRequest, rememberingReader, trainJudge } from './judge.ts';
import { best, hard, hashOrder } from './policies.ts';
import { distanceShares, distancesOf, type Fetched, overlapOf, resourcesOf } from './resources.ts';

/** Of one topic and draw. Lists by fetch begin with the first. */
export interface Findings {
  /** By mode: the part of the pages whose relevance is in each of `steps` equal ranges from 0 to 1. */
  readonly relevance: Readonly<Record<string, readonly number[]>>;
  /** After so many fetches each of two crawls from disjoint seeds: the part of their pages that both have. */
  readonly pages: readonly number[];
  /** The same of the hosts of the one and of the other. */
  readonly hosts: readonly [readonly number[], readonly number[]];
  /** The part of the relevant pages found that are so many links from the nearest seed, over pages that were fetched. */
  readonly distance: readonly number[];
  /** Of the best authorities of the first crawl, the part that the second has among as many, by pages (figure 10). */
  readonly resources: readonly number[];
  /** The part of the hundred best authorities of the first crawl that are so many links from the nearest seed (figure 11). */
  readonly resourceDistance: readonly number[];
}

export const steps = 10;
const counted = marks[1];
const seedsEach = 5;

export async function experimentsOf(web: Web, topic: string, draw: number): Promise<Findings> {
  const { training, seeds } = drawOf(web, topic, draw, 'topic', 2 * seedsEach);
  const judge = trainJudge(web, topic, training, 'svm');
  const reader = rememberingReader();
  const counts = (page: WebPage): boolean => !training.has(page);
  const fetches = marks[marks.length - 1] as number;
  const common = { web, judge, reader, counts, fetches, workers: 1, gapMs: 1_000 };
  // Where a topic has few pages, each sample has half of those.
  const half = Math.min(seedsEach, Math.floor(seeds.length / 2));
  const [ours, others] = [seeds.slice(0, half), seeds.slice(half, 2 * half)];
  const soft = await focusCrawl({ ...common, policy: best, seeds: ours });
  const second = await focusCrawl({ ...common, policy: best, seeds: others });
  const relevance: Record<string, readonly number[]> = {};
  for (const [name, policy] of [
    ['soft', best],
    ['hard', hard],
    ['unfocused', hashOrder],
  ] as const) {
    const fetched = policy === best ? soft : await focusCrawl({ ...common, policy, seeds: ours });
    relevance[name] = await distribution(judge, reader, fetched.filter(counts).slice(0, counted));
  }
  const [found, theirs] = [
    resourcesOf(await judged(judge, reader, soft), urlsOf(ours), (url) => url),
    resourcesOf(await judged(judge, reader, second), urlsOf(others), (url) => url),
  ];
  const hostsOf = (crawl: readonly WebPage[]): readonly string[] => crawl.map(({ url }) => hostOf(url));
  return {
    relevance,
    pages: overlap(soft, second),
    hosts: [overlap(hostsOf(soft), hostsOf(second)), overlap(hostsOf(second), hostsOf(soft))],
    distance: distances(
      ours,
      soft,
      soft.filter((page) => counts(page) && isOn(topic, page)),
    ),
    resources: overlapOf(found, theirs),
    resourceDistance: distanceShares(found),
  };
}

const urlsOf = (pages: readonly WebPage[]): readonly CanonicalUrl[] => pages.map(({ url }) => url);

/** Fetched pages with the relevance that the filter gives them; those that cannot be read are left out. */
async function judged(
  judge: Judge,
  reader: PageReader,
  pages: readonly WebPage[],
): Promise<readonly Fetched[]> {
  const found: Fetched[] = [];
  for (const page of pages) {
    const read = await reader.read(pageRequest(judge, page, true));
    const verdict = read.kind === 'page' ? read.content.topic : undefined;
    if (verdict === undefined) continue;
    const relevance = probabilityOf(pageFit(judge.topic, verdict));
    found.push({ url: page.url, relevance, targets: page.targets });
  }
  return found;
}

async function distribution(
  judge: Judge,
  reader: PageReader,
  pages: readonly WebPage[],
): Promise<readonly number[]> {
  const numbers = Array.from({ length: steps }, () => 0);
  for (const { relevance } of await judged(judge, reader, pages)) {
    const bin = Math.min(steps - 1, Math.floor(relevance * steps));
    numbers[bin] = (numbers[bin] ?? 0) + 1;
  }
  return numbers.map((number) => number / Math.max(1, pages.length));
}

/** Of what the first has after each step, the part that the other one has after as many. */
function overlap<T>(first: readonly T[], other: readonly T[]): readonly number[] {
  const [own, theirs] = [new Set<T>(), new Set<T>()];
  let shared = 0;
  return first.slice(0, other.length).map((one, at) => {
    const two = other[at] as T;
    if (!own.has(one)) {
      own.add(one);
      if (theirs.has(one)) shared += 1;
    }
    if (!theirs.has(two)) {
      theirs.add(two);
      if (own.has(two)) shared += 1;
    }
    return shared / own.size;
  });
}

function distances(
  seeds: readonly WebPage[],
  fetched: readonly WebPage[],
  found: readonly WebPage[],
): readonly number[] {
  const far = distancesOf(fetched, urlsOf(seeds));
  return distanceShares({ names: [], distances: found.flatMap(({ url }) => far.get(url) ?? []) });
}
