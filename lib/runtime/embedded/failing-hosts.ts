import { isOutage, WinnowError } from '../../base/error.ts';
import { quarantineHost } from '../../pipeline/dispatch/quarantine-host.ts';
import { failureText } from '../../pipeline/job/isolate-jobs.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import type { LoopOptions } from './crawl-parts.ts';

/** Hosts whose turns fail, whatever their servers answer, while a process crawls. */
export interface FailingHosts {
  /** A turn of the host has ended. */
  ended(key: HostKey): void;
  /** Takes the failure of a turn. @returns whether the ticket is to be delivered again; otherwise its host was quarantined */
  failed(ticket: Ticket, error: unknown): Promise<boolean>;
  /** Why the crawl cannot go on: a store does not do its work, whatever the host. Undefined: it can. */
  failure(): unknown;
  /**
   * Called when nothing is left to do.
   * @throws the error of a host that was quarantined because a store did not answer: not all was done
   */
  end(): void;
}

/** Deliveries of a ticket that may fail in a row. */
const mostFailures = 5;

/** Counts by host, so that one damaged host costs the others nothing. */
export function failingHosts(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>,
  { untilDone, onError }: Pick<LoopOptions, 'untilDone' | 'onError'>,
): FailingHosts {
  const inRow = new Map<string, number>();
  /** Hosts that are quarantined, with their errors. */
  const quarantined = new Map<string, unknown>();
  /** Hosts of this crawl that are quarantined because of a store, since a turn of any host ended. */
  const outages = new Set<string>();
  let broken: unknown;
  const nameOf = ({ job, host }: HostKey): string => `${job} ${host}`;

  return {
    ended(key) {
      const name = nameOf(key);
      inRow.delete(name);
      quarantined.delete(name);
      outages.clear();
    },
    async failed(ticket, error) {
      const name = nameOf(ticket);
      const times = (inRow.get(name) ?? 0) + 1;
      inRow.set(name, times);
      // A host that comes back from a rest has to show at once that it is well.
      if (times < mostFailures && !quarantined.has(name)) return true;
      const counts = untilDone.includes(ticket.job);
      if (counts && isOutage(error)) outages.add(name);
      if (outages.size > 1) broken ??= error;
      try {
        const { until } = await quarantineHost(ports, ticket, error);
        const { code, message } = failureText(error);
        const when = new Date(until).toISOString();
        onError?.(
          ticket.host,
          new WinnowError(code, `${message}; quarantined until ${when}`, { cause: error }),
        );
      } catch (worse) {
        if (counts) broken ??= worse;
        return true;
      }
      inRow.delete(name);
      quarantined.set(name, error);
      return false;
    },
    failure: () => broken,
    end() {
      const [error] = [...quarantined].flatMap(([name, one]) => (isOutage(one) && isOwn(name) ? [one] : []));
      if (error !== undefined) throw error;
    },
  };

  function isOwn(name: string): boolean {
    return untilDone.some((job) => name.startsWith(`${job} `));
  }
}
