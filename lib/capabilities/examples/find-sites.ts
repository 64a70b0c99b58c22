import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { admissible } from '../../pipeline/frontier/candidates.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachJudged } from './each-judged.ts';
import { linkLines } from './link-lines.ts';
import { gatherMaterial, type MaterialPorts } from './material.ts';
import { checkLearner } from './set/check-learner.ts';
import { type InfoHub, type KnownPage, openInfoHubs } from './set/info-hubs.ts';
import type { JobExamples, LearntFigures } from './set/job-examples.ts';
import type { LearnPage } from './set/learner.ts';
import { learnerNamed } from './set/learners.ts';
import { openPureSites, type PureSite } from './set/pure-sites.ts';
import { sidesOf } from './set/rule-counts.ts';

/** How long the link log is read. */
const linkLogMs = 120_000;

/** The purest sites of a crawl. Reads every host. */
export async function findPureSites(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  settings: JobSettings,
  { examples, rules }: JobExamples,
): Promise<ReturnType<typeof openPureSites>> {
  const sideOf = sidesOf(examples, rules);
  const sites = openPureSites();
  await eachJudged(ports, job, settings, (page) => sites.add(page, sideOf(page.url) !== undefined));
  return sites;
}

/** The pages that link to most accepted and relevant pages. Reads every host and the link log. */
export async function findInfoHubs(
  ports: Pick<Ports, 'hosts' | 'segments' | 'links' | 'clock'>,
  job: Job,
  settings: JobSettings,
  { examples, rules }: JobExamples,
  most: number,
): Promise<readonly InfoHub[]> {
  const sideOf = sidesOf(examples, rules);
  const known = new Map<CanonicalUrl, KnownPage>();
  await eachJudged(ports, job, settings, ({ url, relevance }) => {
    const accepted = sideOf(url) === 'in';
    known.set(url, { accepted, ...(relevance === undefined ? {} : { relevance }) });
  });
  const hubs = openInfoHubs(known, (url) => admissible({ url, depth: 1, rank: 0 }, 0, settings));
  for await (const line of linkLines(ports, job.name, ports.clock.monotonic() + linkLogMs)) hubs.add(line);
  return hubs.best(most);
}

/** How well the usual learner does before and after pages of a site are examples, on the same pages that people have judged. */
export interface SiteGain {
  readonly before?: LearntFigures;
  readonly after?: LearntFigures;
}

/** @param before examples without the site @param after the same with it */
export async function gainOfSite(
  ports: MaterialPorts,
  job: Job,
  settings: JobSettings,
  { before, after }: { readonly before: JobExamples; readonly after: JobExamples },
  site: PureSite,
): Promise<SiteGain> {
  const learner = learnerNamed(undefined);
  const material = await gatherMaterial(ports, job, settings, before);
  const sources = new Set<string>(site.pages);
  const { labelled } = await gatherMaterial(ports, job, settings, after);
  const added: readonly LearnPage[] = labelled.in.filter(({ source }) => sources.has(source));
  const unlabelled = material.unlabelled.filter(({ source }) => !sources.has(source));
  const [was, is] = [
    checkLearner(learner, { ...material, unlabelled }),
    checkLearner(learner, { ...material, unlabelled }, { in: added, out: [] }),
  ];
  return { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) };
}
