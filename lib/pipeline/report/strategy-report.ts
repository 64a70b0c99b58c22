import type { HostName } from '../../base/url/url.ts';
import { openBody } from '../../domain/frontier/body.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { siteContexts } from '../../domain/strategy/explain-target.ts';
import type { EndedStage, StageSums } from '../../domain/strategy/job-stage.ts';
import { limitsOf, type Objectives } from '../../domain/strategy/objectives.ts';
import {
  addedFigures,
  type ContextRow,
  noFigures,
  type StageRow,
  type StrategyReport,
} from '../../domain/strategy/site-report.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachHost } from '../frontier/host-pages.ts';
import { jobStageOf, stageSums } from '../strategy/job-stages.ts';

/** Where the stages of a job stand, without reading its sites. */
export interface StageStatus {
  /** The first stage that is not over for the whole job. */
  readonly stage: string;
  /** From 1. */
  readonly number: number;
  readonly stages: number;
  readonly objectives: Objectives;
  /** What its sites have come to in it. */
  readonly sums: StageSums;
  readonly ended: readonly EndedStage[];
}

const mostContexts = 500;

/**
 * What the strategy of a job came to, by stage and context; undefined: the job has none. Reads the body of each host until
 * `endBy` (monotonic ms): for people's questions, not for turns.
 */
export async function strategyReport(
  ports: Pick<Ports, 'hosts' | 'clock'>,
  job: Job,
  settings: JobSettings,
  {
    only,
    endBy = Number.POSITIVE_INFINITY,
  }: { readonly only?: HostName | undefined; readonly endBy?: number } = {},
): Promise<StrategyReport | undefined> {
  const strategy = strategyIn(settings);
  if (strategy === undefined) return undefined;
  const stages = new Map<string, StageRow>(
    strategy.stages.map(({ name, objectives }) => [
      name,
      { ...noFigures, stage: name, objectives, open: 0, ended: 0 },
    ]),
  );
  let contexts: ContextRow[] = [];
  let [all, unread] = [0, 0];
  const add = (row: ContextRow): void => {
    all += 1;
    const known = stages.get(row.stage) ?? {
      ...noFigures,
      stage: row.stage,
      objectives: { of: 'site' },
      open: 0,
      ended: 0,
    };
    const isOpen = row.endedAt === undefined;
    const counts = { open: known.open + (isOpen ? 1 : 0), ended: known.ended + (isOpen ? 0 : 1) };
    stages.set(row.stage, { ...known, ...addedFigures(known, row), ...counts });
    contexts.push(row);
    if (contexts.length >= 2 * mostContexts) contexts = largest(contexts);
  };
  const skip = (): void => {
    unread += 1;
  };
  await eachHost(
    ports,
    job.name,
    async (host) => {
      if (only !== undefined && host !== only) return;
      if (ports.clock.monotonic() >= endBy) skip();
      else for (const row of await contextsAt(ports, job, host)) add(row);
    },
    { onDamaged: skip },
  );
  const listed = largest(contexts);
  return {
    job: job.name,
    stages: [...stages.values()],
    contexts: listed,
    more: all - listed.length,
    ...(unread === 0 ? {} : { unread }),
  };
}

function largest(contexts: readonly ContextRow[]): ContextRow[] {
  return contexts.toSorted((a, b) => b.targets - a.targets).slice(0, mostContexts);
}

async function contextsAt(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  host: HostName,
): Promise<readonly ContextRow[]> {
  const stored = await ports.hosts.body({ job: job.name, host });
  if (stored === undefined) return [];
  return siteContexts(openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host }), host);
}

/** Where the stages of a job stand; undefined: it has no strategy. */
export async function stageStatus(
  ports: Pick<Ports, 'jobs'>,
  settings: JobSettings,
): Promise<StageStatus | undefined> {
  const strategy = strategyIn(settings);
  if (strategy === undefined) return undefined;
  const { stage: at, ended } = await jobStageOf(ports, settings.name, strategy);
  const sums = await stageSums(ports, settings.name, strategy);
  const index = Math.min(at, strategy.stages.length - 1);
  const stage = strategy.stages[index];
  const counted = sums.get(index);
  if (stage === undefined || counted === undefined) return undefined;
  const { of } = stage.objectives;
  return {
    stage: stage.name,
    number: index + 1,
    stages: strategy.stages.length,
    objectives: { of, ...limitsOf(stage.objectives) },
    sums: counted,
    ended,
  };
}
