import type { HostControl, HostKey } from '../ports/hosts.ts';
import type { Ports } from '../ports/ports.ts';

/**
 * Makes a ticketed host due again, at `at` (epoch ms), without having had its turn. The due entry comes first, so
 * that a crash in between leaves a stale entry and not a forgotten host.
 */
export async function putBack(
  ports: Pick<Ports, 'hosts' | 'due'>,
  key: HostKey,
  control: HostControl,
  at: number,
): Promise<void> {
  await ports.due.put(key.job, { at, host: key.host, wake: false });
  const { ticket: _, ticketExpires, ...rest } = control;
  const back: HostControl = { ...rest, state: 'due', dueAt: at };
  if (
    (await ports.hosts.putControl(key, control, back)) &&
    ticketExpires !== undefined &&
    ticketExpires !== at
  ) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
}
