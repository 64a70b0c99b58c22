import type { HostName } from '../../base/url/url.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { duePositionIn } from '../frontier/due-position.ts';
import { hasDied } from './worker-death.ts';

/** A host with its due entries: together they lead to one ticket. */
export interface DueHost {
  readonly host: HostName;
  readonly entries: readonly DueEntry[];
  /** Somebody put a message into the host's inbox. */
  readonly wake: boolean;
}

type Ticketing = Pick<Ports, 'hosts' | 'due' | 'gates' | 'clock' | 'entropy'>;

/** Hosts in the order of their first entries. */
export function dueHosts(entries: readonly DueEntry[]): readonly DueHost[] {
  return [...Map.groupBy(entries, ({ host }) => host)].map(([host, own]) => ({
    host,
    entries: own,
    wake: own.some(({ wake }) => wake),
  }));
}

/** A ticket without its pages, and the entries of the due index to delete once it was sent. */
export interface Ticketed {
  readonly ticket: Omit<Ticket, 'pages'>;
  readonly spent: readonly DueEntry[];
}

/**
 * How far ahead the entry at `ticketExpires` is put, in multiples of the least validity of a ticket. The further, the more
 * turns of the host share the entry, and the longer a host whose ticket was lost waits
 * (docs/decisions/0005-standing-entry.md).
 */
const standsFor = 1.5;

/** While a ticket is out, the front band has an entry that is due within this time, ms. */
export function ticketLifeMs({ ticketMs }: Pick<Timing, 'ticketMs'>): number {
  return standsFor * ticketMs;
}

/**
 * Makes a ticket for a due host, if it may have one. The entry at `ticketExpires`, an earlier ticket's or a new one, is put
 * first: if everything afterwards is lost, it finds the host again.
 */
export async function ticketHost(
  ports: Ticketing,
  job: Job,
  due: DueHost,
  { politeness, timing }: Pick<JobSettings, 'politeness'> & { readonly timing: Timing },
): Promise<Ticketed | 'stale' | 'lost'> {
  const key = { job: job.name, host: due.host };
  const control = await ports.hosts.control(key);
  if (!control) return 'stale';
  const now = ports.clock.now();
  if (!mayHaveTicket(control, due.wake, now)) {
    await confirm(ports, job, control, due);
    return 'stale';
  }
  const lastExpiry = control.state === 'due' ? control.ticketExpires : undefined;
  const stands = lastExpiry !== undefined && lastExpiry >= now + timing.ticketMs;
  const ticketExpires = stands ? lastExpiry : now + ticketLifeMs(timing);
  if (!stands) await ports.due.put(job.name, { at: ticketExpires, host: due.host, wake: false });
  const ticketed: HostControl = {
    ...control,
    state: 'ticketed',
    turn: control.turn + 1,
    ticket: ports.entropy.id(),
    ticketExpires,
    attempts: control.attempts + ((await hasDied(ports, key, control)) ? 1 : 0),
  };
  if (!(await ports.hosts.putControl(key, control, ticketed))) return 'lost';
  const replaced = !stands && lastExpiry !== undefined && lastExpiry > now;
  return {
    ticket: {
      ...key,
      turn: ticketed.turn,
      id: ticketed.ticket as string,
      gate: gateKeys(due.host, politeness)[0],
      config: job.config,
    },
    spent: replaced ? [...due.entries, { at: lastExpiry, host: due.host, wake: false }] : due.entries,
  };
}

/**
 * Called before due entries are dropped that lead to no ticket: a wake moves to the end of the ticket, and a host that is
 * due later gets the entry of its due time, in case its writer died before putting it.
 */
async function confirm(
  ports: Ticketing,
  job: Job,
  control: HostControl,
  { host, wake }: DueHost,
): Promise<void> {
  const { state, ticketExpires, dueAt } = control;
  if (state === 'ticketed' && wake && ticketExpires !== undefined) {
    await ports.due.put(job.name, { at: ticketExpires, host, wake });
  }
  if (state === 'due' && dueAt !== undefined) {
    await ports.due.put(job.name, { at: dueAt, host, wake: false, ...duePositionIn(control) });
  }
}

function mayHaveTicket(control: HostControl, wake: boolean, now: number): boolean {
  switch (control.state) {
    case 'due':
      return wake || (control.dueAt ?? 0) <= now;
    case 'idle':
      return wake;
    case 'ticketed':
      return (control.ticketExpires ?? 0) <= now;
  }
}
