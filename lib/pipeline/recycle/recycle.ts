import { defined } from '../../base/defined.ts';
import { isOutageCode, WinnowError } from '../../base/error.ts';
import type { LinkSource } from '../../base/links/link-source.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { failureText } from '../job/isolate-jobs.ts';
import type { RecentLinks } from './found-links.ts';
import type { GroupCursor, GroupOptions } from './gather-links.ts';
import { recycleAgain } from './recycle-again.ts';
import { recycleGroup } from './recycle-group.ts';
import { type RecycleCursor, type RecycleLease, takeLease } from './recycle-lease.ts';
import { type RecycleReport, type Recycling, sum } from './recycle-report.ts';

export interface RecycleOptions {
  /** Monotonic ms after which no further batch of links is begun. */
  readonly endBy: number;
  /** URLs that were delivered recently and need not be delivered again. Can be lost without harm. */
  readonly recent?: RecentLinks;
  /** Also recycles the held-back links of a job with `autoRecycleLinks: false`, because a person asked for it. */
  readonly onRequest?: boolean;
  /** Only links of these sources; other links stay held back. */
  readonly sources?: readonly LinkSource[];
  /** Report what would be delivered, and change nothing. */
  readonly dryRun?: boolean;
  /**
   * Called with failures: a segment that cannot be read, a host whose inbox cannot be reached. Their segments stay open, and
   * are tried again minutes later. Absent: the first failure is thrown at the end.
   */
  readonly onFailure?: (error: unknown) => void;
}

/** Segments per page of the listing. */
const listed = 50;
/** Failed segments are tried again after this time, or at once if a store did not answer. */
export const retryMs = 300_000;

/**
 * Works through the open link segments of a job: groups links by target host, drops links out of scope and repetitions, and
 * delivers the rest. One recycler at a time does this for a job, and stores its position after each batch. A segment is
 * done when all its links were delivered; after a crash one batch is delivered again, and hosts ignore what they know. A
 * failure keeps its segments open, and does not stop others.
 */
export async function recycle(ports: Recycling, job: Job, options: RecycleOptions): Promise<RecycleReport> {
  const failures: unknown[] = [];
  const { onFailure = (error: unknown) => void failures.push(error), ...rest } = options;
  const report = await recycleJob(ports, job, { ...rest, onFailure });
  if (failures.length > 0) throw failures[0];
  return report;
}

type Recycle = RecycleOptions & Required<Pick<RecycleOptions, 'onFailure'>>;

async function recycleJob(ports: Recycling, job: Job, options: Recycle): Promise<RecycleReport> {
  const { dryRun = false, onRequest = false, sources } = options;
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const takesNew = settings.autoRecycleLinks || onRequest;
  // A pass that a person asked for goes on even where new links are held back.
  const goesOn = (takesNew || job.again?.request !== undefined) && !dryRun && sources === undefined;
  const isAgain = goesOn && job.again !== undefined;
  const isNew = takesNew && (await ports.links.open(job.name, 1)).length > 0;
  if (!isNew && !isAgain) return nothing;
  if (dryRun) return await passOver(ports, job, settings, options);
  const lease = await leaseOf(ports, job.name, options);
  if (lease === undefined) return { ...nothing, busy: true };
  let { place } = lease;
  try {
    let total: RecycleReport = nothing;
    if (isNew) {
      const keep = async (next: RecycleCursor): Promise<boolean> => {
        place = next;
        return await lease.keep(next);
      };
      const end = (next: RecycleCursor): void => {
        place = next;
      };
      total = await passOver(ports, job, settings, options, { ...lease, keep, end });
      if (total.unfinished) return total;
    }
    if (!isAgain) return total;
    const again = await recycleAgain(ports, job, {
      ...{ endBy: options.endBy, onFailure: options.onFailure, deadline: lease.deadline },
      keepLease: () => lease.keep(place),
    });
    return { ...sum(total, again), ...(again.over ? {} : { unfinished: true }) };
  } finally {
    await lease.release(place);
  }
}

const nothing: RecycleReport = { segments: 0, links: 0, delivered: 0, hosts: 0 };
/** How often a recycler that a person started looks whether the lease is free. */
const waitMs = 200;

