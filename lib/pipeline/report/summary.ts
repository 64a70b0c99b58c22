import { defined } from '../../base/defined.ts';
import type { NumbersOf } from '../../base/numbers-of.ts';
import type { HostName } from '../../base/url/url.ts';
import { backoffsOf } from '../../domain/politeness/host-politeness.ts';
import type { HostControl, HostCounters, HostPage } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';

/** A host that keeps failing. Times in epoch ms. */
export interface ParkedHost {
  readonly host: HostName;
  readonly since: number;
  /** What failed last: `status 503`, `dns`. */
  readonly reason: string;
  /** Epoch ms of the next probe; absent while the probe runs, and for a host that was given up. */
  readonly probeAt?: number;
  /** The host is not asked until something new leads to it. */
  readonly givenUp?: true;
}

/** What waits in the inboxes of a job's hosts until their next turns read it. */
export interface Inboxes {
  /** URLs; some of them may be known to their hosts already. */
  readonly urls: number;
  /** Not all inboxes could be read in time. */
  readonly atLeast?: true;
}

/** All hosts of a job, summed up. Times in epoch ms. */
export interface JobSummary {
  readonly idle: number;
  readonly due: number;
  readonly ticketed: number;
  /** Hosts that rest after failures; `pendingBackingOff`: their pending URLs. */
  readonly backingOff: number;
  readonly pendingBackingOff: number;
  /** URLs that wait for their first visit, those in inboxes too. */
  readonly pending: number;
  readonly inboxes: Inboxes;
  readonly visited: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of these, visits that judged a page again. */
  readonly repeated: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly unsupported: Readonly<Record<string, number>>;
  /** Hosts that wait for a try of their registered domain, and their pending URLs. */
  readonly waiting: {
    readonly hosts: number;
    readonly pending: number;
    /** The domains with most waiting hosts, at most ten, most first. */
    readonly domains: readonly { readonly domain: string; readonly hosts: number }[];
  };
  /** Hosts that are parked because they keep failing, and their pending URLs. */
  readonly parked: {
    readonly hosts: number;
    readonly pending: number;
    /** The hosts that have been parked longest, at most ten. */
    readonly longest: readonly ParkedHost[];
  };
  /** Hosts with URLs that are held by their regions. */
  readonly unyielding: { readonly hosts: number; readonly held: number };
  /** Hosts that are over a budget: URLs that wait for a larger budget (`held`), and links that were not taken in (`cut`). */
  readonly overBudget: { readonly hosts: number; readonly held: number; readonly cut: number };
  /**
   * The earliest due time, past or future, of a host that is well, of a host that rests after failures, and of one that
   * waits while others are being tried.
   */
  readonly nextDue: { readonly well?: number; readonly backedOff?: number; readonly untried?: number };
}

/** The earliest due time of any host, past or future; undefined: no host is due. */
export function nextDueAt({ nextDue: { well, backedOff } }: Pick<JobSummary, 'nextDue'>): number | undefined {
  return well !== undefined && backedOff !== undefined ? Math.min(well, backedOff) : (well ?? backedOff);
}

/** URLs that are in the frontiers of their hosts: those in inboxes are not yet. */
export function admittedIn({ pending, inboxes }: Pick<JobSummary, 'pending' | 'inboxes'>): number {
  return pending - inboxes.urls;
}

/** URLs that stay where they are, however much time passes, until something else happens or their host answers again. */
export function restingIn(summary: JobSummary): number {
  const { pendingBackingOff, waiting, overBudget, unyielding } = summary;
  return pendingBackingOff + waiting.pending + overBudget.held + unyielding.held;
}

const maxDomains = 10;
const maxParked = 10;
/** Ms after which no more inboxes are read: people do not wait longer. */
const readMs = 2_000;
/** Inboxes that are read between two looks at the clock. */
const inboxesRead = 100;

