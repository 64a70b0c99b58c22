import { defined } from '../../base/defined.ts';
import type { Directory } from '../../capabilities/graph/directory.ts';
import { type DirectoryQuestion, directoryOf } from '../../capabilities/graph/read-directory.ts';
import { fieldOfJob } from '../../capabilities/latent/job-field.ts';
import { type RanksTold, tellRanks } from '../../capabilities/ranks/tell-ranks.ts';
import { type ArmsReport, compareJobs } from '../../capabilities/replay/compare-jobs.ts';
import { type ReplayPorts, type ReplayRequest, replayJob } from '../../capabilities/replay/replay.ts';
import type { ReplayReport } from '../../capabilities/replay/replay-report.ts';
import { adviseSeeds, type SeedAdvice } from '../../capabilities/replay/seed-advice.ts';
import type { RanksOptions } from '../../graph/ranks.ts';
import { type RankRow, rankRows } from '../../graph/reports.ts';
import type { WebGraph } from '../../graph/web-graph.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import {
  type AnalysisPorts,
  type RankQuestion,
  ranksOfJob,
  readGraph,
} from '../../pipeline/link-graph/read-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** Questions about the link graph that a crawl has stored; the same on one machine and on AWS. */
export interface GraphQuestions {
  /**
   * Computes harvest curves of the crawl, of a breadth-first crawl and of another policy over the stored pages. Reads every
   * host and the whole link log, writes nothing; takes about 220 MB of memory and a minute for 100,000 pages with 60 links
   * each.
   * @throws WinnowError `usage` for a job without a topic or without pages
   */
  replay(job: string, request: ReplayRequest): Promise<ReplayReport>;
  /** Compares the harvest of the first pages of two jobs, with a test for chance. Reads every host of both. */
  compare(jobs: readonly [string, string], first: number): Promise<ArmsReport>;
  /**
   * Says which seeds paid, and at most `most` pages that would be good seeds, by the first pages of the crawl. Reads every
   * host and the whole link log.
   * @throws WinnowError `usage` for a job without a topic
   */
  adviseSeeds(job: string, options: { readonly most: number; readonly first: number }): Promise<SeedAdvice>;
  /**
   * The best hubs and authorities of each class, and of all, with titles. This and the others bring the stored link graph up to date
   * first, and throw WinnowError `usage` for a job without pages, and for an unknown class.
   */
  directory(job: string, options: DirectoryQuestion): Promise<Directory>;
  /** Lends the link graph itself. */
  withWeb<T>(job: string, use: (web: WebGraph) => T): Promise<T>;
  /** The URLs of most rank, best first. */
  ranks(job: string, options: RankQuestion): Promise<readonly RankRow[]>;
  /** Lends all URLs with their ranks. */
  withRankRows<T>(job: string, options: RanksOptions, use: (rows: Iterable<RankRow>) => T): Promise<T>;
  /** Tells each host the ranks of its pages, whose records its next turns write anew. */
  tellRanks(job: string, options: RanksOptions): Promise<RanksTold>;
}

export function graphQuestions(
  ports: ReplayPorts & AnalysisPorts & Pick<Ports, 'due'>,
  jobOf: (name: string) => Promise<Job>,
): GraphQuestions {
  return {
    async replay(name, request) {
      const job = await jobOf(name);
      const { topic } = await settingsOf(ports.jobs, name, job.config);
      const field = topic && (await fieldOfJob(ports, name, { topic, focus: request.focus }));
      return replayJob(ports, job, { ...request, ...defined({ latent: field?.judge }) });
    },
    compare: async ([a, b], first) => compareJobs(ports, [await jobOf(a), await jobOf(b)], first),
    async adviseSeeds(name, options) {
      const job = await jobOf(name);
      const field = await fieldOfJob(ports, name, await settingsOf(ports.jobs, name, job.config));
      return adviseSeeds(ports, job, { ...options, ...defined({ field }) });
    },
    directory: async (job, options) => directoryOf(ports, await jobOf(job), options),
    withWeb: async (job, use) => readGraph(ports, await jobOf(job), use),
    ranks: async (job, options) => ranksOfJob(ports, await jobOf(job), options),
    withRankRows: async (job, options, use) =>
      readGraph(ports, await jobOf(job), (web) => use(rankRows(web, options, ports.clock.now()))),
    tellRanks: async (job, options) => tellRanks(ports, await jobOf(job), options),
  };
}
