import { defined } from '../../base/defined.ts';
import { presentHost } from '../../base/url/present-name.ts';
import { worstGapMs } from '../../domain/politeness/gap.ts';
import { crowdedOf, crowdedOnceMore } from '../../domain/politeness/host-politeness.ts';
import { jitterOf } from '../../domain/politeness/jitter.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Gate } from '../../ports/gates.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { returnTicket } from '../dispatch/return-ticket.ts';
import { comesAgainAt, type GateLease, leaseGates, leaseNoGate } from '../politeness/gate-lease.ts';
import { knownGapMs, storedRobots } from '../robots/stored-robots.ts';
import { openContentsInFlight } from '../turn/contents-in-flight.ts';
import type { ClaimedTurn, Delivery } from '../turn/turn.ts';
import type { TurnOptions } from '../turn/turn-options.ts';
import { emptyReport, type TurnReport } from '../turn/turn-report.ts';

/** A worker's attempt at the turn of a ticket. */
export interface Attempt {
  readonly ports: Ports;
  readonly delivery: Delivery;
  readonly options: TurnOptions;
}

/** A host whose ticket this worker holds, before its gates are claimed. */
export type TicketedHost = Pick<
  ClaimedTurn,
  'key' | 'job' | 'control' | 'settings' | 'body' | 'wasTurn' | 'membership'
>;

/** A turn that may begin, or the report of a ticket that ended without one. */
type Claim =
  | { readonly kind: 'claimed'; readonly turn: ClaimedTurn }
  | { readonly kind: 'ended'; readonly report: TurnReport };

/** Claims the gates of a host for a turn, if the worker has time for the turn and the host may be asked now. */
export async function claimTurn(attempt: Attempt, host: TicketedHost): Promise<Claim> {
  const { ports, delivery, options } = attempt;
  const { ticket } = delivery;
  const { key, settings, control } = host;
  const { timing } = options;
  const { clock } = ports;
  const comesBack = async (at: number, as = control): Promise<Claim> => ({
    kind: 'ended',
    report: await returned(attempt, as, at),
  });
  const claimedAt = clock.monotonic();
  // A turn that could not end within this worker's time does not begin.
  const startBefore = Math.min(
    claimedAt + Math.min(timing.turnMs, settings.turn.maxMs),
    options.endBy - timing.requestMs - timing.commitMs,
  );
  if (startBefore < claimedAt || options.signal?.aborted) return await comesBack(clock.now());
  const isAlias = presentHost(settings, key.host) !== key.host;
  // Neither a turn without pages nor a turn of an alias asks its host for anything.
  const asksNobody = ticket.pages === 0 || isAlias;
  const opens = asksNobody ? 0 : opensFrom(settings.politeness.window, clock.now());
  if (opens > clock.now()) return await comesBack(opens);
  const robots = await storedRobots(ports, key.host);
  const gapMs = knownGapMs(ports, settings, robots);
  const lease = asksNobody
    ? { gateLease: await leaseNoGate(ports, key.host) }
    : await leaseGates(ports, key.host, settings, {
        ...{ ticket: ticket.id, leaseMs: timing.leaseMs },
        gapMs: worstGapMs(settings.politeness, gapMs, Math.min(settings.fetch.timeoutMs, timing.requestMs)),
      });
  if ('closed' in lease) {
    const gate = lease.closed;
    if (gate.ticket === ticket.id && gate.leaseUntil > clock.now())
      return { kind: 'ended', report: emptyReport(ticket, 'busy') };
    if (!lease.isShared) return await comesBack(opensAt(gate, clock.now()));
    const at = comesAgainAt(gate, gapMs, crowdedOf(control), jitterOf(key.host, clock.now()));
    return await comesBack(at, { ...control, ...crowdedOnceMore(control) });
  }
  const endBefore = Math.min(claimedAt + timing.leaseMs, startBefore + timing.requestMs);
  const turn = turnOf(attempt, host, { gateLease: lease.gateLease, startBefore, endBefore, asksNobody });
  return { kind: 'claimed', turn: { ...turn, isAlias, gapMs, storedRobots: robots } };
}

/** How soon a host comes back that another job's turn is asking just now, ms: such a turn seldom takes as long as its lease. */
const lookAgainMs = 15_000;

/** When a gate may be open: while it is leased, its time is that of a worker that died. */
function opensAt({ notBefore, leaseUntil, owner }: Gate, now: number): number {
  const isAtWork = owner !== undefined && leaseUntil > now;
  return isAtWork ? Math.min(notBefore, now + lookAgainMs) : notBefore;
}

interface Leased {
  readonly gateLease: GateLease;
  /** Monotonic ms after which no request starts. */
  readonly startBefore: number;
  /** Monotonic ms by which every request has ended. */
  readonly endBefore: number;
  readonly asksNobody: boolean;
}

function turnOf(
  { ports, delivery, options }: Attempt,
  host: TicketedHost,
  { gateLease, startBefore, endBefore, asksNobody }: Leased,
): Omit<ClaimedTurn, 'isAlias' | 'gapMs' | 'storedRobots'> {
  const { ticket } = delivery;
  const { timing } = options;
  const { control, settings, key } = host;
  const withCare = turnsWithCare(control, delivery, settings);
  // A turn that visits nothing does not count as one of the careful turns.
  const careful = asksNobody && withCare > 0 ? withCare + 1 : withCare;
  return {
    ...host,
    ...{ ports, ticket, gateLease, careful: careful > 0 },
    control: careful === 0 ? control : { ...control, care: { ...control.care, turns: careful } },
    limits: { timing, ticket: ticket.id, leased: gateLease.keys, startBefore, endBefore },
    inFlight: openContentsInFlight(ports.records, key.job),
    ...defined({ permit: options.permit }),
  };
}

/**
 * The number of careful turns left, this one included. A careful turn tries one page, and writes that down first. If a
 * worker may have died of this host, there are as many careful turns as the turn had pages: the page that killed the
 * worker is among them.
 */
function turnsWithCare(control: HostControl, { receives }: Delivery, { turn }: JobSettings): number {
  if (control.attempts > 0 || receives > 1 || control.care?.suspect !== undefined) return turn.maxPages;
  return control.care?.turns ?? 0;
}

/** Makes the host due again at `at` without a turn; the pages of its ticket are free for another host. */
export async function returned(
  { ports, delivery: { ticket }, options: { unused } }: Attempt,
  control: HostControl,
  at: number,
): Promise<TurnReport> {
  const { job, host, pages } = ticket;
  if (await returnTicket(ports, { job, host }, control, at)) unused.add(ticket, pages);
  return emptyReport(ticket, 'put-back');
}
