import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import {
  type ClassLinkOptions,
  type ClassLinkReport,
  classLinkReport,
  type HubReport,
  type HubReportOptions,
  hubReport,
  type RankReportOptions,
  type RankRow,
  rankReport,
  type SiteReport,
  type SiteReportOptions,
  siteReport,
} from '../../graph/reports.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { admissible } from '../frontier/candidates.ts';
import { findPage } from '../frontier/find-page.ts';
import { changesOfSites } from './changes-of-sites.ts';
import type { GatherPorts } from './gather-parts.ts';
import { withGraph } from './open-graph.ts';

export type AnalysisPorts = GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'segments'>;

/**
 * Lends the link graph of a job, with all that its link log has.
 * @throws WinnowError `usage` for a job without pages, `full`
 */
export async function readGraph<T>(
  ports: AnalysisPorts,
  job: Job,
  use: (web: WebGraph, settings: JobSettings) => T | Promise<T>,
): Promise<T> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const endBy = Number.POSITIVE_INFINITY;
  return await withGraph(ports, job.name, settings, { endBy }, ({ web }) => {
    if (web === undefined || web.urls.size() === 0)
      throw new WinnowError('usage', `the job ${job.name} has read no page yet`);
    return use(web, settings);
  });
}

/** A class that is meant with all below it; absent: all classes. */
export interface InClass {
  readonly topicClass?: string;
}
export type HubQuestion = Omit<HubReportOptions, 'classes' | 'neglected' | 'admits'> & InClass;
export type SiteQuestion = Omit<SiteReportOptions, 'classes' | 'admits'> & InClass;
export type RankQuestion = Omit<RankReportOptions, 'classes' | 'admits'> & InClass;
export type ClassLinkQuestion = Omit<ClassLinkOptions, 'from' | 'to'> & {
  readonly from?: string;
  readonly to?: string;
};

export async function hubsOf(
  ports: AnalysisPorts,
  job: Job,
  { topicClass, ...options }: HubQuestion,
): Promise<HubReport> {
  const { top } = options;
  const report = await readGraph(ports, job, async (web, settings) => {
    const classes = await classesWithin(ports, web, job, topicClass);
    const admits = admitting(settings);
    return hubReport(web, { ...options, ...defined({ classes }), admits, neglected: lookedUp * top });
  });
  const neglected: HubReport['neglected'][number][] = [];
  for (const one of report.neglected) {
    if (neglected.length === top) break;
    if ((await findPage(ports, job, one.url))?.state !== 'visited') neglected.push(one);
  }
  return { ...report, neglected };
}

/** URLs that are looked up for each that is wanted: a page that failed or was denied has no line in the link log. */
const lookedUp = 5;

/** The URLs of most rank, best first. */
export async function ranksOfJob(
  ports: AnalysisPorts,
  job: Job,
  { topicClass, ...options }: RankQuestion,
): Promise<readonly RankRow[]> {
  return await readGraph(ports, job, async (web, settings) => {
    const classes = await classesWithin(ports, web, job, topicClass);
    return rankReport(
      web,
      { ...options, ...defined({ classes }), admits: admitting(settings) },
      ports.clock.now(),
    );
  });
}

export async function sitesOfJob(
  ports: AnalysisPorts,
  job: Job,
  { topicClass, ...options }: SiteQuestion,
): Promise<SiteReport> {
  const report = await readGraph(ports, job, async (web, settings) => {
    const classes = await classesWithin(ports, web, job, topicClass);
    return siteReport(web, { ...options, ...defined({ classes }), admits: admitting(settings) });
  });
  const { shared } = options;
  const sites = report.sites.map(({ site }) => site);
  const changes = await changesOfSites(ports, job, { sites, ...defined({ shared }) });
  return {
    ...report,
    sites: report.sites.map((row) => ({ ...row, ...defined({ changes: changes.get(row.site) }) })),
  };
}

export async function classLinksOf(
  ports: AnalysisPorts,
  job: Job,
  { from, to, ...options }: ClassLinkQuestion,
): Promise<ClassLinkReport> {
  return await readGraph(ports, job, async (web) => {
    const within = {
      from: await classesWithin(ports, web, job, from),
      to: await classesWithin(ports, web, job, to),
    };
    return classLinkReport(web, { ...options, ...defined(within) });
  });
}

/** Whether a job may visit a URL, as far as the URL alone says: its depth is that of a link of a seed. */
function admitting(settings: JobSettings): (url: CanonicalUrl) => boolean {
  return (url) => admissible({ url, depth: 1, rank: 0 }, 0, settings);
}

/** The best classes of pages that are a class or lie below it. @throws WinnowError `usage` with the classes that there are */
async function classesWithin(
  { jobs }: Pick<Ports, 'jobs'>,
  { names, best }: WebGraph,
  job: Job,
  name: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  if (name === undefined) return undefined;
  const { topic } = await settingsOf(jobs, job.name, job.config);
  const hierarchy = classHierarchy(topic?.classes);
  const used = new Set(best);
  const classes = names.filter((_, number) => used.has(number));
  const within = classes.filter((one) => hierarchy.isWithin(one, name));
  if (within.length > 0) return new Set(within);
  const known =
    classes.length === 0 ? 'its pages have no classes' : `its pages have ${classes.sort().join(', ')}`;
  throw new WinnowError('usage', `the job ${job.name} has no page of the class ${name}: ${known}`);
}
