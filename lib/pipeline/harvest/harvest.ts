import { WinnowError } from '../../domain/base/error.ts';
import type { CostUnits } from '../../domain/cost/units.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { endsBy } from '../base/ends-by.ts';
import { openUnusedPages } from '../cost/unused-pages.ts';
import { type LostWrite, openBestEffort } from '../supervise/best-effort.ts';
import { countTurns, type PausedJob } from '../supervise/supervise.ts';
import { openLinkBatch } from '../turn/link-batch.ts';
import type { OpenPart } from '../turn/part.ts';
import type { BodyCache, Delivery } from '../turn/turn.ts';
import type { TurnReport } from '../turn/turn-report.ts';
import { openWorkerIsolation } from '../turn/worker-isolation.ts';
import { harvestTurn } from './harvest-turn.ts';

export interface HarvestOptions {
  readonly timing: Timing;
  /** Monotonic ms by which this worker has to be done; its function's time-out. */
  readonly endBy: number;
  readonly bodies?: BodyCache;
  /** What this worker has been billed so far, where it is. */
  readonly billed?: () => CostUnits;
  readonly signal?: AbortSignal;
  /** What capabilities do in each turn; absent: the usual. */
  readonly parts?: readonly OpenPart[];
}

export interface HarvestReport {
  readonly turns: readonly TurnReport[];
  /** Deliveries to be handed out again, with what went wrong. */
  readonly failed: readonly { readonly delivery: Delivery; readonly error: unknown }[];
  /** Jobs that have come to the end of a rule or a budget with these turns. */
  readonly paused: readonly PausedJob[];
  /** What could not be counted; the turns hold all the same. */
  readonly lost: readonly LostWrite[];
}

/**
 * Runs the turns of a batch of tickets: hosts side by side, tickets of one gate in order; after a failure the rest
 * of that gate's tickets fail too, no other's. Tickets that were received before run after all others, one gate after
 * the other, one page each: a page that kills its worker must not take nine other hosts' turns with it, nor have them
 * suspected: they come back together, and would be at work together each time that it kills. The turns before them end
 * early enough for them to begin. A turn that does not end in the worker's time fails alone.
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
  const { commitMs, turnMs } = options.timing;
  const failBy = options.endBy - commitMs / 4;
  for (const part of [first, ...Map.groupBy(again, (delivery) => delivery.ticket.gate).values()]) {
    const endBy = part === first && again.length > 0 ? options.endBy - turnMs / 2 : options.endBy;
    const batch = openLinkBatch(ports, endBy - commitMs);
    const groups = [...Map.groupBy(part, (delivery) => delivery.ticket.gate).values()];
    const shares = groups.map(() => batch.join());
    await Promise.all(
      groups.map(async (group, index) => {
        for (const [place, delivery] of group.entries()) {
          const links = place === 0 ? (shares[index] ?? batch.join()) : batch.join();
          try {
            const turn = harvestTurn(ports, delivery, { ...options, endBy, links, unused, suspects });
            if (!(await endsBy(ports.clock, failBy, turn))) throw notInTime(delivery);
            done.push({ ticket: delivery.ticket, report: await turn });
          } catch (error) {
            for (const rest of group.slice(place)) failed.push({ delivery: rest, error });
            return;
          } finally {
            links.leave();
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
