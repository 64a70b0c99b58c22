import { wholeMsFrom } from '../../domain/base/whole-ms.ts';
import { type HostLimits, isKnown } from '../../domain/domains/ledger.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { wake, wakeWaiting } from '../domains/domain-ledger.ts';
import type { Waits } from '../domains/join-domain.ts';
import { duePositionIn } from '../frontier/due-bands.ts';

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

/**
 * Makes a ticketed host idle until its registered domain has a try for it; the host is on the domain's waiting list
 * already. A try that came before this write may have found the host at work, or gone to another delivery of its ticket:
 * so the ledger is counted as changed, and whoever was about to give the host a try has to read again, and sees the host
 * waiting. Until the last step the entry at `ticketExpires` makes the host ask again.
 * @returns false when the host has another ticket by now, and nothing was done
 */
export async function waitForTry(
  ports: Pick<Ports, 'hosts' | 'due' | 'domains' | 'clock'>,
  key: HostKey,
  control: HostControl,
  { waits, revision: asked, limits }: Waits & { readonly limits: HostLimits },
): Promise<boolean> {
  const { ticket: _, ticketExpires, dueAt: _d, ...rest } = control;
  if (!(await ports.hosts.putControl(key, control, { ...rest, state: 'idle', waits }))) return false;
  const domain = { job: key.job, domain: waits.domain };
  const { ledger, revision } = await ports.domains.touchLedger(domain);
  if (ledger !== undefined && isKnown(ledger, key.host)) await wake(ports, key.job, key.host);
  const mayHaveTries = ledger !== undefined && ledger.credit + ledger.spare > 0;
  if (mayHaveTries && revision !== asked + 1) await wakeWaiting(ports, domain, limits);
  if (ticketExpires !== undefined) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
  return true;
}
