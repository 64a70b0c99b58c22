import type { HostControl, HostKey } from '../ports/hosts.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Makes a ticketed host due again, at `at` (epoch ms), without having had its turn. Control first, then the due
 * entry, then the entry at `ticketExpires` goes: put the other way round, the new entry could fire while control still
 * says ticketed, and be dropped as stale. Until the last step the entry at `ticketExpires` finds the host.
 * @returns false when the ticket was not this host's any more, and nothing was done
 */
export async function putBack(
  ports: Pick<Ports, 'hosts' | 'due'>,
  key: HostKey,
  control: HostControl,
  at: number,
): Promise<boolean> {
  const { ticket: _, ticketExpires, ...rest } = control;
  if (!(await ports.hosts.putControl(key, control, { ...rest, state: 'due', dueAt: at }))) return false;
  await ports.due.put(key.job, { at, host: key.host, wake: false });
  if (ticketExpires !== undefined && ticketExpires !== at) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
  return true;
}
