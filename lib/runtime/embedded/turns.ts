import type { Timing } from '../../domain/settings/timing.ts';
import type { Delivery } from '../../pipeline/turn/turn.ts';
import type { TurnOptions } from '../../pipeline/turn/turn-options.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { runTicket, type TurnBench, type TurnDone } from '../workers/run-ticket.ts';
import type { WorkerTurns } from '../workers/worker-pool.ts';

/** What one turn may have. */
export interface TurnAllowance {
  readonly timing: Timing;
  /** The most pages; at most those of the ticket. */
  readonly pages: number;
}

/** Runs the turns of a crawl. */
export interface Turns {
  /** @throws what `harvestTurn` throws: the ticket has to be delivered again; WorkerEnded: it is not valid any more */
  run(delivery: Delivery, allowance: TurnAllowance): Promise<TurnDone>;
  /** These tickets come soon: their names are looked up. */
  ahead(tickets: readonly Ticket[]): void;
  /** Whether pages are fetched faster than they are read. */
  isBehind(): boolean;
  /** The crawl is over: no turn runs. */
  leave(): void;
}

/** Runs turns on this thread, which is also the program's own. */
export function turnsHere(
  bench: TurnBench,
  options: Pick<TurnOptions, 'signal' | 'onVisit' | 'permit'>,
  isBehind: () => boolean,
): Turns {
  return {
    run: (delivery, allowance) => runTicket(bench, delivery, { ...allowance, ...options }),
    ahead: (tickets) => bench.ports.fetcher.ahead(tickets.map(({ host }) => host)),
    isBehind,
    leave: () => undefined,
  };
}

/** Runs turns on workers, but those of jobs that functions of this program take part in: functions cannot cross threads. */
export function turnsOnWorkers(
  workers: WorkerTurns,
  here: Turns,
  staysHere: (job: string) => boolean,
): Turns {
  return {
    async run(delivery, allowance) {
      const { ticket } = delivery;
      if (staysHere(ticket.job)) return await here.run(delivery, allowance);
      return await workers.run({ delivery, ...allowance });
    },
    ahead(tickets) {
      const { here: own = [], there = [] } = Object.groupBy(tickets, ({ job }) =>
        staysHere(job) ? 'here' : 'there',
      );
      if (own.length > 0) here.ahead(own);
      if (there.length > 0) workers.ahead(there);
    },
    isBehind: () => here.isBehind(),
    leave: () => workers.leave(),
  };
}
