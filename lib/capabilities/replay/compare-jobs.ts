import { defined } from '../../base/defined.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import { hostOf } from '../../base/url/url.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { HostShare } from '../../rules/scope.ts';
import {
  type ArmHarvest,
  type Comparison,
  compareArms,
  type DomainHarvest,
  harvestOf,
} from './compare-arms.ts';
import { type GraphPorts, loadPages } from './load-graph.ts';

/** One side of a comparison: a job, with the hosts of its share. */
export interface Arm extends ArmHarvest {
  readonly job: string;
  /** The focus of its settings. */
  readonly policy: { readonly mode: string; readonly order: string };
  readonly share?: HostShare;
  /** All visits, whatever their outcome, and the decoded bytes of all answers. */
  readonly fetches: number;
  readonly bytes: number;
  /** From the first to the last page that was visited for the first time, ms. */
  readonly spanMs: number;
}

export interface ArmsReport extends Comparison {
  readonly v: 1;
  readonly arms: readonly [Arm, Arm];
}

/**
 * Compares the harvest of two jobs, with a test for chance. Pages with the same content count once. Reads every host of
 * both jobs; writes nothing.
 * @param most the first pages of each job that are compared
 */
export async function compareJobs(
  ports: Omit<GraphPorts, 'links'> & Pick<Ports, 'jobs' | 'clock'>,
  jobs: readonly [Job, Job],
  most: number,
): Promise<ArmsReport> {
  const arms = [await armOf(ports, jobs[0], most), await armOf(ports, jobs[1], most)] as const;
  return { v: 1, arms, ...compareArms(...arms) };
}

async function armOf(
  ports: Omit<GraphPorts, 'links'> & Pick<Ports, 'jobs' | 'clock'>,
  job: Job,
  most: number,
): Promise<Arm> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { pages } = await loadPages(ports, job, settings, most);
  const domains = new Map<string, { judged: number; relevant: number }>();
  const contents = new Set<string>();
  for (const { url, own, md5 } of pages) {
    if (own === undefined || (md5 !== undefined && contents.has(md5))) continue;
    if (md5 !== undefined) contents.add(md5);
    const host = hostOf(url);
    const name = registeredDomain(host) ?? host;
    const known = domains.get(name) ?? { judged: 0, relevant: 0 };
    known.judged += 1;
    if (own.relevant) known.relevant += 1;
    domains.set(name, known);
  }
  const { mode, order } = settings.focus;
  const { outcomes, bytes } = await summarise(ports, job.name);
  const { share } = settings.scope;
  return {
    job: job.name,
    policy: { mode, order },
    ...defined({ share }),
    ...harvestOf([...domains.values()] satisfies readonly DomainHarvest[]),
    ...{ fetches: Object.values(outcomes).reduce((sum, visits) => sum + visits, 0), bytes },
    spanMs: (pages.at(-1)?.at ?? 0) - (pages[0]?.at ?? 0),
  };
}
