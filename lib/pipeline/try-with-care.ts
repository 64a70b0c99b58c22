import { WinnowError } from '../domain/error.ts';
import { fingerprint } from '../domain/fingerprint.ts';
import type { CanonicalUrl } from '../domain/url.ts';
import type { HostControl } from '../ports/hosts.ts';
import type { Turn } from './turn.ts';

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
  const mark = fingerprint(job.fingerprintKey, what as CanonicalUrl);
  const tries = control.suspect?.fingerprint === mark ? control.suspect.tries : 0;
  if (tries >= maxTries) return false;
  const suspected: HostControl = { ...control, suspect: { fingerprint: mark, tries: tries + 1 } };
  await ports.hosts.putControl(key, control, suspected);
  return true;
}

/** Whether a turn failed for what no page can do: a service did not answer. */
export function isOutage(error: unknown): boolean {
  return error instanceof WinnowError && error.code === 'unavailable';
}

/** For a turn that fails by an outage: nothing that it tried is to blame. */
export async function takeMarkBack({ ports, key, control }: Turn): Promise<void> {
  await ports.hosts.putControl(key, control, control);
}
