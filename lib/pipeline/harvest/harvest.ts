import { WinnowError } from '../../base/error.ts';
import type { CostUnits } from '../../domain/cost/units.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Job, JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { endsBy } from '../base/ends-by.ts';
import { openUnusedPages } from '../cost/unused-pages.ts';
import { type LostWrite, openBestEffort } from '../supervise/best-effort.ts';
import { countTurns, type PausedJob } from '../supervise/supervise.ts';
import type { CapabilityLists } from '../turn/capability-lists.ts';
import { changesTimes } from '../turn/changes-batch.ts';
import { openPageRoom } from '../turn/page-room.ts';
import type { BodyCache, Delivery } from '../turn/turn.ts';
import type { TurnReport } from '../turn/turn-report.ts';
import { leaveShares, openTurnShares } from '../turn/turn-shares.ts';
import { openWorkerIsolation } from '../turn/worker-isolation.ts';
import { harvestTurn } from './harvest-turn.ts';

export interface HarvestOptions {
  readonly timing: Timing;
  /** Monotonic ms by which this worker must have ended: the time-out of its function. */
  readonly endBy: number;
  readonly bodies?: BodyCache;
  /** The bill of this worker so far, if it is billed. */
  readonly billed?: () => CostUnits;
  readonly signal?: AbortSignal;
  readonly lists: CapabilityLists;
}

export interface HarvestReport {
  readonly turns: readonly TurnReport[];
  /** Deliveries that have to be delivered again, with their errors. */
  readonly failed: readonly { readonly delivery: Delivery; readonly error: unknown }[];
  /** Jobs that reached a stop rule or a budget with these turns. */
  readonly paused: readonly PausedJob[];
  /** Counts that could not be written; the turns are valid all the same. */
  readonly lost: readonly LostWrite[];
}

/**
 * Runs the turns of a batch of tickets: different gates side by side, tickets of one gate in order. If a turn fails, the
 * later tickets of its gate fail, too, but no others. A turn that does not end within the worker's time fails alone.
 *
 * Tickets that were received before run last, one gate after the other, one page each: one of their pages may kill the
 * worker. Side by side, such a page would end the turns of nine other hosts and bring them under suspicion, and as these
 * tickets come back together, that would happen each time. The first turns end early enough for these to begin.
 */
export async function harvest(
  ports: Ports,
  deliveries: readonly Delivery[],
  options: HarvestOptions,
): Promise<HarvestReport> {
  const first = deliveries.filter((delivery) => delivery.receives <= 1);
  const again = deliveries.filter((delivery) => delivery.receives > 1);
  ports.fetcher.ahead(deliveries.map(({ ticket }) => ticket.host));
  const done: { readonly ticket: Ticket; readonly report: TurnReport }[] = [];
  const failed: { delivery: Delivery; error: unknown }[] = [];
  const unused = openUnusedPages(ports);
  const suspects = openWorkerIsolation(ports.clock);
  const room = openPageRoom(ports);
  const jobs = shareJobReads(ports);
  const { commitMs, turnMs } = options.timing;
  const failBy = options.endBy - commitMs / 4;
  for (const wave of [first, ...Map.groupBy(again, (delivery) => delivery.ticket.gate).values()]) {
    const endBy = wave === first && again.length > 0 ? options.endBy - turnMs / 2 : options.endBy;
    const told = changesTimes({ endBy, commitMs });
    const shared = openTurnShares(ports, { waitBy: endBy - commitMs, told });
    const groups = [...Map.groupBy(wave, (delivery) => delivery.ticket.gate).values()];
    const shares = groups.map(() => shared.join());
    await Promise.all(
      groups.map(async (group, index) => {
        for (const [place, delivery] of group.entries()) {
          const share = place === 0 ? (shares[index] ?? shared.join()) : shared.join();
          // The tickets behind this one must not wait for what the others share after their commits.
          if (place < group.length - 1) {
            share.changes.leave();
            share.due.leave();
          }
          try {
            const turn = harvestTurn(ports, delivery, {
              ...options,
              ...share,
              endBy,
              unused,
              jobs,
              suspects,
              room,
            });
            if (!(await endsBy(ports.clock, failBy, turn))) throw notInTime(delivery);
            done.push({ ticket: delivery.ticket, report: await turn });
          } catch (error) {
            for (const rest of group.slice(place)) failed.push({ delivery: rest, error });
            return;
          } finally {
            leaveShares(share);
          }
        }
      }),
    );
  }
  const { keep, lost } = openBestEffort(ports.clock, options.endBy - commitMs / 8);
  await keep('unused pages', () => unused.giveBack());
  const paused = await countTurns(ports, done, options.billed?.(), keep);
  return { turns: done.map(({ report }) => report), failed, paused, lost };
}

function notInTime({ ticket: { job, host, turn } }: Delivery): WinnowError {
  return new WinnowError('unavailable', `turn ${turn} of ${host} of ${job} did not end in its worker's time`);
}

/** How long a job that was read counts as read just now, ms: a turn that began by so much earlier would have seen the same. */
const freshMs = 2_000;

/** Reads of jobs that turns side by side share: those that begin together read a job once. */
export function shareJobReads({ jobs, clock }: Pick<Ports, 'jobs' | 'clock'>): Pick<JobStore, 'job'> {
  const reads = new Map<string, { readonly at: number; readonly job: Promise<Job | undefined> }>();
  return {
    job(name) {
      const now = clock.monotonic();
      const last = reads.get(name);
      if (last !== undefined && now - last.at < freshMs) return last.job;
      const job = jobs.job(name);
      reads.set(name, { at: now, job });
      job.catch(() => reads.delete(name));
      return job;
    },
  };
}
