import type { Outbox } from '../../domain/collection/outbox.ts';
import { type HostBody, openBody } from '../../domain/frontier/body.ts';
import { worstGapMs } from '../../domain/politeness/gap.ts';
import { jitterOf } from '../../domain/politeness/jitter.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { presentHost } from '../../domain/url/present-name.ts';
import type { HostControl, HostKey, StoredBody } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { mayHaveTurn } from '../dispatch/hosts-on-hold.ts';
import { returnTicket, waitForTry } from '../dispatch/return-ticket.ts';
import { joinDomain } from '../domains/join-domain.ts';
import { comesAgainAt, leaseGates, leaseNoGate } from '../politeness/gate-lease.ts';
import { knownGapMs, storedRobots } from '../robots/stored-robots.ts';
import { openContentsInFlight } from '../turn/contents-in-flight.ts';
import type { BodyCache, Delivery, TurnOptions } from '../turn/turn.ts';
import { emptyReport, type TurnReport } from '../turn/turn-report.ts';
import { announce, rollForward } from './roll-forward.ts';
import { runTurn } from './run-turn.ts';

/**
 * One ticket: recognise it, roll forward what was committed before, claim the gate, run the turn. Returns when
 * the ticket can be acknowledged; throws only when the infrastructure fails, and then the ticket is to be
 * delivered again.
 */
export async function harvestTurn(
  ports: Ports,
  delivery: Delivery,
  options: TurnOptions,
): Promise<TurnReport> {
  const { ticket } = delivery;
  const key: HostKey = { job: ticket.job, host: ticket.host };
  const read = (): Promise<Ticketed> => Promise.all([ports.hosts.control(key), ports.jobs.job(ticket.job)]);
  const ticketed = await read();
  const { requestMs, commitMs } = options.timing;
  const patience = {
    by: options.endBy - requestMs - commitMs,
    waits: () => options.links.leave(),
    tooLate: async () => await missTurn(ports, delivery, await read(), options),
  };
  if (ticketed[0]?.suspect === undefined) {
    return await options.suspects.beside(() => takeTurn(ports, delivery, ticketed, options), patience);
  }
  // A page that kills takes the worker from all that are at work beside it: two suspects would accuse each other.
  return await options.suspects.alone(async () => takeTurn(ports, delivery, await read(), options), patience);
}

/** The host that a ticket names, and its job. */
type Ticketed = readonly [HostControl | undefined, Job | undefined];

/** Others were at work for so long that no time is left for this turn. */
async function missTurn(
  ports: Ports,
  { ticket }: Delivery,
  [control]: Ticketed,
  options: TurnOptions,
): Promise<TurnReport> {
  if (control?.state !== 'ticketed' || control.ticket !== ticket.id) return emptyReport(ticket, 'not-mine');
  return await returned(ports, control, ticket, ports.clock.now(), options);
}

