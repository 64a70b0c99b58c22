import { defined } from '../../base/defined.ts';
import { lists } from '../../capabilities/lists.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { openUnusedPages } from '../../pipeline/cost/unused-pages.ts';
import { harvestTurn } from '../../pipeline/harvest/harvest-turn.ts';
import { type LostWrite, openBestEffort } from '../../pipeline/supervise/best-effort.ts';
import { countTurns } from '../../pipeline/supervise/supervise.ts';
import { openPageRoom, type PageRoom } from '../../pipeline/turn/page-room.ts';
import type { BodyCache, Delivery } from '../../pipeline/turn/turn.ts';
import type { TurnOptions } from '../../pipeline/turn/turn-options.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';
import { openOwnShares } from '../../pipeline/turn/turn-shares.ts';
import { openWorkerIsolation, type WorkerIsolation } from '../../pipeline/turn/worker-isolation.ts';
import type { Ports } from '../../ports/ports.ts';

/** What the turns of a thread share. */
export interface TurnBench {
  readonly ports: Ports;
  readonly bodies: BodyCache;
  readonly suspects: WorkerIsolation;
  readonly room: PageRoom;
}

/** How one turn is run. */
export interface TicketOptions extends Pick<TurnOptions, 'signal' | 'onVisit' | 'permit'> {
  readonly timing: Timing;
  /** The most pages; at most those of the ticket. */
  readonly pages: number;
}

/** A turn that ended. */
export interface TurnDone {
  readonly report: TurnReport;
  /** Counts that could not be stored; the turn is valid all the same. */
  readonly lost: readonly LostWrite[];
}

export function turnBench(ports: Ports, bodies: BodyCache): TurnBench {
  return { ports, bodies, suspects: openWorkerIsolation(ports.clock), room: openPageRoom(ports) };
}

/** Runs the turn of a ticket and counts it. @throws what `harvestTurn` throws: the ticket has to be delivered again */
export async function runTicket(
  { ports, bodies, suspects, room }: TurnBench,
  delivery: Delivery,
  { timing, pages, signal, onVisit, permit }: TicketOptions,
): Promise<TurnDone> {
  const { clock } = ports;
  const { ticket } = delivery;
  const endBy = clock.monotonic() + timing.functionMs;
  const unused = openUnusedPages(ports);
  unused.add(ticket, ticket.pages - pages);
  const report = await harvestTurn(
    ports,
    { ...delivery, ticket: { ...ticket, pages } },
    {
      ...openOwnShares(ports, endBy),
      ...{ timing, endBy, lists, unused, suspects, room, bodies },
      ...defined({ signal, onVisit, permit }),
    },
  );
  const { keep, lost } = openBestEffort(clock, endBy + timing.commitMs);
  await keep('unused pages', () => unused.giveBack());
  await countTurns(ports, [{ ticket, report }], undefined, keep);
  return { report, lost };
}
