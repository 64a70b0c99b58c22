import type { ErrorCode } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { Ports } from '../../ports/ports.ts';

/** The position of a pass over the open link segments of a job. Segments are handled in ascending order of their ids. */
export interface RecycleCursor {
  /** The last segment that is done. Absent: none is. */
  readonly after?: string;
  /** The segment after it that was begun. */
  readonly segment?: string;
  /** Links of that segment that were delivered or dropped. */
  readonly links?: number;
  /** Something of that segment could not be delivered: it stays open. */
  readonly broken?: true;
  /** A segment of this pass stays open because of a failure. */
  readonly failed?: true;
  /** The last failure. */
  readonly failure?: { readonly code: ErrorCode; readonly message: string };
  /** Epoch ms. Set at the end of a pass with open segments; until then only new segments are read. */
  readonly retryAt?: number;
  /** Hosts of a batch, after a batch that took too long. */
  readonly hosts?: number;
}

interface Stored {
  readonly v: 1;
  /** Epoch ms until which the lease is taken. */
  readonly until: number;
  readonly place: RecycleCursor;
}

/** The right to recycle the links of one job. */
export interface RecycleLease {
  readonly place: RecycleCursor;
  /** Monotonic ms by which the present batch has to be over: then others may take the lease. */
  readonly deadline: () => number;
  /** Stores the position and renews the lease. False: the lease ran out, and another recycler has taken it. */
  keep(place: RecycleCursor): Promise<boolean>;
  /** Stores the position and ends the lease. Does nothing when another recycler has the lease. */
  release(place: RecycleCursor): Promise<void>;
}

/** A batch of links has to be delivered within this time; after a worker died, others wait this long. */
export const leaseMs = 30_000;

const note = 'recycling';

type Leasing = Pick<Ports, 'jobs' | 'clock'>;

/** Takes the lease of a job. Undefined: another recycler has it. Without leases several recyclers would read the same links. */
export async function takeLease({ jobs, clock }: Leasing, job: string): Promise<RecycleLease | undefined> {
  const found = await jobs.note(job, note);
  const stored = found && readStoredObject<Stored>(found.text);
  if (stored !== undefined && stored.until > clock.now()) return undefined;
  let version = found?.version ?? 0;
  let deadline = 0;
  async function put(until: number, place: RecycleCursor): Promise<boolean> {
    const began = clock.monotonic();
    const text: Stored = { v: 1, until, place };
    if (!(await jobs.putNote(job, note, version, JSON.stringify(text)))) return false;
    version += 1;
    deadline = began + leaseMs;
    return true;
  }
  const place = stored?.place ?? {};
  if (!(await put(clock.now() + leaseMs, place))) return undefined;
  return {
    place,
    deadline: () => deadline,
    keep: (next) => put(clock.now() + leaseMs, next),
    async release(next) {
      await put(0, next);
    },
  };
}

/** Grows with each run of a recycler that has something to do for a job, also after its last delivery. */
export async function recyclerRuns({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<number> {
  return (await jobs.note(job, note))?.version ?? 0;
}
