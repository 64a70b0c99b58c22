import { fingerprint } from '../../domain/url/fingerprint.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Turn } from '../turn/turn.ts';

/** What a turn tries that judges pages again. */
export const judging = 'pages to be judged again';

/** Whether it is the judging of a host's pages that was begun and never ended. */
export function isJudgingSuspected({ fingerprintKey }: Job, { suspect }: HostControl): boolean {
  return suspect?.fingerprint === fingerprint(fingerprintKey, judging as CanonicalUrl);
}

/**
 * Writes into the host's control that something is about to be tried that may kill its worker. The commit of the turn
 * takes the mark away.
 * @param what is tried: a URL, or words for it
 * @returns false when it was begun in so many turns already that never ended: it is not to be tried again
 */
export async function tryWithCare(
  { ports, key, control, job }: Turn,
  what: string,
  maxTries: number,
): Promise<boolean> {
  const print = fingerprint(job.fingerprintKey, what as CanonicalUrl);
  const tries = control.suspect?.fingerprint === print ? control.suspect.tries : 0;
  if (tries >= maxTries) return false;
  const suspected: HostControl = { ...control, suspect: { fingerprint: print, tries: tries + 1 } };
  await ports.hosts.putControl(key, control, suspected);
  return true;
}

/** For a turn that fails by an outage: nothing that it tried is to blame. */
export async function clearSuspect({ ports, key, control }: Turn): Promise<void> {
  await ports.hosts.putControl(key, control, control);
}
