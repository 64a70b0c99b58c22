import type { Outbox } from '../../domain/collection/outbox.ts';
import { longestBarrenMs } from '../../domain/domains/domain-credit.ts';
import { type HostBody, nextDue } from '../../domain/frontier/body.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import { crowdedOf } from '../../domain/politeness/host-politeness.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { duePositionIn } from '../../pipeline/frontier/due-position.ts';
import { orderOf } from '../../pipeline/frontier/order-of.ts';
import { storedRobots } from '../../pipeline/robots/stored-robots.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { RobotsEntry } from '../../ports/web.ts';
import { skewMs } from './check-job.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { changeControl } from './mend-host.ts';

const dayMs = 86_400_000;
/** No answer, back-off or lease shuts a gate for longer: the largest value that `politeness` can have, and a day. */
const longestShutMs = 32 * dayMs;
/** A robots.txt is kept for a day at most (RFC 9309 §2.4); one out of reach is asked for within twice the longest back-off. */
const longestKeptMs = dayMs;
const longestOutageMs = 2 * 31 * dayMs;
/** A ticket is valid for less. */
const longestTicketMs = dayMs;

/** Checks that a host does not wait far too long. */
export async function checkTimes(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody | undefined,
): Promise<{ readonly found: readonly Suspicion[]; readonly isDueLate: boolean }> {
  const opensAt: number[] = [];
  const found = [...(await checkGates(inspection, key, opensAt)), ...(await checkRobots(inspection, key))];
  const late = lateness(inspection, key, control, body, Math.max(0, ...opensAt));
  return { found: late === undefined ? found : [...found, late], isDueLate: late !== undefined };
}

async function checkGates(
  { ports, settings }: Inspection,
  { host }: HostKey,
  opensAt: number[],
): Promise<readonly Suspicion[]> {
  const found: Suspicion[] = [];
  const latest = ports.clock.now() + longestShutMs;
  const opens = ports.clock.now() + (settings?.politeness.maxBackoffMs ?? dayMs);
  for (const key of gateKeys(host, settings?.politeness ?? { unit: 'host' })) {
    const gate = await ports.gates.gate(key);
    if (gate === undefined) continue;
    const isShut = !(gate.notBefore <= latest);
    opensAt.push(isShut ? opens : gate.notBefore);
    if (!isShut) continue;
    const mend = () => ports.gates.reopen(key, gate, opens);
    found.push({
      code: 'host-late',
      subject: key,
      detail: `its gate is shut until ${when(gate.notBefore)}`,
      mend,
    });
  }
  return found;
}

async function checkRobots({ ports }: Inspection, { host }: HostKey): Promise<readonly Suspicion[]> {
  const now = ports.clock.now();
  const found: Suspicion[] = [];
  for (const [authority, entry] of await storedRobots(ports, host)) {
    const fault = robotsFault(entry, now);
    if (fault === undefined) continue;
    const mend = async () => {
      await ports.robots.putRobots(authority, {
        ...{ fetchedAt: 0, expiresAt: 0, kind: 'unreachable', text: '', status: 0 },
      });
      return true;
    };
    found.push({ code: 'robots-wrong', subject: authority, detail: fault, mend });
  }
  return found;
}

function robotsFault({ kind, fetchedAt, expiresAt, text }: RobotsEntry, now: number): string | undefined {
  if (kind !== 'rules' && kind !== 'allow' && kind !== 'unreachable') return `its kind is ${kind}`;
  if (typeof text !== 'string') return 'it has no text';
  if (kind === 'allow' && text !== '') return 'it allows everything, and has rules';
  // An entry that was fetched in the future is fetched again.
  if (fetchedAt > now) return undefined;
  const longest = kind === 'unreachable' ? longestOutageMs : longestKeptMs;
  return expiresAt <= Math.max(fetchedAt, 0) + longest + skewMs
    ? undefined
    : `it is kept until ${when(expiresAt)}`;
}

function lateness(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody | undefined,
  opensAt: number,
): Suspicion | undefined {
  const { ports, settings } = inspection;
  const now = ports.clock.now();
  if (control.state === 'ticketed') {
    const { ticketExpires = 0 } = control;
    if (ticketExpires <= now + longestTicketMs) return undefined;
    const mend = async () => {
      if (!(await changeControl(inspection, key, control, { ticketExpires: now }))) return false;
      await ports.due.put(key.job, { at: now, host: key.host, wake: false });
      return true;
    };
    return {
      code: 'host-late',
      subject: key.host,
      detail: `its ticket ends at ${when(ticketExpires)}`,
      mend,
    };
  }
  if (control.state !== 'due' || control.dueAt === undefined || settings === undefined) return undefined;
  const ofHost = settingsFor(settings, key.host);
  const { politeness } = ofHost;
  if (body !== undefined) body.order = orderOf(body, ofHost, inspection.job);
  const next = body && ((body.outbox as Outbox | undefined)?.next ?? nextDue(body, now));
  const expected = opensFrom(politeness.window, Math.max(now, next ?? now, opensAt));
  // A host that shares its gate is due some gaps later, and one of a domain that brought nothing days later.
  const tryMs = control.waits?.isBarren ? longestBarrenMs : 0;
  const slack = dayMs + tryMs + politeness.gapMs * (crowdedOf(control) + 1);
  if (control.dueAt <= expected + slack) return undefined;
  const mend = async () => {
    if (!(await changeControl(inspection, key, control, { dueAt: expected }))) return false;
    await ports.due.put(key.job, { at: expected, host: key.host, wake: false, ...duePositionIn(control) });
    return true;
  };
  const detail = `it is due at ${when(control.dueAt)}, and waits for nothing after ${when(expected)}`;
  return { code: 'host-late', subject: key.host, detail, mend };
}

/** A time for people, even if no date can represent it. */
export function when(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : String(at);
}
