import { defined } from '../../base/defined.ts';
import { hostOf } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { openStoredPages, type StoredPage } from '../../pipeline/collection/stored-pages.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import type { JobField } from '../../pipeline/topic/job-field.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ClusterModel, rateOf } from '../../topic/cluster.ts';
import { documentText } from '../../topic/judge.ts';
import { readClusterModel } from '../../topic/models.ts';
import { modelsOf } from '../../topic/settings.ts';
import { eachJudged } from './each-judged.ts';
import { askFirst } from './set/ask-first.ts';
import { type ExampleLists, type ListedPage, openLists } from './set/example-lists.ts';
import type { JobExamples } from './set/job-examples.ts';
import { openRoundFigures } from './set/round-figures.ts';
import { sidesOf } from './set/rule-counts.ts';
import { hasClasses } from './set/settings-by-examples.ts';

export type ListPorts = Pick<
  Ports,
  'jobs' | 'hosts' | 'segments' | 'records' | 'changes' | 'offTopic' | 'models' | 'clock'
>;

/**
 * What a person looks at between two rounds, and what each round brought. Reads every host.
 * @param options `most` pages of each list; `field`: what words mean in the field of the job, where that is known
 */
export async function readLists(
  ports: ListPorts,
  job: Job,
  settings: JobSettings,
  set: JobExamples,
  { most, field }: { readonly most: number; readonly field?: JobField },
): Promise<ExampleLists> {
  const answered = new Map(set.answers.map(({ url, side }) => [url, side]));
  const sideOf = sidesOf(set.examples, set.rules);
  const lists = openLists(most, settings.topic !== undefined);
  const figures = openRoundFigures(set.rounds);
  const near = await nearnessOfPages(field);
  const contested: ListedPage[] = [];
  await eachJudged(ports, job, settings, (page, { outcome }) => {
    const label = answered.get(page.url) ?? sideOf(page.url);
    lists.add(page, label);
    if (label === undefined && outcome === 'off-topic' && near.has(page.url)) contested.push(page);
    figures.add(page);
  });
  const found = lists.finish(await ratesOf(ports, settings));
  const contents = contentOf(ports, job);
  const titled = async (pages: readonly ListedPage[]): Promise<readonly ListedPage[]> => {
    const named: ListedPage[] = [];
    for (const page of pages) named.push({ ...page, ...defined({ title: (await contents(page))?.title }) });
    return named;
  };
  const classes = [];
  for (const one of hasClasses(settings) ? found.classes : [])
    classes.push({ ...one, best: await titled(one.best) });
  return {
    ...{ v: 1, job: job.name, at: ports.clock.now(), ...found, classes },
    likely: await titled(found.likely),
    unlikely: await titled(found.unlikely),
    doubtful: await titled(await firstAsked(found.doubtful, contents, most, field)),
    ...defined({ contested: field && (await titled(nearestOf(contested, near).slice(0, most))) }),
    unclassified: { ...found.unclassified, some: await titled(found.unclassified.some) },
    rounds: figures.figures(),
  };
}

/** How near the pages of a field lie to its topic. */
async function nearnessOfPages(field: JobField | undefined): Promise<ReadonlyMap<string, number>> {
  const near = new Map<string, number>();
  for (const { url, title, words, language } of (await field?.pages()) ?? []) {
    near.set(url, field?.judge.fit(`${title}\n${words}`, language) ?? 0);
  }
  return near;
}

function nearestOf(pages: readonly ListedPage[], near: ReadonlyMap<string, number>): readonly ListedPage[] {
  const fitOf = ({ url }: ListedPage): number => near.get(url) ?? 0;
  return pages.toSorted((a, b) => fitOf(b) - fitOf(a) || (a.url < b.url ? -1 : 1));
}

/** The part of examples in each cluster, where the topic was learnt by clusters. */
async function ratesOf(
  ports: Pick<Ports, 'models'>,
  settings: JobSettings,
): Promise<ReadonlyMap<string, number> | undefined> {
  const model = await clustersOf(ports, settings);
  return model && new Map(model.clusters.map((one) => [one.id, rateOf(one)]));
}

/** The clusters that judge the pages of a job; undefined: its topic was not learnt by clusters. */
export async function clustersOf(
  { models }: Pick<Ports, 'models'>,
  { topic }: JobSettings,
): Promise<ClusterModel | undefined> {
  const filter = topic && modelsOf(topic).find(({ kind }) => kind === 'clusters');
  const bytes = filter && (await models.read(filter.digest));
  if (filter === undefined || bytes === undefined) return undefined;
  return readClusterModel(bytes, filter.file);
}

type ContentOf = (page: ListedPage) => Promise<StoredPage['record'] | undefined>;

/** Of doubtful pages those whose labels teach most. */
async function firstAsked(
  pages: readonly ListedPage[],
  contents: ContentOf,
  most: number,
  field: JobField | undefined,
): Promise<readonly ListedPage[]> {
  const askable = [];
  for (const page of pages) {
    const record = await contents(page);
    const text = record === undefined ? '' : documentText(record);
    askable.push({ ...{ page, source: page.url, text, fit: (page.relevance ?? 0) - 0.5 } });
  }
  return askFirst(askable, most, field?.judge).map(({ page }) => page);
}

/** The stored content of pages. */
function contentOf(ports: ListPorts, job: Job): ContentOf {
  const stored = openStoredPages(ports);
  const known = new Map<string, StoredPage['record'] | undefined>();
  return async ({ url }) => {
    if (!known.has(url)) {
      const content = await unlessDamaged(url, async () => {
        const page = await findPage(ports, job, url);
        return page?.state === 'visited'
          ? await stored.of({ job: job.name, host: hostOf(url) }, page)
          : undefined;
      });
      known.set(url, content?.record);
    }
    return known.get(url);
  };
}