async function leaseOf(
  { jobs, clock }: Recycling,
  job: string,
  { onRequest, endBy }: Recycle,
): Promise<RecycleLease | undefined> {
  for (;;) {
    const lease = await takeLease({ jobs, clock }, job);
    if (lease !== undefined || onRequest !== true || clock.monotonic() + waitMs >= endBy) return lease;
    await clock.sleep(waitMs);
  }
}

interface Passing extends Pick<RecycleLease, 'place' | 'deadline' | 'keep'> {
  /** Sets the position where the next pass begins. */
  end(place: RecycleCursor): void;
}

/**
 * Goes over the open segments from where the last run stopped. The next pass begins at the first one again: at once, or,
 * when something damaged stayed open, after some minutes.
 */
async function passOver(
  ports: Recycling,
  job: Job,
  settings: JobSettings,
  options: Recycle,
  lease?: Passing,
): Promise<RecycleReport> {
  const { clock } = ports;
  const { endBy, sources, onRequest = false } = options;
  let place = begun(lease?.place ?? {}, { onRequest: onRequest || sources !== undefined, now: clock.now() });
  if (place.failure !== undefined && place.retryAt !== undefined)
    options.onFailure(new WinnowError(place.failure.code, place.failure.message));
  const onFailure = (error: unknown): void => {
    const { code, message } = failureText(error);
    place = { ...place, failed: true, failure: { code, message } };
    options.onFailure(error);
  };
  let total = nothing;
  let after = place.after;
  for (;;) {
    if (clock.monotonic() >= endBy) return { ...total, unfinished: true };
    const ids = await ports.links.open(job.name, listed, after);
    if (ids.length === 0) break;
    const report = await recycleGroup(ports, job, settings, ids, {
      ...groupOptions(options, place, ids[0]),
      onFailure,
      ...(lease === undefined ? {} : { deadline: lease.deadline }),
      keep: async (done) => {
        if (sources !== undefined) return lease === undefined || (await lease.keep(place));
        place = movedTo(place, done);
        return lease === undefined || (await lease.keep(place));
      },
    });
    total = sum(total, report);
    if (report.slow !== undefined) await lease?.keep({ ...place, hosts: report.slow });
    if (report.unfinished) return { ...total, unfinished: true };
    after = ids.at(-1);
  }
  if (sources === undefined) lease?.end(ended(place, clock.now()));
  return total;
}

function groupOptions(options: Recycle, place: RecycleCursor, first: string | undefined): GroupOptions {
  const { recent, sources, dryRun = false, endBy } = options;
  const { segment, links = 0, broken = false, hosts } = place;
  return {
    ...{ dryRun, endBy, hosts },
    ...defined({
      recent,
      sources: sources && new Set(sources),
      from:
        segment === undefined || segment !== first || sources !== undefined
          ? undefined
          : { id: segment, links, broken },
    }),
  };
}

/** Where a run begins: where the last one stopped, or, to try failed segments again, at the first segment. */
function begun(
  place: RecycleCursor,
  { onRequest, now }: { readonly onRequest: boolean; readonly now: number },
): RecycleCursor {
  const { retryAt } = place;
  return !onRequest && (retryAt === undefined || now < retryAt) ? place : {};
}

function movedTo(place: RecycleCursor, { after, under }: GroupCursor): RecycleCursor {
  const { segment: _, links: __, broken: ___, hosts: ____, ...rest } = place;
  return {
    ...rest,
    ...defined({
      after,
      segment: under?.id,
      links: under?.links,
      broken: under?.broken ? (true as const) : undefined,
    }),
  };
}

function ended(place: RecycleCursor, now: number): RecycleCursor {
  const { after, failed, failure } = place;
  if (after !== undefined && failure !== undefined && (failed || place.retryAt !== undefined)) {
    // A store that did not answer may answer now; a damaged segment stays damaged until somebody repairs it.
    const waitMs = isOutageCode(failure.code) ? 0 : retryMs;
    return { after, failure, retryAt: place.retryAt ?? now + waitMs };
  }
  return {};
}
