import { isOutageCode, WinnowError } from '../../domain/base/error.ts';
import type { LinkSource } from '../../domain/links/link-source.ts';
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
  /** URLs that were delivered not long ago, so that they need not be again. Lost without harm. */
  readonly recent?: RecentLinks;
  /** Also take up held-back links of a job with `autoRecycleLinks: false`: somebody asked for it. */
  readonly onRequest?: boolean;
  /** Only links of these sources: the others are held back as before. */
  readonly sources?: readonly LinkSource[];
  /** Say what would be delivered, and change nothing. */
  readonly dryRun?: boolean;
  /**
   * Told of what was gone on without: a segment that cannot be read, a host whose inbox cannot be reached. Such segments stay
   * open, and are tried again minutes later. Absent: the first such error is thrown at the end.
   */
  readonly onFailure?: (error: unknown) => void;
}

/** Segments that are listed at once. */
const listed = 50;
/** Segments of which something broke off are tried again after this, unless a store did not answer. */
export const retryMs = 300_000;

/**
 * Works through the open link segments of a job: groups their links by target host, drops what is out of scope or
 * a repeat, and delivers the rest. One recycler at a time does so for a job; it keeps its place after each batch. A segment
 * is done only when all its links were delivered; a crash before that delivers the links of one batch again, and the hosts
 * drop what they know. What breaks off keeps its segment open and holds up no other.
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
  // What somebody has asked for is gone on with, also where new links are held back.
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
/** How long somebody who asked by hand waits before looking whether the lease is free. */
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
  /** Where the next pass begins. */
  end(place: RecycleCursor): void;
}

/**
 * Goes over the open segments, from where the last run stopped to the last of them. The next pass begins at the first one
 * again: at once, or after some minutes where something stayed open because it is damaged.
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
    ...(recent === undefined ? {} : { recent }),
    ...(sources === undefined ? {} : { sources: new Set(sources) }),
    ...(segment === undefined || segment !== first || sources !== undefined
      ? {}
      : { from: { id: segment, links, broken } }),
  };
}

/** Where a run begins: where the last one stopped, or, when what broke off is to be tried again, at the first segment. */
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
    ...(after === undefined ? {} : { after }),
    ...(under === undefined ? {} : { segment: under.id, links: under.links }),
    ...(under?.broken ? { broken: true } : {}),
  };
}

function ended(place: RecycleCursor, now: number): RecycleCursor {
  const { after, failed, failure } = place;
  if (after !== undefined && failure !== undefined && (failed || place.retryAt !== undefined)) {
    // A store that did not answer may answer now; what is damaged stays so until somebody mends it.
    const waitMs = isOutageCode(failure.code) ? 0 : retryMs;
    return { after, failure, retryAt: place.retryAt ?? now + waitMs };
  }
  return {};
}
