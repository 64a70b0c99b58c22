import { defined } from '../../base/defined.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { type PageAllowance, reservePages } from '../cost/reserve-pages.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { bestDue, dueInAnyBand } from '../frontier/due-bands.ts';
import type { Dispatching, DispatchOptions, DispatchReport } from './dispatch-report.ts';
import { failureOf, putOffFailed, takeBack } from './failed-host.ts';
import type { GateLines } from './gate-lines.ts';
import { sortOnHold } from './hosts-on-hold.ts';
import { type DueHost, dueHosts, ticketHost } from './ticket-host.ts';

/** As many as the messages of one request to SQS hold, ten with three tickets each. A few groups are handled at a time. */
const groupSize = 30;
const groupsAtOnce = 2;
/** The most entries that one read of the due index returns. */
const maxDue = 10_000;

/** The options of a pass for one job. */
interface Dispatch extends DispatchOptions {
  readonly room: number;
  readonly endBy: number;
  readonly lines: GateLines;
  /** Called with the failure of one host, or of a group; the others go on. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Gives tickets to the due hosts of a job, as long as there is room and time. Reads the due index again only when hosts
 * had to be put off: a domain with many hosts must not hide the others.
 */
export async function dispatchJob(ports: Dispatching, job: Job, limits: Dispatch): Promise<DispatchReport> {
  const total = { sent: 0, looked: 0, lagMs: 0 };
  for (;;) {
    let hasFailed = false;
    const onFailure = (error: unknown): void => {
      hasFailed = true;
      limits.onFailure(error);
    };
    const look = await lookOnce(ports, job, { ...limits, onFailure, room: limits.room - total.sent });
    total.sent += look.sent;
    total.looked += look.looked;
    total.lagMs = Math.max(total.lagMs, look.lagMs ?? 0);
    const { held } = look;
    // Hosts that could not be put off would be found again at once.
    const isEnough = hasFailed || look.putOff === 0 || total.sent >= limits.room || total.looked >= maxDue;
    if (held === undefined && !isEnough) continue;
    const { lagMs, ...counts } = total;
    return { ...counts, ...(held ? { held } : {}), ...(lagMs > 0 ? { lagMs } : {}) };
  }
}

interface Look extends DispatchReport {
  /** Hosts that wait in line before a gate. */
  readonly putOff: number;
}

async function lookOnce(ports: Dispatching, job: Job, options: Dispatch): Promise<Look> {
  const { room, endBy, lines, timing, onFailure } = options;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  if (options.mayCrawl?.(settings) === false) return { sent: 0, looked: 0, putOff: 0 };
  const now = ports.clock.now();
  const all = options.only !== undefined || job.state !== 'open';
  const found = all
    ? await dueInAnyBand(ports.due, job.name, now, maxDue)
    : await bestDue(ports.due, job.name, now, {
        room: Math.min(room, maxDue),
        hasBands: options.everyBand === true || rankingFor(settings).hasBands,
      });
  const entries = options.only ? found.filter((entry) => entry.host === options.only?.host) : found;
  const { free, asked, spent } = await sortOnHold(ports, job, dueHosts(entries), onFailure);
  /** Entries of hosts that have tickets, or need none: deleted together, as they may have been put. */
  const gone: DueEntry[] = [...spent];
  let held: DispatchReport['held'];
  let sent = 0;
  const isLate = (): boolean => ports.clock.monotonic() >= endBy;
  for (let start = 0; start < Math.min(asked.length, room); start += groupSize) {
    if (isLate()) held = 'time';
    if (held !== undefined) break;
    const group = asked.slice(start, Math.min(start + groupSize, room));
    const pages = group.map(() => 0);
    sent += await dispatchGroup(ports, job, { settings, timing, group, gone, pages, onFailure });
  }
  // A host whose page a person waits for skips the lines; its gate keeps it apart from the others.
  const hosts = options.only
    ? free
    : await lines.admit(ports, { job, settings, timing, hosts: free, isLate, onFailure });
  if (hosts.length < free.length && isLate()) held ??= 'time';
  const groups: DueHost[][] = [];
  for (let start = 0; start < hosts.length; start += groupSize)
    groups.push(hosts.slice(start, start + groupSize));
  await sideBySide(groups, groupsAtOnce, async (group) => {
    if (isLate()) held ??= 'time';
    if (held !== undefined) return;
    try {
      const wanted = group.map(({ host }) => settingsFor(settings, host).turn.maxPages);
      const allowance = await reservePages(ports, job, settings.limits.pagesPerDay, wanted);
      if (allowance.pages.length < group.length) held ??= 'ceiling';
      const given = { settings, timing, group, gone, lines, onFailure, ...allowance };
      // Not `sent += await …`: other groups change `sent` during the wait.
      const tickets = await dispatchGroup(ports, job, given);
      sent += tickets;
    } catch (error) {
      onFailure(error);
    }
  });
  if (gone.length > 0) await ports.due.delete(job.name, gone).catch(onFailure);
  const lagMs =
    held === 'ceiling' ? 0 : now - Math.min(now, ...hosts.map(({ entries: [first] }) => first?.at ?? now));
  return {
    ...{ sent, looked: entries.length, putOff: free.length - hosts.length },
    ...(held ? { held } : {}),
    ...(lagMs > 0 ? { lagMs } : {}),
  };
}

interface Group extends PageAllowance {
  readonly settings: JobSettings;
  readonly timing: Timing;
  readonly group: readonly DueHost[];
  /** Takes the entries that are to be deleted once the tickets are sent. */
  readonly gone: DueEntry[];
  /** The lines that take up the tickets; absent: the tickets fetch nothing. */
  readonly lines?: GateLines;
  readonly onFailure: (error: unknown) => void;
}

/** Gives tickets to as many hosts of a group as there are pages for, each alone. @returns the number of tickets */
async function dispatchGroup(
  ports: Dispatching,
  job: Job,
  { settings, timing, group, gone, pages, day, lines, onFailure }: Group,
): Promise<number> {
  const tickets: Ticket[] = [];
  const spent: DueEntry[] = [];
  let unused = 0;
  await Promise.all(
    group.slice(0, pages.length).map(async (due, index) => {
      const allowed = pages[index] ?? 0;
      const { politeness } = settingsFor(settings, due.host);
      let result: Awaited<ReturnType<typeof ticketHost>>;
      try {
        result = await ticketHost(ports, job, due, { politeness, timing });
      } catch (error) {
        unused += allowed;
        gone.push(...(await putOffFailed(ports, job, due, error)));
        onFailure(failureOf(due.host, error));
        return;
      }
      if (typeof result === 'string') {
        unused += allowed;
        if (result === 'stale') spent.push(...due.entries);
        return;
      }
      tickets.push({ ...result.ticket, pages: allowed, ...defined({ day }) });
      spent.push(...result.spent);
    }),
  );
  // Before sending: after a failed request it is not known which tickets were sent.
  lines?.sent(tickets, ports.clock.now());
  try {
    if (tickets.length > 0) await ports.tickets.send(tickets);
  } catch (error) {
    // Their pages stay counted: some of the tickets may have been sent.
    await takeBack(ports, tickets);
    throw error;
  }
  gone.push(...spent);
  if (unused > 0 && day !== undefined) await ports.jobs.addPages(job.name, day, -unused);
  return tickets.length;
}
