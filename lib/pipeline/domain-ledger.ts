import { WinnowError } from '../domain/error.ts';
import { type Applicant, emptyLedger, type HostLimits, type Ledger } from '../domain/ledger/ledger.ts';
import type { HostName } from '../domain/url.ts';
import type { DomainKey, WaitingHost } from '../ports/domains.ts';
import type { Ports } from '../ports/ports.ts';

/** How often a lost race for a ledger is run again: as many hosts of a domain may be at work side by side. */
const attempts = 50;

/**
 * Changes the ledger of a registered domain; `change` may run several times, and undefined leaves it as it is.
 * @returns what it came to, or undefined when it was left as it is
 * @throws WinnowError `unavailable` when others change it all the time
 */
export async function changeLedger(
  ports: Pick<Ports, 'domains'>,
  key: DomainKey,
  limits: HostLimits,
  change: (ledger: Ledger, revision: number) => Ledger | undefined,
): Promise<Ledger | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { revision, ledger = emptyLedger(limits) } = await ports.domains.domain(key);
    const next = change(ledger, revision);
    if (next === undefined || next === ledger) return undefined;
    if (await ports.domains.putLedger(key, revision, next)) return next;
  }
  throw new WinnowError('unavailable', `the ledger of ${key.domain} is changed by others all the time`);
}

/**
 * Wakes as many of the hosts that wait as there are tries for them, the first ones first. Each takes its try at its own
 * turn, or goes on waiting. Those of the list that do not wait any more are taken off it.
 */
export async function wakeWaiting(
  ports: Pick<Ports, 'domains' | 'hosts' | 'due' | 'clock'>,
  key: DomainKey,
  { hostsPerDomain = Number.POSITIVE_INFINITY }: Pick<HostLimits, 'hostsPerDomain'>,
): Promise<void> {
  const { ledger } = await ports.domains.domain(key);
  if (ledger === undefined || ledger.hosts >= hostsPerDomain) return;
  let { credit, spare } = ledger;
  for (let stale: WaitingHost[] = []; credit + spare > 0; stale = []) {
    for (const waiting of await ports.domains.waiting(key, credit + spare)) {
      if (await isStale(ports, key, waiting)) {
        stale.push(waiting);
        continue;
      }
      if (!isHearsay(waiting.place) && credit > 0) credit -= 1;
      else if (spare > 0) spare -= 1;
      else break;
      await wake(ports, key.job, waiting.host);
    }
    if (stale.length === 0) return;
    await ports.domains.unwait(key, stale);
  }
}

/** Better claims first, then better ranks, then who came first. */
export function placeOf(claim: Applicant['claim'], rank: number, now: number): string {
  const place = Math.min(9_999, Math.max(0, Math.floor(rank)));
  return `${claim === 'hearsay' ? 1 : 0}-${String(place).padStart(4, '0')}-${String(now).padStart(14, '0')}`;
}

export function isHearsay(place: string): boolean {
  return place.startsWith('1');
}

/** A host at work may be about to wait: it is woken all the same. */
async function isStale(
  ports: Pick<Ports, 'hosts'>,
  { job }: DomainKey,
  { host, place }: WaitingHost,
): Promise<boolean> {
  const control = await ports.hosts.control({ job, host });
  return control === undefined || (control.state !== 'ticketed' && control.waits?.place !== place);
}

export async function wake(ports: Pick<Ports, 'due' | 'clock'>, job: string, host: HostName): Promise<void> {
  await ports.due.put(job, { at: ports.clock.now(), host, wake: true });
}