/** Reads the control of every host of a job: for people's questions, not for turns. */
export async function summarise(ports: Pick<Ports, 'hosts' | 'clock'>, job: string): Promise<JobSummary> {
  const total = emptySummary();
  const endBy = ports.clock.monotonic() + readMs;
  const waiting = new Map<string, number>();
  const parked: ParkedHost[] = [];
  for await (const page of hostPages(ports, job)) {
    for (const { host, control } of page) {
      addHost(total, control);
      const { dueAt, state, politeness } = control;
      if (politeness?.parked !== undefined) {
        const probeAt = state === 'due' ? dueAt : undefined;
        parked.push({
          ...{ host, ...politeness.parked },
          ...defined({ probeAt, givenUp: state === 'idle' ? (true as const) : undefined }),
        });
      }
      const { waits } = control;
      if (waits) waiting.set(waits.domain, (waiting.get(waits.domain) ?? 0) + 1);
    }
    await addInboxes(total, ports, { job, page, endBy });
  }
  total.pending += total.inboxes.urls;
  const domains = [...waiting].map(([domain, hosts]) => ({ domain, hosts }));
  total.waiting.domains = domains
    .sort((a, b) => b.hosts - a.hosts || (a.domain < b.domain ? -1 : 1))
    .slice(0, maxDomains);
  total.parked.longest = parked
    .sort((a, b) => a.since - b.since || (a.host < b.host ? -1 : 1))
    .slice(0, maxParked);
  return total;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<NumbersOf<JobSummary>> & {
  parked: Mutable<JobSummary['parked']>;
  inboxes: Mutable<Inboxes>;
  nextDue: Mutable<JobSummary['nextDue']>;
  unyielding: Mutable<JobSummary['unyielding']>;
  waiting: Mutable<JobSummary['waiting']>;
  overBudget: Mutable<JobSummary['overBudget']>;
  outcomes: Record<string, number>;
  repeated: Record<string, number>;
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
    inboxes: { urls: 0 },
    visited: 0,
    outcomes: {},
    repeated: {},
    bytes: 0,
    unsupported: {},
    waiting: { hosts: 0, pending: 0, domains: [] },
    unyielding: { hosts: 0, held: 0 },
    parked: { hosts: 0, pending: 0, longest: [] },
    overBudget: { hosts: 0, held: 0, cut: 0 },
    nextDue: {},
  };
}

/** A host that had no turn yet was made for a message: where time is up, its inbox counts as one URL. */
async function addInboxes(
  { inboxes }: Draft,
  { hosts, clock }: Pick<Ports, 'hosts' | 'clock'>,
  { job, page, endBy }: { readonly job: string; readonly page: HostPage['hosts']; readonly endBy: number },
): Promise<void> {
  for (let at = 0; at < page.length; at += inboxesRead) {
    const some = page.slice(at, at + inboxesRead);
    if (clock.monotonic() >= endBy) {
      inboxes.atLeast = true;
      inboxes.urls += some.filter(({ control }) => control.turn === 0).length;
      continue;
    }
    const names = some.map(({ host }) => host);
    for (const urls of await hosts.inboxUrls(job, names)) inboxes.urls += urls;
  }
}

function addHost(total: Draft, control: HostControl): void {
  total[control.state] += 1;
  addCounters(total, control.counters);
  addKept(total, control);
  if (control.politeness?.parked !== undefined) {
    total.parked.hosts += 1;
    total.parked.pending += control.counters.pending;
  }
  if (backoffsOf(control) > 0) {
    total.backingOff += 1;
    total.pendingBackingOff += control.counters.pending;
  }
  addDue(total, control);
}

function addDue(total: Draft, control: HostControl): void {
  const { state, dueAt } = control;
  if (state !== 'due' || dueAt === undefined) return;
  const which = backoffsOf(control) > 0 ? 'backedOff' : 'well';
  total.nextDue[which] = Math.min(total.nextDue[which] ?? dueAt, dueAt);
  if (control.waits === undefined || control.waits.isBarren) return;
  total.nextDue.untried = Math.min(total.nextDue.untried ?? dueAt, dueAt);
}

/** URLs of hosts that back off count only in `pendingBackingOff`: they are left out of the other sums. */
function addKept(total: Draft, control: HostControl): void {
  const { waits, counters } = control;
  const isWell = backoffsOf(control) === 0;
  if (waits) {
    total.waiting.hosts += 1;
    if (isWell) total.waiting.pending += counters.pending;
  }
  if (counters.held !== undefined) {
    total.unyielding.hosts += 1;
    if (isWell && !waits) total.unyielding.held += counters.held;
  }
  if (!counters.overBudget) return;
  total.overBudget.hosts += 1;
  total.overBudget.cut += counters.overBudget.cut;
  if (isWell && !waits) total.overBudget.held += counters.overBudget.held;
}

function addCounters(total: Draft, counters: HostCounters): void {
  total.pending += counters.pending;
  total.visited += counters.visited;
  total.bytes += counters.bytes;
  for (const counts of ['outcomes', 'repeated', 'unsupported'] as const) {
    for (const [name, count] of Object.entries(counters[counts] ?? {}))
      total[counts][name] = (total[counts][name] ?? 0) + count;
  }
}
