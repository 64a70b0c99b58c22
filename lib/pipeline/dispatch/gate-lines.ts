import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { duePositionIn } from '../frontier/due-position.ts';
import { failureOf } from './failed-host.ts';
import type { DueHost } from './ticket-host.ts';

/**
 * The most tickets at once for a gate that hosts share. Its turns run one after the other: further tickets would only wait
 * and fill the queue. Ten are enough until the dispatcher looks again.
 */
const ticketsPerGate = 10;
/**
 * The longest that a host is put off; in a longer line it is put off again. Only its due entry is moved: its control keeps
 * the earlier time.
 */
const longestMs = 86_400_000;
/** The least assumed distance between turns, also where the gap is zero. */
const leastSlotMs = 100;
/** The most gates that are remembered; the oldest are forgotten first. */
const rememberedGates = 10_000;
const atOnce = 16;

interface Line {
  /** In the order of sending, which is the order of delivery. */
  tickets: readonly Pick<Ticket, 'job' | 'host' | 'id'>[];
  /** Epoch ms since which the first ticket has been the first. */
  since: number;
  /** The measured distance between turns. */
  slotMs: number;
  /** Epoch ms to which the last host of the line was put off. */
  endsAt: number;
}

type Lining = Pick<Ports, 'jobs' | 'hosts' | 'due' | 'clock'>;

/** Due hosts of a job, with what determines their gates. */
export interface Waiting {
  readonly job: Job;
  readonly settings: JobSettings;
  readonly timing: Timing;
  readonly hosts: readonly DueHost[];
  /** Whether there is no time left to put hosts off. */
  readonly isLate: () => boolean;
  /** Called with the failure of one host, or of one gate: its hosts wait. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * The lines before gates that hosts of a domain share, over all jobs, as far as one process knows them: another process, or
 * a restarted one, may send as many tickets again. Hosts that share an address form no line: the dispatcher looks up no
 * names, so their tickets wait for nobody; a turn that finds such a gate closed returns its ticket at once.
 */
export interface GateLines {
  /**
   * The hosts that may get a ticket now, in order. Puts the others off by their place in line, with one write and one
   * deletion each; hosts for which no time is left stay due.
   */
  admit(ports: Lining, waiting: Waiting): Promise<readonly DueHost[]>;
  sent(tickets: readonly Ticket[], now: number): void;
}

export function openGateLines(): GateLines {
  const lines = new Map<string, Line>();

  function lineOf(gate: string, now: number, slotMs: number): Line {
    let line = lines.get(gate);
    if (line === undefined) {
      line = { tickets: [], since: now, slotMs: Math.max(leastSlotMs, slotMs), endsAt: 0 };
      const [oldest] = lines.keys();
      if (lines.size >= rememberedGates && oldest !== undefined) lines.delete(oldest);
      lines.set(gate, line);
    }
    return line;
  }

  return {
    async admit(ports, { job, settings, timing, hosts, isLate, onFailure }) {
      const byGate = Map.groupBy(hosts, ({ host }) => gateOf(host, settings));
      const waits = new Set<DueHost>();
      await sideBySide([...byGate], atOnce, async ([gate, own]) => {
        const [first] = own;
        if (gate === undefined || first === undefined) return;
        const { gapMs } = settingsFor(settings, first.host).politeness;
        const line = lineOf(gate, ports.clock.now(), gapMs);
        try {
          await moveUp(ports, line, timing);
        } catch (error) {
          for (const due of own) waits.add(due);
          onFailure(failureOf(first.host, error));
          return;
        }
        for (const due of own.slice(Math.max(0, ticketsPerGate - line.tickets.length))) {
          waits.add(due);
          if (!isLate())
            await putOff(ports, job, line, due).catch((error) => onFailure(failureOf(due.host, error)));
        }
      });
      return waits.size === 0 ? hosts : hosts.filter((due) => !waits.has(due));
    },
    sent(tickets, now) {
      for (const { job, host, id, gate } of tickets) {
        const line = gate === host ? undefined : lines.get(gate);
        if (line === undefined) continue;
        if (line.tickets.length === 0) line.since = now;
        line.tickets = [...line.tickets, { job, host, id }];
      }
    },
  };
}

/** Whether a host may have been put off to this time (epoch ms) because it shares its gate. */
export function mayWaitInLine(
  host: DueHost['host'],
  settings: JobSettings,
  { at, now }: { readonly at: number; readonly now: number },
): boolean {
  return gateOf(host, settings) !== undefined && at <= now + longestMs;
}

/** The gate that a host shares with others; undefined: its gate is its own. */
function gateOf(host: DueHost['host'], settings: JobSettings): string | undefined {
  const [gate] = gateKeys(host, settingsFor(settings, host).politeness);
  return gate === host ? undefined : gate;
}

/**
 * Drops the tickets that have had their turns, from the first on: while the first is out, those behind it are. When the
 * first is out for longer than a turn, it may be lost or delivered out of order: then each ticket is checked.
 */
async function moveUp(ports: Lining, line: Line, { functionMs }: Timing): Promise<void> {
  const now = ports.clock.now();
  const isStuck = now - line.since > functionMs;
  const out: Line['tickets'][number][] = [];
  for (const [index, ticket] of line.tickets.entries()) {
    if (!(await isOut(ports, ticket, now))) continue;
    out.push(...(isStuck ? [ticket] : line.tickets.slice(index)));
    if (!isStuck) break;
  }
  const done = line.tickets.length - out.length;
  const took = now - line.since;
  if (done > 0) {
    line.slotMs = (line.slotMs + took / done) / 2;
    line.since = now;
  } else if (out.length > 0) line.slotMs = Math.max(line.slotMs, took);
  line.slotMs = Math.min(Math.max(leastSlotMs, line.slotMs), functionMs);
  line.tickets = out;
}

async function isOut(
  { hosts }: Lining,
  { id, ...key }: HostKey & Pick<Ticket, 'id'>,
  now: number,
): Promise<boolean> {
  const control = await unlessDamaged(key.host, () => hosts.control(key));
  return control?.state === 'ticketed' && control.ticket === id && (control.ticketExpires ?? 0) > now;
}

/** Puts the new entry first: a crash in between leaves two entries, which does no harm. */
async function putOff(
  { due, clock }: Lining,
  { name }: Job,
  line: Line,
  { host, entries, wake }: DueHost,
): Promise<void> {
  const now = clock.now();
  const at = Math.ceil(Math.min(now + longestMs, Math.max(now, line.endsAt) + line.slotMs));
  line.endsAt = at;
  await due.put(name, { at, host, wake, ...duePositionIn(entries[0] ?? {}) });
  await due.delete(name, entries);
}
