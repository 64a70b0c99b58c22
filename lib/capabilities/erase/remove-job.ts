import { WinnowError } from '../../base/error.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import { countHosts } from '../../pipeline/frontier/count-hosts.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import { partsOf } from '../../pipeline/job/command-parts.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import type { Job } from '../../ports/jobs.ts';
import type { JobEraser } from '../../ports/operate/job-eraser.ts';
import type { Ports } from '../../ports/ports.ts';
import { atWork, mustBePublished } from './hosts-to-erase.ts';

export type Removing = Pick<
  Ports,
  'jobs' | 'hosts' | 'records' | 'documents' | 'changes' | 'commands' | 'clock'
> & {
  readonly jobEraser: JobEraser;
};

export interface RemoveOptions {
  /** Report what would be removed, and change nothing. */
  readonly dryRun: boolean;
  readonly reason: string;
}

/** What was removed of a job, or would be, and what stays. */
export interface RemovedJob {
  readonly job: string;
  /** Hosts, with their pending and visited URLs. */
  readonly hosts: number;
  readonly pending: number;
  readonly visited: number;
  /** Rows and objects that were deleted; 0 in a dry run. */
  readonly erased: number;
  /** Whether the job has records, raw documents or changes objects: they stay under its name. */
  readonly collection: boolean;
  /** Whether the name is free again, because nothing is left that needs it. */
  readonly forgotten: boolean;
}

/** Rows and objects per slice; slices do not depend on each other. */
const slice = 500;

/**
 * Removes a job that is over. Everything that its crawl needed is deleted slice by slice; its collection stays for
 * `records` and `events`, and indexers are not notified. A job that leaves a collection keeps its name, because its
 * changes objects are numbered by turns. Continues after an interruption when it is called again.
 * @throws WinnowError `usage` while the job is open, a turn of it is running or unpublished, or a command goes on in it
 */
export async function removeJob(
  ports: Removing,
  job: Job,
  { dryRun, reason }: RemoveOptions,
): Promise<RemovedJob> {
  mustBeOver(job);
  const { name } = job;
  const counted = await countQuiet(ports, name);
  const collection = await hasCollection(ports, name);
  const isFree = !collection && (await holdsNoOwnBlock(ports, job));
  const report = { job: name, ...counted, collection, forgotten: isFree };
  if (dryRun) return { ...report, erased: 0 };
  const marked = await changeJob(ports, name, (was) => asRemoved(was, reason, ports.clock.now()));
  let erased = 0;
  for (;;) {
    const some = await ports.jobEraser.eraseSome(marked, slice);
    if (some === 0) break;
    erased += some;
  }
  return { ...report, erased, forgotten: isFree && (await ports.jobEraser.forget(marked)) };
}

function asRemoved(was: Job, reason: string, at: number): Job {
  mustBeOver(was);
  if (isRemoved(was)) return was;
  const { again: _, judge: _j, revisits: _r, ...rest } = was;
  return { ...rest, state: 'stopped', pause: { reason: `removed: ${reason}`, at, by: 'removal' } };
}

function mustBeOver(job: Job): void {
  const { name, state } = job;
  if (state === 'open' || state === 'draining')
    throw new WinnowError('usage', `job ${name} is ${state}: \`winnow stop\` it first`);
  const [part] = partsOf(job);
  const [task] = job.tasks ?? [];
  if (part !== undefined) {
    throw new WinnowError(
      'usage',
      `job ${name}: ${part.kind} ${part.request} is under way: wait for it, or \`winnow cancel\` it first`,
    );
  }
  if (task !== undefined)
    throw new WinnowError('usage', `job ${name}: the purge of ${task.what} is not over: wait for it`);
}

/** Counts the hosts, reading every control. A turn whose ticket has expired is dead: no other turn will come for its host. */
async function countQuiet(
  ports: Pick<Ports, 'hosts' | 'clock'>,
  job: string,
): Promise<Pick<RemovedJob, 'hosts' | 'pending' | 'visited'>> {
  const total = { hosts: 0, pending: 0, visited: 0 };
  for await (const page of hostPages(ports, job)) {
    for (const { host, control } of page) {
      const { state, ticketExpires = Number.POSITIVE_INFINITY } = control;
      if (state === 'ticketed' && ticketExpires > ports.clock.now()) throw atWork(host);
      await mustBePublished(ports, job, host, control);
    }
    const counted = await countHosts(ports, job, page);
    total.hosts += counted.hosts;
    total.pending += counted.pending;
    total.visited += counted.visited;
  }
  return total;
}

async function hasCollection(
  { records, documents, changes }: Pick<Ports, 'records' | 'documents' | 'changes'>,
  job: string,
): Promise<boolean> {
  const found = await Promise.all([
    hasAny(async (cursor) => {
      const page = await records.records(job, 1, cursor);
      return { found: page.records, cursor: page.cursor };
    }),
    hasAny(async (cursor) => {
      const page = await documents.bundles(job, 1, cursor);
      return { found: page.bundles, cursor: page.cursor };
    }),
    hasAny(async (cursor) => {
      const page = await changes.list(job, {}, 1, cursor);
      return { found: page.objects, cursor: page.cursor };
    }),
  ]);
  return found.includes(true);
}

interface Listed {
  readonly found: readonly unknown[];
  readonly cursor: string | undefined;
}

/** Whether a listing has any item. Files have a page for each of 256 directories; a longer listing counts as not empty. */
async function hasAny(list: (cursor?: string) => Promise<Listed>): Promise<boolean> {
  let cursor: string | undefined;
  for (let page = 0; page <= 256; page += 1) {
    const listed = await list(cursor);
    if (listed.found.length > 0) return true;
    cursor = listed.cursor;
    if (cursor === undefined) return false;
  }
  return true;
}

/** Whether removing the job loses no block: a job that is made later takes over the blocks of existing jobs. */
async function holdsNoOwnBlock({ jobs }: Pick<Ports, 'jobs'>, { name, holds = [] }: Job): Promise<boolean> {
  if (!holds.some(({ verb }) => verb === 'block')) return true;
  return (await jobs.jobs()).some((other) => other.name !== name);
}
