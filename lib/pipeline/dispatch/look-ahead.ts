import { drawAt } from '../../domain/focus/choose-due.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { dueInAnyBand, firstBehind } from '../frontier/due-bands.ts';
import { recyclerRuns } from '../recycle/recycle-lease.ts';
import { ticketLifeMs } from './ticket-host.ts';

/** What a dispatcher that may sleep finds of a job. */
export type LookAhead =
  /** Nothing is due soon, and no ticket is out. */
  | { readonly kind: 'idle' }
  /** Nothing is due soon; tickets may be out. */
  | { readonly kind: 'later' }
  | {
      readonly kind: 'due';
      /** Hosts may wait behind the front band. */
      readonly anyBand: boolean;
      /** A host waits in a band that its job does not use any more. */
      readonly everyBand: boolean;
      /** How long the first due host is overdue, ms. */
      readonly lagMs: number;
    };

/** What looks at a job at rest have found in the bands behind the front one. */
interface Behind {
  readonly config: string;
  /** The number of recycler runs for the job: recyclers put hosts without tickets there. */
  readonly recycled: number;
  /** Epoch ms at which the first host there is due; Infinity without one. */
  readonly firstAt: number;
  /** Consecutive looks through these bands with the same result. */
  readonly times: number;
  /** Epoch ms of the last look at the job. */
  readonly at: number;
}

/** Later than any entry. */
const endOfTime = 8_640_000_000_000_000;
/** Runs are a minute apart: between looks that are further apart another process had runs. */
const runsApartMs = 90_000;
/** A read of the due index may miss recent entries: two looks a minute apart do not. */
const enoughTimes = 2;
/** One look in this many goes through all bands in any case, because repairs by hand put hosts there too. */
const lookAnyway = 64;

const known = new WeakMap<DueIndex, Map<string, Behind>>();

/** The first entries of jobs by name, requested before the jobs are read. */
export type Fronts = ReadonlyMap<string, Promise<readonly DueEntry[]>>;

interface Reach {
  readonly timing: Timing;
  readonly withinMs: number;
}

/** Requests the first entries of the jobs that were at rest at the last look, as most still are. Unused answers are dropped. */
export function askFronts({ due, clock }: Pick<Ports, 'due' | 'clock'>, reach: Reach): Fronts {
  const now = clock.now();
  const seen = seenOf(due);
  // Jobs that were removed or paused in the meantime are not looked at any more.
  for (const [job, { at }] of seen) if (now - at >= runsApartMs) seen.delete(job);
  const asked = [...seen.keys()].map((job) => [job, askFront(due, job, now, reach)] as const);
  for (const [, front] of asked) front.catch(() => undefined);
  return new Map(asked);
}

function askFront(due: DueIndex, job: string, now: number, { timing, withinMs }: Reach) {
  return due.due(job, now + Math.max(withinMs, ticketLifeMs(timing)), 1);
}

/**
 * Whether a job has a host that is due within `withinMs`, or tickets out. Each ticket has an entry in the front band at its
 * end (docs/decisions/0005-standing-entry.md), so that the queue need not be asked when there is no such entry.
 *
 * A look through the bands behind the front one costs seven times as much. At rest it is left out when it would find what
 * the looks before found: the front band has had nothing within the life of a ticket, no recycler has run, and the first
 * host behind is due later. What this overlooks (a ticket that another process gave, and that ended before the next run)
 * is found by one look in 64.
 */
export async function lookAhead(
  { jobs, due, clock }: Pick<Ports, 'jobs' | 'due' | 'clock'>,
  { name, config }: Job,
  settings: JobSettings,
  { fronts, ...reach }: Reach & { readonly fronts: Fronts },
): Promise<LookAhead> {
  const { hasBands } = rankingFor(settings);
  const now = clock.now();
  const soon = now + reach.withinMs;
  const [[front], recycled] = await Promise.all([
    fronts.get(name) ?? askFront(due, name, now, reach),
    hasBands ? recyclerRuns({ jobs }, name) : 0,
  ]);
  const seen = seenOf(due);
  if (front !== undefined) {
    seen.delete(name);
    const mayBeBehind = hasBands || drawAt(now) === 0;
    const behind = mayBeBehind ? await firstBehind(due, name, soon) : undefined;
    return foundFirst([front, behind], { now, soon, hasBands }) ?? { kind: 'later' };
  }
  const last = seen.get(name);
  const before =
    last?.config === config && last.recycled === recycled && now - last.at < runsApartMs ? last : undefined;
  if (isQuiet(before, soon) && drawAt(now, lookAnyway) > 0) {
    seen.set(name, { ...before, at: now });
    return { kind: 'idle' };
  }
  const behind = await firstBehind(due, name, endOfTime);
  const firstAt = behind?.at ?? Number.POSITIVE_INFINITY;
  const times = before?.firstAt === firstAt ? before.times + 1 : 1;
  seen.set(name, { config, recycled, firstAt, times, at: now });
  return foundFirst([behind], { now, soon, hasBands }) ?? { kind: 'idle' };
}

/** More hosts than this are worth any wait. */
const countedHosts = 200;

/** When hosts of a job are due, up to `upTo`: epoch ms, one for each host of the first ones. */
export async function dueTimes(
  { due }: Pick<Ports, 'due'>,
  job: string,
  upTo: number,
  { anyBand }: { readonly anyBand: boolean },
): Promise<readonly number[]> {
  const entries = anyBand
    ? await dueInAnyBand(due, job, upTo, countedHosts)
    : await due.due(job, upTo, countedHosts);
  const hosts = Map.groupBy(entries, ({ host }) => host);
  return [...hosts.values()].map((own) => Math.min(...own.map(({ at }) => at)));
}

function seenOf(due: DueIndex): Map<string, Behind> {
  const seen = known.get(due) ?? new Map<string, Behind>();
  known.set(due, seen);
  return seen;
}

function isQuiet(behind: Behind | undefined, soon: number): behind is Behind {
  return behind !== undefined && behind.times >= enoughTimes && behind.firstAt > soon;
}

interface Soon {
  readonly now: number;
  readonly soon: number;
  readonly hasBands: boolean;
}

/** The first of some entries, if it is due soon. */
function foundFirst(
  entries: readonly (DueEntry | undefined)[],
  { now, soon, hasBands }: Soon,
): LookAhead | undefined {
  const [first] = entries.filter((entry) => entry !== undefined).toSorted((a, b) => a.at - b.at);
  if (first === undefined || first.at > soon) return undefined;
  return {
    kind: 'due',
    anyBand: hasBands || first.band !== undefined,
    everyBand: !hasBands && first.band !== undefined,
    lagMs: Math.max(0, now - first.at),
  };
}
