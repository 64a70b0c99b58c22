import { defined } from '../../base/defined.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { Left } from '../../domain/focus/work-left.ts';
import { backoffsOf } from '../../domain/politeness/host-politeness.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';
import type { HeldSample } from './held-regions.ts';
import { admittedIn, type JobSummary, restingIn } from './summary.ts';

/** Pending URLs of hosts that people hold, without those that wait for something else as well. */
export async function pendingOnHold({ hosts }: Pick<Ports, 'hosts'>, { name, holds }: Job): Promise<number> {
  if (holds === undefined) return 0;
  let pending = 0;
  for await (const page of hostPages({ hosts }, name)) {
    for (const { host, control } of page) {
      if (control.waits || backoffsOf(control) > 0 || holdOn(holds, host) === undefined) continue;
      const { pending: all, held = 0, overBudget } = control.counters;
      pending += Math.max(0, all - held - (overBudget?.held ?? 0));
    }
  }
  return pending;
}

/** What the summary of a job does not say of the work that is left. */
export interface Beside {
  /** The result of `pendingOnHold`. */
  readonly onHold: number;
  /** Link segments that only a person takes up. */
  readonly segments: number;
  /** The result of `restedByStrategy`. */
  readonly rested?: Left;
  readonly held?: HeldSample | undefined;
}

export function whatIsLeft(summary: JobSummary, { onHold, segments, rested, held }: Beside): readonly Left[] {
  const { inboxes, backingOff, pendingBackingOff, waiting, overBudget, unyielding, nextDue } = summary;
  const kept = restingIn(summary) + onHold + (rested?.count ?? 0);
  const tail = Math.min(unyielding.held, held?.tail?.held ?? 0);
  const all: readonly Left[] = [
    { why: 'gap', count: Math.max(0, admittedIn(summary) - kept), ...nextOf(nextDue.well) },
    { why: 'inbox', count: inboxes.urls, ...defined({ atLeast: inboxes.atLeast }) },
    { why: 'back-off', count: pendingBackingOff, hosts: backingOff, ...nextOf(nextDue.backedOff) },
    { why: 'tail', count: tail, ...defined({ tail: held?.tail }) },
    { why: 'yield', count: unyielding.held - tail, hosts: unyielding.hosts, ...outlook(held) },
    { why: 'domain', count: waiting.pending, hosts: waiting.hosts },
    { why: 'budget', count: overBudget.held, hosts: overBudget.hosts },
    { why: 'cut', count: overBudget.cut, hosts: overBudget.hosts },
    ...(rested === undefined ? [] : [rested]),
    { why: 'hold', count: onHold },
    { why: 'segments', count: segments },
  ];
  return all.filter(
    ({ why, count, hosts = 0 }) => count > 0 || ((why === 'back-off' || why === 'domain') && hosts > 0),
  );
}

function nextOf(at: number | undefined): Pick<Left, 'nextAt'> {
  return at === undefined ? {} : { nextAt: at };
}

/** Regions that are named. */
const maxNamed = 3;

/** By the places with most held URLs: the region of each that has most. */
function outlook(held: HeldSample | undefined): Pick<Left, 'held'> {
  if (held?.expected === undefined) return {};
  const named = held.places.flatMap(({ regions: [most] }) => (most ? [`${most.region}: ${most.why}`] : []));
  const regions = [...new Set(named)].slice(0, maxNamed);
  return { held: { expected: held.expected, regions } };
}
