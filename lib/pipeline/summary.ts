import type { HostControl, HostCounters } from '../ports/hosts.ts';
import type { Ports } from '../ports/ports.ts';

/** All hosts of a job, summed up. Times in epoch ms. */
export interface JobSummary {
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  /** Hosts that are left alone because they fail, and what waits there. */
  readonly backingOff: number;
  readonly pendingBackingOff: number;
  readonly pending: number;
  readonly visited: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly unsupported: Readonly<Record<string, number>>;
  /** The earliest time at which a host is, or was, due; of hosts that are not backing off. */
  readonly nextDueAt?: number;
}

const pageSize = 500;

/** Reads the control of every host of a job: for people's questions, not for turns. */
export async function summarise(ports: Pick<Ports, 'hosts'>, job: string): Promise<JobSummary> {
  const total = emptySummary();
  let cursor: string | undefined;
  do {
    const page = await ports.hosts.hosts(job, pageSize, cursor);
    for (const { control } of page.hosts) addHost(total, control);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return total;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<Omit<JobSummary, 'outcomes' | 'unsupported'>> & {
  outcomes: Record<string, number>;
  unsupported: Record<string, number>;
};

function emptySummary(): Draft {
  return {
    idle: 0,
    due: 0,
    ticketed: 0,
    backingOff: 0,
    pendingBackingOff: 0,
    pending: 0,
    visited: 0,
    outcomes: {},
    bytes: 0,
    unsupported: {},
  };
}

function addHost(total: Draft, control: HostControl): void {
  total[control.state] += 1;
  addCounters(total, control.counters);
  if ((control.backoffs ?? 0) > 0) {
    total.backingOff += 1;
    total.pendingBackingOff += control.counters.pending;
  } else if (control.dueAt !== undefined) {
    total.nextDueAt = Math.min(total.nextDueAt ?? Number.POSITIVE_INFINITY, control.dueAt);
  }
}

function addCounters(total: Draft, counters: HostCounters): void {
  total.pending += counters.pending;
  total.visited += counters.visited;
  total.bytes += counters.bytes;
  for (const [kind, count] of Object.entries(counters.outcomes)) {
    total.outcomes[kind] = (total.outcomes[kind] ?? 0) + count;
  }
  for (const [type, count] of Object.entries(counters.unsupported ?? {})) {
    total.unsupported[type] = (total.unsupported[type] ?? 0) + count;
  }
}