async function takeTurn(
  ports: Ports,
  delivery: Delivery,
  [received, job]: Ticketed,
  options: TurnOptions,
): Promise<TurnReport> {
  const { ticket } = delivery;
  const key: HostKey = { job: ticket.job, host: ticket.host };
  if (received?.state !== 'ticketed' || received.ticket !== ticket.id || !job)
    return emptyReport(ticket, 'not-mine');
  if (!mayHaveTurn(job, ticket)) return await returned(ports, received, ticket, ports.clock.now(), options);
  const stored = await ports.hosts.body(key);
  if (stored && stored.turn > ticket.turn) return emptyReport(ticket, 'not-mine');
  const body = openStored(job, key, stored, options.bodies);
  const settings = settingsFor(await settingsOf(ports.jobs, ticket.job, ticket.config), ticket.host);
  const outbox = body.outbox as Outbox | undefined;
  const publishing = { ports, key, turn: body.turn, settings, contents: new Map() };
  if (outbox && stored?.turn === ticket.turn) {
    await rollForward(publishing, received, body, outbox, options.timing.ticketMs);
    return emptyReport(ticket, 'rolled-forward');
  }
  const late = body.turn > received.published ? outbox : undefined;
  if (late) await announce(publishing, late);
  const { budgets } = settingsFor(settings, ticket.host);
  const membership = await joinDomain(ports, key, late ? standingAfter(received, late) : received, {
    isNew: body.turn === 0,
    budgets,
  });
  if (membership === 'lost') return emptyReport(ticket, 'not-mine');
  if (membership !== undefined && 'waits' in membership) {
    if (await waitForTry(ports, key, received, membership, budgets)) options.unused.add(ticket, ticket.pages);
    return emptyReport(ticket, 'waits');
  }
  const control = membership?.control ?? received;

  const { timing } = options;
  const { clock } = ports;
  const claimedAt = clock.monotonic();
  // A turn that could not finish in what is left of this worker's time is not begun.
  const startBefore = Math.min(
    claimedAt + Math.min(timing.turnMs, settings.turn.maxMs),
    options.endBy - timing.requestMs - timing.commitMs,
  );
  if (startBefore < claimedAt || options.signal?.aborted) {
    return await returned(ports, control, ticket, clock.now(), options);
  }
  // A turn without pages asks nobody for anything, nor does one of a host that goes by another's name.
  const asksNobody = ticket.pages === 0 || presentHost(settings, ticket.host) !== ticket.host;
  const opens = asksNobody ? 0 : opensFrom(settings.politeness.window, clock.now());
  if (opens > clock.now()) return await returned(ports, control, ticket, opens, options);
  const robots = await storedRobots(ports, ticket.host);
  const gapMs = knownGapMs(settings, robots);
  const claimed = asksNobody
    ? { gateLease: await leaseNoGate(ports, ticket.host) }
    : await leaseGates(ports, ticket.host, settings, {
        ...{ ticket: ticket.id, leaseMs: timing.leaseMs },
        gapMs: worstGapMs(settings.politeness, gapMs, Math.min(settings.fetch.timeoutMs, timing.requestMs)),
      });
  if ('closed' in claimed) {
    const gate = claimed.closed;
    if (gate.ticket === ticket.id && gate.leaseUntil > clock.now()) return emptyReport(ticket, 'busy');
    if (!claimed.isShared) return await returned(ports, control, ticket, gate.notBefore, options);
    const { crowded = 0 } = control;
    const at = comesAgainAt(gate, gapMs, crowded, jitterOf(ticket.host, clock.now()));
    return await returned(ports, { ...control, crowded: crowded + 1 }, ticket, at, options);
  }
  const limits = {
    timing,
    ticket: ticket.id,
    leased: claimed.gateLease.keys,
    startBefore,
    endBefore: Math.min(claimedAt + timing.leaseMs, startBefore + timing.requestMs),
  };
  const withCare = turnsWithCare(control, delivery, settings);
  // A turn that visits nothing is none of those that are to be taken with care.
  const careful = asksNobody && withCare > 0 ? withCare + 1 : withCare;
  return await runTurn(
    {
      ports,
      key,
      job,
      ticket,
      control: careful === 0 ? control : { ...control, careful },
      settings,
      body,
      wasTurn: stored?.turn ?? 0,
      gateLease: claimed.gateLease,
      gapMs,
      robots,
      limits,
      inFlight: openContentsInFlight(ports.records, key.job),
      ...(membership === undefined ? {} : { membership }),
    },
    { ...options, careful: careful > 0 },
  );
}

/** A host's control with what a turn came to whose worker died before it could write that down. */
function standingAfter(control: HostControl, { domain }: Outbox): HostControl {
  const { standing: _, ...rest } = control;
  return domain?.standing === undefined ? rest : { ...rest, standing: domain.standing };
}

/**
 * Turns to be taken with care, this one included: one page each, whose try is written down first. When a worker may
 * have died of this host, as many as its turn had pages: the one that killed it is among them.
 */
function turnsWithCare(control: HostControl, { receives }: Delivery, { turn }: JobSettings): number {
  if (control.attempts > 0 || receives > 1 || control.suspect !== undefined) return turn.maxPages;
  return control.careful ?? 0;
}

function openStored(job: Job, key: HostKey, stored: StoredBody | undefined, bodies?: BodyCache): HostBody {
  const name = `${key.job} ${key.host}`;
  const cached = bodies?.get(name);
  // A turn works on the value in place: should it die half-way, what is cached must not be taken for the stored one.
  bodies?.delete(name);
  if (cached && cached.turn === stored?.turn) return cached;
  return openBody(stored?.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
}

/** The host is due again at `at` without having had its turn, and its pages are there for another. */
async function returned(
  ports: Ports,
  control: HostControl,
  ticket: Ticket,
  at: number,
  { unused }: TurnOptions,
): Promise<TurnReport> {
  const { job, host, pages } = ticket;
  if (await returnTicket(ports, { job, host }, control, at)) unused.add(ticket, pages);
  return emptyReport(ticket, 'put-back');
}
