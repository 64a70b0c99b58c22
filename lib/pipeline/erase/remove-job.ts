import { WinnowError } from '../../domain/base/error.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import type { JobEraser } from '../../ports/job-eraser.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { hostPages } from '../frontier/host-pages.ts';
import { partsOf } from '../job/command-parts.ts';
import { changeJob } from '../job/open-job.ts';
import { isAtWork, mustHaveTold } from './hosts-to-erase.ts';

export type Removing = Pick<
  Ports,
  'jobs' | 'hosts' | 'records' | 'documents' | 'changes' | 'commands' | 'clock'
> & {
  readonly jobEraser: JobEraser;
};

export interface RemoveOptions {
  /** Say what would go, and change nothing. */
  readonly dryRun: boolean;
  readonly reason: string;
}

/** What is removed of a job, or would be, and what stays. */
export interface RemovedJob {
  readonly job: string;
  /** Hosts, and the URLs of theirs that waited for their first visit, and that were visited. */
  readonly hosts: number;
  readonly pending: number;
  readonly visited: number;
  /** Rows and objects that are deleted; 0 in a dry run. */
  readonly erased: number;
  /** Whether it has records, raw documents or changes objects: they stay, under its name. */
  readonly collection: boolean;
  /** Its name is free again: nothing was left that would need it. */
  readonly forgotten: boolean;
}

/** Rows and objects in a slice, each of which stands by itself. */
const slice = 500;

/**
 * Removes a job that is over: all that its crawl needed goes, slice by slice, and its collection stays as it is, for `records` and
 * `events`; indexers are told nothing. A job that has left a collection keeps its name, since its changes objects are numbered by
 * turns. Killed half-way, it goes on where it is called again.
 * @throws WinnowError `usage` while the job is open, a turn of it is at work or has yet to tell what it did, or a command goes on in it
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

/** Reads the control of every host. A turn whose ticket has expired died: nothing else would give the host a turn again. */
async function countQuiet(
  ports: Pick<Ports, 'hosts' | 'clock'>,
  job: string,
): Promise<Pick<RemovedJob, 'hosts' | 'pending' | 'visited'>> {
  const total = { hosts: 0, pending: 0, visited: 0 };
  for await (const page of hostPages(ports, job)) {
    for (const { host, control } of page) {
      const { state, ticketExpires = Number.POSITIVE_INFINITY } = control;
      if (state === 'ticketed' && ticketExpires > ports.clock.now()) throw isAtWork(host);
      await mustHaveTold(ports, job, host, control);
      total.hosts += 1;
      total.pending += control.counters.pending;
      total.visited += control.counters.visited;
    }
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
      const page = await documents.list(job, 1, cursor);
      return { found: page.documents, cursor: page.cursor };
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

/** Whether a listing has anything. Of files there is a page for each of 256 directories; more than that counts as something. */
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

/** Whether no block would be lost with the job: a job that is made later takes blocks over from those that there are. */
async function holdsNoOwnBlock({ jobs }: Pick<Ports, 'jobs'>, { name, holds = [] }: Job): Promise<boolean> {
  if (!holds.some(({ verb }) => verb === 'block')) return true;
  return (await jobs.jobs()).some((other) => other.name !== name);
}
