import { defined } from '../../../base/defined.ts';
import { append, largest, smallest } from '../../../base/long-lists.ts';
import { formatCount } from '../../../base/quantity.ts';
import { summarise } from '../../../pipeline/report/summary.ts';
import { likeness } from '../likeness.ts';
import { inOrder } from '../replay.ts';
import { marksOf } from '../replay-report.ts';
import { compareArms } from './compare-arms.ts';
import type { ClassOverlap, ComparedPair, CompareReport, CrawlFacts } from './compare-report.ts';
import { type ComparedCrawl, openNumbering } from './compared-crawl.ts';
import { type DistilledCrawl, figuresOf } from './figures.ts';
import { type LoadCrawlsOptions, type LoadedCrawl, loadCrawls, type NamedCrawl } from './load-crawls.ts';
import { sharedBy } from './overlap.ts';
import { type BestResources, compared } from './resources.ts';

/**
 * Compares crawls with the first of them. The best resources are those of as many fetches as the smallest crawl has. Reads every
 * host and the whole link log of each job, one after the other; writes nothing.
 * @throws WinnowError `usage` for a crawl without pages
 */
export async function compareCrawls(
  asked: readonly NamedCrawl[],
  options: Omit<LoadCrawlsOptions, 'numberings'>,
): Promise<CompareReport> {
  const numberings = { urls: openNumbering(), hosts: openNumbering(), contents: openNumbering() };
  const loaded: LoadedCrawl[] = [];
  for (const one of asked) append(loaded, await loadCrawls(one, { ...options, numberings }));
  const sizes = loaded.map(({ crawl: { urls } }) => urls.length);
  const even = smallest(sizes);
  const crawls = loaded.map(({ crawl }) => crawl);
  const classes = commonClasses(crawls, even);
  const distilled: DistilledCrawl[] = [];
  const byClass: ReadonlyMap<string, BestResources>[] = [];
  for (const crawl of crawls) {
    options.check();
    const find = crawl.resources(even);
    distilled.push({ crawl, best: find() });
    byClass.push(new Map(classes.map((name) => [name, find(new Set([name]))])));
  }
  const marks = [...new Set([...marksOf(largest(sizes)), even])].sort((a, b) => a - b);
  const facts: CrawlFacts[] = [];
  for (const one of loaded) facts.push(await factsOf(one));
  return {
    ...{ v: 1, even, marks, crawls: facts },
    pairs: loaded.slice(1).map((other, at): ComparedPair => {
      const first = loaded[0] as LoadedCrawl;
      const [ours, theirs] = [byClass[0], byClass[at + 1]] as const;
      return {
        ...pairOf(first, other),
        ...compareArms(first.harvest, other.harvest),
        classes: classes
          .map((name) => classOverlap(name, ours?.get(name), theirs?.get(name)))
          .filter(({ authorities, hubs }) => authorities.of + hubs.of > 0),
      };
    }),
    figures: figuresOf(distilled, marks),
    notes: notesOf(loaded, distilled, { even, ...defined({ count: options.counting?.name }) }),
  };
}

async function factsOf(one: LoadedCrawl): Promise<CrawlFacts> {
  const { crawl, job, ports, settings, policy, harvest, further, spanMs, isReplay, until } = one;
  const { share } = settings.scope;
  const known = { name: crawl.name, job: job.name, policy, pages: crawl.urls.length, further, ...harvest };
  const counts = {
    hosts: new Set(crawl.hosts).size,
    records: new Set(crawl.contents.filter((content) => content !== undefined)).size,
    seeds: crawl.seeds.length,
  };
  const all = { ...known, ...counts, ...defined({ until, share }) };
  if (isReplay) return all;
  if (until !== undefined) return { ...all, spanMs };
  const { outcomes, bytes } = await summarise(ports, job.name);
  return { ...all, spanMs, bytes, fetches: Object.values(outcomes).reduce((sum, visits) => sum + visits, 0) };
}

