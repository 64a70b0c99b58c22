import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Turn } from './turn.ts';

/** Whether something was begun with care on this host and never ended. @param what as given to `tryWithCare` */
export function isSuspected({ fingerprintKey }: Job, { care }: HostControl, what: string): boolean {
  return care?.suspect?.fingerprint === fingerprint(fingerprintKey, what as CanonicalUrl);
}

/**
 * Writes into the host's control that something is about to be tried that may kill its worker. The commit of the turn
 * takes the mark away.
 * @param what is tried: a URL, or words for it
 * @returns false when it was begun in so many turns already that never ended: it is not to be tried again
 */
export async function tryWithCare(
  { ports, key, control, job, suspicion }: Turn,
  what: string,
  maxTries: number,
): Promise<boolean> {
  const tries = isSuspected(job, control, what) ? (control.care?.suspect?.tries ?? 0) : 0;
  if (tries >= maxTries) return false;
  const suspect = { fingerprint: fingerprint(job.fingerprintKey, what as CanonicalUrl), tries: tries + 1 };
  suspicion.isNoted = true;
  await ports.hosts.putControl(key, control, { ...control, care: { ...control.care, suspect } });
  return true;
}

/** For a turn that fails by an outage: nothing that it tried is to blame. */
export async function clearSuspect({ ports, key, control, suspicion }: Turn): Promise<void> {
  if (suspicion.isNoted) await ports.hosts.putControl(key, control, control);
}
