import type { Ports } from '../ports/ports.ts';
import { rankingFor } from './candidates.ts';
import { isServed } from './control/held-hosts.ts';
import { isOutOfBudget, openAffordable } from './cost/budget.ts';
import { type DispatchOptions, type DispatchReport, dispatch } from './dispatch.ts';
import { firstToDo } from './due-bands.ts';
import { settingsOf } from './settings-cache.ts';
import { stagnantJobs } from './stagnant-jobs.ts';

export interface DispatchUntilOptions extends DispatchOptions {
  /** Monotonic ms after which no further pass is begun. */
  readonly until: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

export interface DispatchUntilReport extends DispatchReport {
  readonly passes: number;
  /** Open jobs, where nothing is to be done for any of them; absent: something is. */
  readonly idle?: number;
  /** Jobs that rest because their budget is spent; absent: none. */
  readonly outOfBudget?: number;
  /** Open jobs that had no page on the day before; said in the first minutes of a day. Absent: none. */
  readonly stagnant?: number;
  /** The job whose entries or tickets kept it awake, where it has sent no ticket all the same. */
  readonly awakeFor?: string;
}

type Dispatching = Pick<
  Ports,
  'jobs' | 'commands' | 'hosts' | 'due' | 'gates' | 'tickets' | 'clock' | 'entropy'
>;

/**
 * Dispatches in passes `everyMs` apart, for as long as there is something to give out, somebody at work who may
 * bring more, or a host that is due before the next run would begin. At rest that is one look and no pass.
 */
export async function dispatchUntil(
  ports: Dispatching,
  options: DispatchUntilOptions,
): Promise<DispatchUntilReport> {
  const { clock } = ports;
  const total = { passes: 0, sent: 0, looked: 0 };
  const {
    busy,
    busyJob,
    open,
    resting,
    everyBand = false,
    lagMs: before = 0,
  } = await ahead(ports, options, options.until - clock.monotonic());
  if (!busy) return { ...total, ...resting, ...(open > 0 ? { idle: open } : {}) };
  let lagMs = 0;
  for (;;) {
    const began = clock.monotonic();
    const { sent, looked, held, fallen, lagMs: lag = 0 } = await dispatch(ports, { ...options, everyBand });
    // With as many tickets out as may be, nobody has looked at who waits.
    lagMs = Math.max(lagMs, lag, held === 'outstanding' ? before : 0);
    total.passes += 1;
    total.sent += sent;
    total.looked += looked;
    const report = {
      ...total,
      ...resting,
      ...(held === undefined ? {} : { held }),
      ...(fallen === undefined ? {} : { fallen }),
      ...(lagMs === 0 ? {} : { lagMs }),
      ...(total.sent > 0 || busyJob === undefined ? {} : { awakeFor: busyJob }),
    };
    const next = began + options.everyMs;
    if (next > options.until) return report;
    if (looked === 0 && !(await ahead(ports, options, options.until - began)).busy) return report;
    // Nothing will change before midnight but what it costs to ask.
    if (sent === 0 && held === 'ceiling') return report;
    await clock.sleep(Math.max(0, next - clock.monotonic()), options.signal);
  }
}

interface Ahead {
  /** Hosts at work come back with more to do; others become due by themselves. */
  readonly busy: boolean;
  /** The job that it is busy for, or one of those that may be. */
  readonly busyJob?: string;
  /** Jobs that may crawl and were looked at. */
  readonly open: number;
  readonly resting: Pick<DispatchUntilReport, 'outOfBudget' | 'stagnant'>;
  /** A host waits in a band that its job has no more. */
  readonly everyBand?: boolean;
  /** How long the first host that was found is overdue, in ms. */
  readonly lagMs?: number;
}

async function ahead(ports: Dispatching, { mayCrawl }: DispatchOptions, withinMs: number): Promise<Ahead> {
  const now = ports.clock.now();
  const jobs = await openAffordable(ports, await ports.jobs.jobs());
  const served = jobs.filter((job) => isServed(job, now));
  const outOfBudget = jobs.filter(isOutOfBudget).length;
  const stagnant = await stagnantJobs(ports, jobs);
  const resting = {
    ...(outOfBudget === 0 ? {} : { outOfBudget }),
    ...(stagnant === 0 ? {} : { stagnant }),
  };
  let open = 0;
  for (const { name, config } of served) {
    const settings = await settingsOf(ports.jobs, name, config);
    if (mayCrawl?.(settings) === false) continue;
    open += 1;
    const { hasBands } = rankingFor(settings);
    const first = await firstToDo(ports.due, name, { now, upTo: now + withinMs, hasBands });
    if (first !== undefined) {
      const everyBand = !hasBands && first.band !== undefined;
      return { busy: true, busyJob: name, open, resting, everyBand, lagMs: Math.max(0, now - first.at) };
    }
  }
  const [first] = served;
  if (first === undefined || (await ports.tickets.outstanding()) === 0) return { busy: false, open, resting };
  return { busy: true, busyJob: first.name, open, resting };
}
