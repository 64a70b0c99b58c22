import type { HostName } from '../../base/url/url.ts';
import type { BlockCommand, JobTouched, Task } from '../../domain/control/command.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { covers, type Hold, namedHost } from '../../domain/control/hold.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { eachVisit } from '../frontier/each-visit.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { jobsNamed, putOnHold, takeOffHold } from './apply-state.ts';
import { changeTasks, jobWithTask, withTasks } from './change-tasks.ts';
import { jobByJob } from './job-by-job.ts';
import { touched, wakeTask } from './touched-hosts.ts';

/**
 * Blocks a host or a domain in every job, or unblocks it. All jobs get their holds before anything is counted; a job that
 * cannot be changed does not stop the others.
 */
export async function applyBlock(
  ports: Controlling,
  command: BlockCommand,
  asked: CommandOptions,
): Promise<Applied> {
  const what = namedHost(command.host);
  const seen = new Set<string>();
  const changes: { readonly was: Job; readonly next: Job }[] = [];
  const each = jobByJob();
  // A job that is made in the meantime takes over the blocks of the others, or is found by the next iteration.
  for (let isNew = true; isNew; ) {
    const left = (await jobsNamed(ports, '*')).filter(({ name }) => !seen.has(name));
    isNew = left.length > 0;
    for (const job of left) {
      seen.add(job.name);
      const change = (was: Job): Job => changed(was, command, what, asked.at);
      await each.attempt(job.name, async () => {
        const made = asked.dryRun
          ? { was: job, next: change(job) }
          : await changeTasks(ports, job.name, change);
        changes.push(made);
      });
    }
  }
  const jobs: JobTouched[] = [];
  for (const { was, next } of changes)
    await each.attempt(was.name, async () => {
      const one = await touched(ports, was, next, { what, note: noteOf(was, next, command, what) });
      const takes = asked.dryRun && command.purge === true;
      jobs.push(takes ? { ...one, purged: await purgedPages(ports, was, what) } : one);
    });
  each.end();
  const goesOn = !asked.dryRun && changes.some(({ was, next }) => next.tasks !== was.tasks);
  return { jobs, ...(goesOn ? { goesOn } : {}) };
}

function changed(
  job: Job,
  { command, purge, reason, requestId }: BlockCommand,
  what: string,
  at: number,
): Job {
  const isMeant = (hold: Hold): boolean => hold.what === what && hold.verb === 'block';
  if (command === 'unblock') {
    const all = job.tasks ?? [];
    const without = all.filter(({ kind, ...task }) => !ofPurges.has(kind) || task.what !== what);
    return takeOffHold(
      without.length === all.length ? job : withTasks(job, without),
      isMeant,
      wakeTask(requestId, what, at),
    );
  }
  const blocked = putOnHold(job, { what, verb: 'block', at, reason, ...(purge ? { purge: at } : {}) });
  return purge
    ? jobWithTask(blocked, { id: requestId, kind: 'purge', what, at, looked: 0, told: 0 })
    : blocked;
}

/** Kinds of tasks that end when their block does. */
const ofPurges: ReadonlySet<Task['kind']> = new Set(['purge', 'confirm']);

function noteOf(was: Job, next: Job, { command }: BlockCommand, what: string): string | undefined {
  if (next !== was) return undefined;
  return command === 'block' ? `${what} is blocked already` : `${what} is not blocked`;
}

/** The most hosts whose pages are counted, and the most that are searched: people wait for the answer. */
const maxHosts = 200;
const maxLooked = 5_000;
const pageSize = 1_000;
/** After this time no further host is begun. */
const longestMs = 20_000;

/** The effect of a purge. */
interface PurgedPages {
  /** Pages that leave the collection; a record stays while a page of another host leads to it. */
  readonly pages: number;
  /** There are more hosts than were counted in the time, or damaged ones. */
  readonly atLeast?: true;
}

/** Counts the pages in the collection of a host, or of the hosts of a domain. Reads the body of each host. */
async function purgedPages(
  ports: Pick<Ports, 'hosts' | 'segments' | 'clock'>,
  job: Job,
  what: string,
): Promise<PurgedPages> {
  const endBy = ports.clock.monotonic() + longestMs;
  const { hosts, isAll } = await hostsOf(ports, job, what);
  let [pages, isWhole] = [0, true];
  for (const host of hosts) {
    if (ports.clock.monotonic() >= endBy) return { pages, atLeast: true };
    await unlessDamaged(
      host,
      () =>
        eachVisit(ports, job, host, async ({ md5 }) => {
          if (md5 !== undefined) pages += 1;
        }),
      () => {
        isWhole = false;
      },
    );
  }
  return { pages, ...(isAll && isWhole ? {} : { atLeast: true }) };
}

async function hostsOf(
  { hosts }: Pick<Ports, 'hosts'>,
  { name }: Job,
  what: string,
): Promise<{ readonly hosts: readonly HostName[]; readonly isAll: boolean }> {
  const found = new Set<HostName>([what as HostName]);
  let cursor: string | undefined;
  let looked = 0;
  do {
    const page = await hosts.hosts(name, pageSize, cursor);
    for (const { host } of page.hosts) if (covers(what, host)) found.add(host);
    looked += page.hosts.length;
    cursor = page.cursor;
  } while (cursor !== undefined && looked < maxLooked && found.size <= maxHosts);
  return { hosts: [...found].slice(0, maxHosts), isAll: cursor === undefined && found.size <= maxHosts };
}
