import type { DomainKey, StoredDomain } from '../../ports/domains.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';

/** An earlier version woke hosts by a list of those that waited for their domain; more than so many it had nowhere. */
const mostWaiting = 100_000;
const atOnce = 16;

/** Wakes the hosts that an earlier version had wait for a domain: each asks once more, and again by itself from then on. */
export async function adoptWaiting(
  ports: Pick<Ports, 'domains' | 'due' | 'clock'>,
  key: DomainKey,
  { hosts }: Pick<StoredDomain, 'hosts'>,
): Promise<void> {
  const waiting = await ports.domains.waitedBefore(key, mostWaiting);
  const at = ports.clock.now();
  await sideBySide(waiting, atOnce, (host) => ports.due.put(key.job, { at, host, wake: true }));
  await ports.domains.adopt(key, hosts);
}
