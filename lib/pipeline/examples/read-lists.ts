import { type ExampleLists, type ListedPage, openLists } from '../../domain/examples/example-lists.ts';
import type { JobExamples } from '../../domain/examples/job-examples.ts';
import { openRoundFigures } from '../../domain/examples/round-figures.ts';
import { sidesOf } from '../../domain/examples/rule-counts.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { hostOf } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { openStoredPages } from '../collection/stored-pages.ts';
import { findPage } from '../frontier/find-page.ts';
import { eachJudged } from './each-judged.ts';

export type ListPorts = Pick<
  Ports,
  'jobs' | 'hosts' | 'segments' | 'records' | 'changes' | 'offTopic' | 'clock'
>;

/** What a person looks at between two rounds, and what each round brought. Reads every host. @param most pages of each list */
export async function readLists(
  ports: ListPorts,
  job: Job,
  settings: JobSettings,
  set: JobExamples,
  most: number,
): Promise<ExampleLists> {
  const answered = new Map(set.answers.map(({ url, side }) => [url, side]));
  const sideOf = sidesOf(set.examples, set.rules);
  const lists = openLists(most, settings.topic !== undefined);
  const figures = openRoundFigures(set.rounds);
  await eachJudged(ports, job, settings, (page) => {
    lists.add(page, answered.get(page.url) ?? sideOf(page.url));
    figures.add(page);
  });
  const found = lists.finish();
  const titled = titles(ports, job);
  const classes = [];
  for (const one of found.classes) classes.push({ ...one, best: await titled(one.best) });
  return {
    ...{ v: 1, job: job.name, at: ports.clock.now(), ...found, classes },
    likely: await titled(found.likely),
    unlikely: await titled(found.unlikely),
    doubtful: await titled(found.doubtful),
    rounds: figures.figures(),
  };
}

/** Adds the titles of pages that are stored. */
function titles(
  ports: ListPorts,
  job: Job,
): (pages: readonly ListedPage[]) => Promise<readonly ListedPage[]> {
  const stored = openStoredPages(ports);
  const known = new Map<string, string | undefined>();
  const titleOf = async ({ url }: ListedPage): Promise<string | undefined> => {
    const page = await findPage(ports, job, url);
    if (page?.state !== 'visited') return undefined;
    return (await stored.of({ job: job.name, host: hostOf(url) }, page))?.record.title;
  };
  return async (pages) => {
    const named: ListedPage[] = [];
    for (const page of pages) {
      if (!known.has(page.url)) known.set(page.url, await titleOf(page));
      const title = known.get(page.url);
      named.push(title === undefined ? page : { ...page, title });
    }
    return named;
  };
}
