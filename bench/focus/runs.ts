import { hostOf } from '../../lib/base/url/url.ts';
import { likeness } from '../../lib/capabilities/replay/likeness.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { drawOf, isOn, type Web, type WebPage } from './corpus.ts';
import { type FocusCrawl, focusCrawl } from './crawl.ts';
import { cornerOf, marks, type Result } from './figures.ts';
import { idealCrawl } from './ideal.ts';
import { type Kind, knowingReader, type Learnt, learn, rememberingReader } from './judge.ts';
import { latentReader } from './latent-reader.ts';
import { best, ideal, type Policy } from './policies.ts';

/** Where the seeds are drawn from. */
export type Start = 'topic' | 'any';

export interface Runs {
  readonly modes: readonly Policy[];
  readonly starts: readonly Start[];
  readonly kind: Kind;
  /** Examples that the filter is learnt of in place of the training texts. */
  readonly examples?: number | undefined;
  readonly allIdeal: boolean;
  readonly workers: number;
  readonly gapMs: number;
}

const fetches = marks[marks.length - 1] as number;

/**
 * Crawls for a topic in all modes: one filter is trained for them, and each page is read and judged once.
 * @param kept results of an earlier run: those crawls are not made again
 */
export async function crawlsOf(
  web: Web,
  topic: string,
  draw: number,
  runs: Runs,
  kept: readonly Result[] = [],
): Promise<readonly Result[]> {
  const results: Result[] = [...kept];
  const reader = rememberingReader();
  const labels = new Map(web.pages.map((page) => [page.url, isOn(topic, page)]));
  let learnt: Learnt | undefined;
  let latentOfTraining: PageReader | undefined;
  for (const from of runs.starts) {
    const { training, seeds } = drawOf(web, topic, draw, from);
    const isKept = ({ name }: Policy): boolean =>
      kept.some(({ seeds, policy }) => seeds === from && policy === name);
    if (runs.modes.every(isKept)) continue;
    learnt ??= learn(web, topic, training, runs);
    const { judge, texts } = learnt;
    const relevant = web.pages.filter((page) => !training.has(page) && isOn(topic, page)).length;
    const orders = new Map<Policy, readonly WebPage[]>();
    const readerFor = ({ knows, latent: kind }: Policy): PageReader => {
      if (knows) return knowingReader(reader, (url) => labels.get(url) === true);
      if (kind === undefined) return reader;
      const of = { web, training, kind, learnt: texts };
      if (kind === 'growing') return latentReader(reader, of);
      latentOfTraining ??= latentReader(reader, of);
      return latentOfTraining;
    };
    for (const policy of runs.modes) {
      if (isKept(policy)) continue;
      const crawl: FocusCrawl = {
        ...{ web, policy, judge, seeds, fetches, workers: runs.workers, gapMs: runs.gapMs },
        reader: readerFor(policy),
        counts: (page) => !training.has(page),
      };
      const cpu = process.cpuUsage();
      const fetched = await (policy.ideal || runs.allIdeal ? idealCrawl : focusCrawl)(crawl);
      const { user, system } = process.cpuUsage(cpu);
      orders.set(policy, fetched);
      const counted = fetched.filter((page) => !training.has(page));
      let found = 0;
      const curve = counted.map((page) => (found += isOn(topic, page) ? 1 : 0));
      const hosts = newHostsBy(counted, seeds, topic);
      const of = { topic, draw, seeds: from, policy: policy.name };
      const corner = web.layout === 'site' ? cornerOf(fetched, web.pages, topic) : undefined;
      const cpuMs = (user + system) / 1_000;
      results.push({ ...of, curve, hosts, relevant, cpuMs, ...(corner && { corner }) });
    }
    const [order, queue] = [orders.get(best), orders.get(ideal)];
    const own = results.findIndex(({ seeds, policy }) => seeds === from && policy === best.name);
    const result = results[own];
    if (order && queue && result) results[own] = { ...result, likeness: likeness(order, queue) };
  }
  return results;
}

/** After each fetch, on how many hosts a relevant page was found, without the hosts of the seeds. */
function newHostsBy(
  fetched: readonly WebPage[],
  seeds: readonly WebPage[],
  topic: string,
): readonly number[] {
  const known = new Set(seeds.map(({ url }) => hostOf(url)));
  const found = new Set<string>();
  return fetched.map((page) => {
    const host = hostOf(page.url);
    if (isOn(topic, page) && !known.has(host)) found.add(host);
    return found.size;
  });
}