function pairOf({ crawl: one }: LoadedCrawl, { crawl: other }: LoadedCrawl) {
  const both = (key: 'urls' | 'hosts' | 'contents' | 'relevantUrls' | 'relevantHosts' | 'seeds') =>
    sharedBy<number>(one[key], other[key]);
  return {
    ...{ one: one.name, other: other.name },
    shared: {
      ...{ urls: both('urls'), servers: both('hosts'), records: both('contents'), seeds: both('seeds') },
      ...{ relevantUrls: both('relevantUrls'), relevantServers: both('relevantHosts') },
    },
    order: likeness(one.urls, other.urls),
  };
}

/** Classes with fewer relevant pages in one of the crawls have no best ones; so many are compared, the largest. */
const [leastOfClass, mostClasses] = [5, 10] as const;

/** Best classes of the relevant pages that every crawl has among its first fetches. */
function commonClasses(crawls: readonly ComparedCrawl[], even: number): readonly string[] {
  const counts = crawls.map(({ classes }) => {
    const pages = new Map<string, number>();
    for (const name of classes.slice(0, even))
      if (name !== undefined) pages.set(name, (pages.get(name) ?? 0) + 1);
    return pages;
  });
  const least = (name: string): number => smallest(counts.map((pages) => pages.get(name) ?? 0));
  return [...(counts[0]?.keys() ?? [])]
    .filter((name) => least(name) >= leastOfClass)
    .sort((a, b) => least(b) - least(a) || (a < b ? -1 : 1))
    .slice(0, mostClasses);
}

const none: BestResources = { authorities: [], servers: [], hubs: [] };

function classOverlap(name: string, one = none, other = none): ClassOverlap {
  const among = (key: keyof BestResources): ClassOverlap['hubs'] => {
    const of = Math.min(compared, one[key].length, other[key].length);
    const [ours, theirs] = [one, other].map((all) => all[key].slice(0, of).map((best) => best.name));
    return { shared: sharedBy(ours ?? [], theirs ?? []), of };
  };
  return { class: name, authorities: among('authorities'), servers: among('servers'), hubs: among('hubs') };
}

/** What is to be known of the figures. */
function notesOf(
  loaded: readonly LoadedCrawl[],
  distilled: readonly DistilledCrawl[],
  { even, count }: { readonly even: number; readonly count?: string },
): readonly string[] {
  const [first, ...others] = loaded as readonly [LoadedCrawl, ...LoadedCrawl[]];
  const notes = [
    `The best resources are those of the first ${formatCount(even, 'page')} of each crawl. A page is as its last visit left it.`,
  ];
  const ofTopic = loaded.filter(({ settings }) => settings.topic !== undefined);
  if (count !== undefined) notes.push(`Pages count as relevant by the topic of ${count}.`);
  else if (new Set(ofTopic.map(({ settings }) => inOrder(settings.topic))).size > 1)
    notes.push(
      'The jobs have different topics, and each counts what its own topic accepts: --count JOB counts all pages by the topic of one.',
    );
  for (const { name, settings, isReplay } of loaded)
    if (settings.topic === undefined && count === undefined && !isReplay)
      notes.push(`${name} has no topic: it has no harvest, and all its pages can be best ones.`);
  for (const { crawl } of others.filter(({ crawl: { hosts } }) => sharedBy(first.crawl.hosts, hosts) === 0))
    notes.push(`${first.crawl.name} and ${crawl.name} have no server in common.`);
  for (const { crawl, best } of distilled)
    if (best.authorities.length === 0)
      notes.push(`${crawl.name} has no best resources: no site links to a relevant page of another site.`);
  for (const { name, further, unjudged } of loaded.filter(({ isReplay }) => !isReplay)) {
    if (further > 0)
      notes.push(`${name} has ${formatCount(further, 'further page')}, which --first left out.`);
    if (unjudged > 0)
      notes.push(
        `Nothing is kept of ${formatCount(unjudged, 'page')} of ${name}: they count as the crawl judged them.`,
      );
  }
  if (loaded.some(({ isReplay }) => isReplay))
    notes.push(
      'A replay passes over URLs that were never fetched, and has no times: `winnow replay` says how many.',
    );
  return notes;
}
