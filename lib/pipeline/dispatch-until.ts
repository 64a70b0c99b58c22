import type { Ports } from '../ports/ports.ts';
import { isServed } from './control/held-hosts.ts';
import { type DispatchOptions, type DispatchReport, dispatch } from './dispatch.ts';
import { firstDue } from './due-bands.ts';
import { settingsOf } from './settings-cache.ts';

export interface DispatchUntilOptions extends DispatchOptions {
  /** Monotonic ms after which no further pass is begun. */
  readonly until: number;
  readonly everyMs: number;
  readonly signal?: AbortSignal;
}

export interface DispatchUntilReport extends DispatchReport {
  readonly passes: number;
}

type Dispatching = Pick<Ports, 'jobs' | 'hosts' | 'due' | 'tickets' | 'clock' | 'entropy'>;

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
  if (!(await soonBusy(ports, options, options.until - clock.monotonic()))) return total;
  for (;;) {
    const began = clock.monotonic();
    const { sent, looked, held, fallen } = await dispatch(ports, options);
    total.passes += 1;
    total.sent += sent;
    total.looked += looked;
    const report = {
      ...total,
      ...(held === undefined ? {} : { held }),
      ...(fallen === undefined ? {} : { fallen }),
    };
    const next = began + options.everyMs;
    if (next > options.until) return report;
    if (looked === 0 && !(await soonBusy(ports, options, options.until - began))) return report;
    // Nothing will change before midnight but what it costs to ask.
    if (sent === 0 && held === 'ceiling') return report;
    await clock.sleep(Math.max(0, next - clock.monotonic()), options.signal);
  }
}

/** Hosts at work come back with more to do; others become due by themselves. */
async function soonBusy(
  ports: Dispatching,
  { mayCrawl }: DispatchOptions,
  withinMs: number,
): Promise<boolean> {
  const soon = ports.clock.now() + withinMs;
  const open = (await ports.jobs.jobs()).filter((job) => isServed(job, ports.clock.now()));
  for (const { name, config } of open) {
    if (mayCrawl?.(await settingsOf(ports.jobs, name, config)) === false) continue;
    if ((await firstDue(ports.due, name, soon)) !== undefined) return true;
  }
  return open.length > 0 && (await ports.tickets.outstanding()) > 0;
}
