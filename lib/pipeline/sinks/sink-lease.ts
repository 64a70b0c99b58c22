import { WinnowError } from '../../base/error.ts';
import type { Ports } from '../../ports/ports.ts';

interface StoredLease {
  readonly by: string;
  /** Epoch ms. */
  readonly until: number;
}

/** A sink that this process alone feeds. */
export interface SinkLease {
  /** Aborts when another process may feed the sink. */
  readonly lost: AbortSignal;
  giveBack(): Promise<void>;
}

/** How long a process that died keeps a sink from others, and how often one that lives says so. */
const [leaseMs, renewMs] = [30_000, 10_000];

/**
 * Sees to it that one process at a time feeds a sink, where several may try.
 * @returns undefined: another one feeds it
 */
export async function leaseSink(
  { jobs, clock, entropy }: Pick<Ports, 'jobs' | 'clock' | 'entropy'>,
  job: string,
  name: string,
): Promise<SinkLease | undefined> {
  const note = `sink-${name}.lease`;
  const stored = await jobs.note(job, note);
  if (untilIn(stored?.text) > clock.now()) return undefined;
  let version = stored?.version ?? 0;
  let until = 0;
  const by = entropy.id();
  async function put(): Promise<boolean> {
    const next = clock.now() + leaseMs;
    const lease: StoredLease = { by, until: next };
    if (!(await jobs.putNote(job, note, version, JSON.stringify(lease)))) return false;
    version += 1;
    until = next;
    return true;
  }
  if (!(await put())) return undefined;
  const [end, lost] = [new AbortController(), new AbortController()];
  async function renew(): Promise<void> {
    while (await slept()) {
      // While the store does not answer, the lease holds for as long as it was given.
      if (await put().catch(() => clock.now() + renewMs < until)) continue;
      lost.abort(new WinnowError('unavailable', `another process feeds the sink ${name}`));
      return;
    }
  }
  const slept = (): Promise<boolean> =>
    clock.sleep(renewMs, end.signal).then(
      () => true,
      () => false,
    );
  const renewing = renew();
  return {
    lost: lost.signal,
    async giveBack() {
      end.abort();
      await renewing;
      await jobs.putNote(job, note, version, '');
    },
  };
}

/** Until when somebody has a lease, epoch ms. What cannot be read keeps nobody out. */
function untilIn(text = ''): number {
  try {
    return (JSON.parse(text) as StoredLease).until;
  } catch {
    return 0;
  }
}
