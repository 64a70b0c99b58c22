import { fingerprint } from '../../base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Turn } from './turn.ts';

/** Whether this was begun with care on the host and never ended. @param what as given to `tryWithCare` */
export function isSuspected({ fingerprintKey }: Job, { care }: HostControl, what: string): boolean {
  return care?.suspect?.fingerprint === fingerprint(fingerprintKey, what as CanonicalUrl);
}

/**
 * Writes into the host's control what the turn is about to try, if that may kill the worker. The commit of the turn
 * removes the mark.
 * @param what is tried: a URL, or a text
 * @returns false if it was tried `maxTries` times by turns that never ended: it must not be tried again
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

/** For a turn that failed through no fault of what was tried: removes the mark. */
export async function clearSuspect({ ports, key, control, suspicion }: Turn): Promise<void> {
  if (suspicion.isNoted) await ports.hosts.putControl(key, control, control);
}
