import type { ErrorCode } from '../../domain/base/error.ts';
import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { Ports } from '../../ports/ports.ts';

/** Where a pass over the open link segments of a job stands. Segments are worked through by id, ascending. */
export interface RecycleCursor {
  /** Segments up to this one were worked through. Absent: none was. */
  readonly after?: string;
  /** The segment after it that is under way. */
  readonly segment?: string;
  /** Of that segment: links that were delivered, or dropped. */
  readonly links?: number;
  /** Of that segment something could not be delivered: it stays open. */
  readonly broken?: true;
  /** A segment of this pass stays open because it broke off. */
  readonly failed?: true;
  /** What broke off last. */
  readonly failure?: { readonly code: ErrorCode; readonly message: string };
  /** Epoch ms. Set at the end of a pass of which something stayed open; until then only new segments are looked at. */
  readonly retryAt?: number;
  /** Hosts of a batch, after one that took too long. */
  readonly hosts?: number;
}

interface Stored {
  readonly v: 1;
  /** Epoch ms until when somebody has the lease. */
  readonly until: number;
  readonly place: RecycleCursor;
}

/** The right to hand on the links of one job. */
export interface RecycleLease {
  readonly place: RecycleCursor;
  /** Monotonic ms by which whatever is under way has to be over: then others may take the lease. */
  readonly deadline: () => number;
  /** Keeps the place, and the lease for as long again. False: it ran out, and somebody else has it. */
  keep(place: RecycleCursor): Promise<boolean>;
  /** Gives it back, with the place. Harmless when somebody else has it. */
  release(place: RecycleCursor): Promise<void>;
}

/** A batch of links has to be delivered within this; a worker that died keeps others away for as long. */
export const leaseMs = 30_000;

const note = 'recycling';

type Leasing = Pick<Ports, 'jobs' | 'clock'>;

/** Takes the lease of a job. Undefined: somebody else has it. One recycler at a time keeps a job's links from being read five times. */
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
