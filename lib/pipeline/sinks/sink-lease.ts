import type { Ports } from '../../ports/ports.ts';

interface Lease {
  readonly by: string;
  /** Epoch ms. */
  readonly until: number;
}

/** Longer than a slice and its last push take. */
const leaseMs = 600_000;

/**
 * Sees to it that one process at a time feeds a sink, where several may try.
 * @returns what gives it back; undefined: another one feeds it
 */
export async function leaseSink(
  { jobs, clock, entropy }: Pick<Ports, 'jobs' | 'clock' | 'entropy'>,
  job: string,
  name: string,
): Promise<(() => Promise<void>) | undefined> {
  const note = `sink-${name}.lease`;
  const stored = await jobs.note(job, note);
  const held = stored === undefined || stored.text === '' ? undefined : (JSON.parse(stored.text) as Lease);
  if (held !== undefined && held.until > clock.now()) return undefined;
  const was = stored?.version ?? 0;
  const lease: Lease = { by: entropy.id(), until: clock.now() + leaseMs };
  if (!(await jobs.putNote(job, note, was, JSON.stringify(lease)))) return undefined;
  return async () => void (await jobs.putNote(job, note, was + 1, ''));
}
