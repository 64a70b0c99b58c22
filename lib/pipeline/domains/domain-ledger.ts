import { WinnowError } from '../../domain/base/error.ts';
import { type Applicant, emptyLedger, type HostLimits, type Ledger } from '../../domain/domains/ledger.ts';
import { decodeRank } from '../../domain/focus/link-rank.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { DomainKey, WaitingHost } from '../../ports/domains.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** How often a lost race for a ledger is run again: as many hosts of a domain may be at work side by side. */
const attempts = 50;
/** A host that was woken and has not had its turn is woken again after this, ms: longer than a ticket takes to come. */
const wakeAgainMs = 120_000;

/**
 * Changes the ledger of a registered domain; `change` may run several times, and undefined leaves it as it is.
 * @returns what it came to, or undefined when it was left as it is
 * @throws WinnowError `unavailable` when others change it all the time
 */
export async function changeLedger(
  ports: Pick<Ports, 'domains'>,
  key: DomainKey,
  limits: HostLimits,
  change: (ledger: Ledger, revision: number) => Ledger | undefined | Promise<Ledger | undefined>,
): Promise<Ledger | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { revision, ledger = emptyLedger(limits) } = await ports.domains.domain(key);
    const next = await change(ledger, revision);
    if (next === undefined || next === ledger) return undefined;
    if (await ports.domains.putLedger(key, revision, next)) return next;
  }
  throw new WinnowError('unavailable', `the ledger of ${key.domain} is changed by others all the time`);
}

/**
 * Wakes as many of the hosts that wait as there are tries for them, the first ones first. Each takes its try at its own
 * turn, or goes on waiting. Those of the list that do not wait any more are taken off it. A host at work may be about to
 * wait, or may have been given its try and died before it left the list: it is woken, and no try is set aside for it.
 */
export async function wakeWaiting(
  ports: Pick<Ports, 'domains' | 'hosts' | 'due' | 'clock'>,
  key: DomainKey,
  { hostsPerDomain = Number.POSITIVE_INFINITY }: Pick<HostLimits, 'hostsPerDomain'>,
): Promise<void> {
  const { ledger } = await ports.domains.domain(key);
  if (ledger === undefined || ledger.hosts >= hostsPerDomain) return;
  let { credit, spare } = ledger;
  const woken = new Set<string>();
  // A host may stand there twice, when it waits again since.
  const passed = new Set<string>();
  for (let looked = -1; credit + spare > 0 && looked < passed.size; ) {
    looked = passed.size;
    const stale: WaitingHost[] = [];
    for (const waiting of await ports.domains.waiting(key, credit + spare + looked)) {
      const name = `${waiting.place} ${waiting.host}`;
      if (passed.has(name)) continue;
      passed.add(name);
      if (woken.has(waiting.host)) continue;
      const control = await ports.hosts.control({ job: key.job, host: waiting.host });
      const isAtWork = control?.state === 'ticketed';
      if (control === undefined || (!isAtWork && control.waits?.place !== waiting.place)) {
        stale.push(waiting);
        continue;
      }
      if (!isAtWork) {
        if (!isUnproven(waiting.place) && credit > 0) credit -= 1;
        else if (spare > 0) spare -= 1;
        else return await ports.domains.unwait(key, stale);
      }
      woken.add(waiting.host);
      await wakeWaiter(ports, { job: key.job, host: waiting.host }, control);
    }
    if (stale.length > 0) await ports.domains.unwait(key, stale);
  }
}

/** Better claims first, then better ranks, then who came first. */
export function placeOf(claim: Applicant['claim'], rank: number, now: number): string {
  // By relevance a rank has two digits more than there is room for.
  const rough = decodeRank(rank) === undefined ? rank : rank / 101;
  const place = Math.min(9_999, Math.max(0, Math.floor(rough)));
  return `${claim === 'unproven' ? 1 : 0}-${String(place).padStart(4, '0')}-${String(now).padStart(14, '0')}`;
}

export function isUnproven(place: string): boolean {
  return place.startsWith('1');
}

/**
 * Many trials may end before the hosts that come first on the list have had their turns, and each would wake them anew.
 * So it is noted that one was woken, after its entry was put, and holds until it goes to sleep again.
 */
async function wakeWaiter(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  key: HostKey,
  control: HostControl,
): Promise<void> {
  const { state, waits } = control;
  const now = ports.clock.now();
  if (waits?.wokenAt !== undefined && now - waits.wokenAt < wakeAgainMs) return;
  await wake(ports, key.job, key.host);
  if (state !== 'idle' || waits === undefined) return;
  await ports.hosts.putControl(key, control, { ...control, waits: { ...waits, wokenAt: now } });
}

export async function wake(ports: Pick<Ports, 'due' | 'clock'>, job: string, host: HostName): Promise<void> {
  await ports.due.put(job, { at: ports.clock.now(), host, wake: true });
}
