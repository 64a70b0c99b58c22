import { type CanonicalUrl, hostOf } from '../../lib/base/url/url.ts';
import { overlapAt, rankOverlap } from '../../lib/capabilities/replay/compare/overlap.ts';
import { compared } from '../../lib/capabilities/replay/compare/resources.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { pageFit, probabilityOf } from '../../lib/topic/judge.ts';
import { drawOf, isOn, type Web, type WebPage } from './corpus.ts';
import { focusCrawl } from './crawl.ts';
import { marks } from './figures.ts';
import { type Judge, pageRequest, rememberingReader, trainJudge } from './judge.ts';
import { best, hard, hashOrder } from './policies.ts';
import { distancesOf, type Fetched, namesOf, resourcesOf, sharesOf } from './resources.ts';

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
  const read = await judged(judge, reader, soft);
  const [found, theirs] = [
    resourcesOf(read, urlsOf(ours)).authorities,
    resourcesOf(await judged(judge, reader, second), urlsOf(others)).authorities,
  ];
  const hostsOf = (crawl: readonly WebPage[]): readonly string[] => crawl.map(({ url }) => hostOf(url));
  const relevant = soft.filter((page) => counts(page) && isOn(topic, page));
  return {
    relevance,
    pages: overlap(soft, second),
    hosts: [overlap(hostsOf(soft), hostsOf(second)), overlap(hostsOf(second), hostsOf(soft))],
    distance: distancesOf(read, urlsOf(ours), urlsOf(relevant)),
    resources: rankOverlap(namesOf(found), namesOf(theirs), compared),
    resourceDistance: sharesOf(found),
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

/** Of what the first has after each fetch, the part that the other one has after as many. */
function overlap<T>(first: readonly T[], other: readonly T[]): readonly number[] {
  const cuts = Array.from(
    { length: Math.min(first.length, other.length) },
    (_, at) => [at + 1, at + 1] as const,
  );
  return overlapAt(first, other, cuts).map(([part]) => part);
}
