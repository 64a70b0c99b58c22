import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import { holdOn } from '../../domain/control/hold.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type Part, partsOf } from '../job/command-parts.ts';
import { troublesOf } from '../report/job-trouble.ts';
import type { JobSummary } from '../report/summary.ts';

/** A job, with what is wrong with it; without the key of its fingerprints, which hosts could choose their URLs by. */
export interface ListedJob extends Omit<Job, 'fingerprintKey'> {
  readonly trouble?: string;
}

/** All jobs. Reads no host. */
export async function listJobs(ports: Pick<Ports, 'jobs'>): Promise<readonly ListedJob[]> {
  const jobs = await ports.jobs.jobs();
  const troubles = await troublesOf(
    ports,
    jobs.filter((job) => !isRemoved(job)),
  );
  return jobs.map(({ fingerprintKey: _, ...job }) => ({
    ...job,
    ...defined({ trouble: troubles.get(job.name)?.what }),
  }));
}

/** The counts of a job. */
export interface HowMany {
  readonly job: string;
  readonly state: Job['state'];
  /** URLs that wait for their first visit, and visited URLs. */
  readonly pending: number;
  readonly visited: number;
  readonly hosts: number;
  /** Hosts that have a ticket. */
  readonly ticketed: number;
}

export function howMany({ name, state }: Job, summary: JobSummary): HowMany {
  const { pending, visited, idle, due, ticketed } = summary;
  return { job: name, state, pending, visited, hosts: idle + due + ticketed, ticketed };
}

/** A host of a job, for people. Times in epoch ms. */
export interface HostLine {
  readonly host: HostName;
  /**
   * `ready`: may get a ticket now. `waiting`: until `at`. `at-work`: has a ticket. `idle`: has nothing to do. `on-hold`: a
   * person paused, stopped, drained or blocked it.
   */
  readonly state: 'ready' | 'waiting' | 'at-work' | 'idle' | 'on-hold';
  readonly at?: number;
  /** URLs that wait for their first visit, those in the host's inbox too. */
  readonly pending: number;
  readonly visited: number;
  /** Why the host is on hold, or fails. */
  readonly detail?: string;
}

export interface HostLines {
  readonly hosts: readonly HostLine[];
  readonly cursor?: string;
}

/** The hosts of a job, at most `limit`, in the order of the store. */
export async function hostLines(
  ports: Pick<Ports, 'hosts' | 'clock'>,
  job: Job,
  limit: number,
  cursor?: string,
): Promise<HostLines> {
  const page = await ports.hosts.hosts(job.name, limit, cursor);
  const inboxes = await ports.hosts.inboxUrls(
    job.name,
    page.hosts.map(({ host }) => host),
  );
  const now = ports.clock.now();
  const hosts = page.hosts.map(({ host, control }, index): HostLine => {
    const { visited } = control.counters;
    const inInbox = inboxes[index] ?? 0;
    const pending = control.counters.pending + inInbox;
    const hold = holdOn(job.holds, host);
    if (hold !== undefined) {
      return {
        host,
        state: 'on-hold',
        pending,
        visited,
        detail: `${hold.verb} ${hold.what}: ${hold.reason}`,
      };
    }
    const parked = control.politeness?.parked;
    const failing = parked === undefined ? {} : { detail: `parked: ${parked.reason}` };
    const line = { host, pending, visited, ...failing };
    if (control.state === 'idle') return { ...line, state: inInbox > 0 ? 'ready' : 'idle' };
    if (control.state === 'ticketed') return { ...line, state: 'at-work' };
    const { dueAt = 0 } = control;
    return dueAt <= now ? { ...line, state: 'ready' } : { ...line, state: 'waiting', at: dueAt };
  });
  return { hosts, ...defined({ cursor: page.cursor }) };
}

export interface PartOfJob extends Part {
  readonly job: string;
}

/** A logged command, with its parts that go on. */
export interface CommandView extends CommandEntry {
  readonly running?: readonly PartOfJob[];
}

export interface CommandViews {
  readonly commands: readonly CommandView[];
  readonly cursor?: string;
}

/** Logged commands, newest first. */
export async function commandViews(
  ports: Pick<Ports, 'commands' | 'jobs'>,
  limit: number,
  cursor?: string,
): Promise<CommandViews> {
  const page = await ports.commands.commands(limit, cursor);
  const parts = await partsUnderWay(ports);
  const commands = page.commands.map((entry): CommandView => {
    const running = parts.get(entry.requestId);
    return running === undefined ? entry : { ...entry, running };
  });
  return { commands, ...defined({ cursor: page.cursor }) };
}

/** Commands that go on in slices, newest first, however old. */
export async function commandsUnderWay(ports: Pick<Ports, 'commands' | 'jobs'>): Promise<CommandViews> {
  const views: CommandView[] = [];
  for (const [request, running] of await partsUnderWay(ports)) {
    const entry = await ports.commands.command(request);
    if (entry !== undefined) views.push({ ...entry, running });
  }
  return { commands: views.sort((a, b) => b.at - a.at) };
}

/** The parts of commands that go on in any job, by request id. */
async function partsUnderWay({
  jobs,
}: Pick<Ports, 'jobs'>): Promise<ReadonlyMap<string, readonly PartOfJob[]>> {
  const parts = (await jobs.jobs()).flatMap((job) =>
    partsOf(job).map((part) => ({ ...part, job: job.name })),
  );
  return Map.groupBy(parts, ({ request }) => request);
}
