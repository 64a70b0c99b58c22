import { wholeMsFrom } from '../../base/whole-ms.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { duePositionIn } from '../frontier/due-position.ts';

/**
 * Makes a ticketed host due again at `from` (epoch ms) or later, without a turn. Writes control first, then the due entry,
 * then deletes the entry at `ticketExpires`. In another order the new entry could fire while control still says ticketed,
 * and be dropped as out of date. Until the last step the entry at `ticketExpires` finds the host.
 * @returns false when the host has another ticket by now, and nothing was done
 */
export async function returnTicket(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  key: HostKey,
  control: HostControl,
  from: number,
): Promise<boolean> {
  const { ticket: _, ticketExpires, ...rest } = control;
  const at = unusedTime(control, from, ports.clock.now());
  if (!(await ports.hosts.putControl(key, control, { ...rest, state: 'due', dueAt: at }))) return false;
  await ports.due.put(key.job, { at, host: key.host, wake: false, ...duePositionIn(control) });
  if (ticketExpires !== undefined && ticketExpires !== at) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
  return true;
}

/** Clocks of workers and dispatchers differ by less than this, ms. */
const clocksDifferMs = 60_000;

/**
 * `at` in whole milliseconds, or just after the entry that the host had when it got its ticket: a dispatcher that finds
 * that entry while the ticket is out may delete it at any later time. The entry may also lie ahead, when a message woke
 * the host, and a dispatcher with a fast clock finds it too early. An entry far ahead was found by nobody, and its time
 * may be used again.
 * @param now epoch ms
 */
export function unusedTime({ dueAt }: Pick<HostControl, 'dueAt'>, at: number, now: number): number {
  const wholeAt = wholeMsFrom(at);
  if (dueAt === undefined || wholeAt > dueAt || dueAt > now + clocksDifferMs) return wholeAt;
  return wholeMsFrom(dueAt + 1);
}
