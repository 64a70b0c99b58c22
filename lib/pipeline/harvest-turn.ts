import { gateKey } from '../domain/gate-key.ts';
import { type HostBody, openBody } from '../domain/host/body.ts';
import type { Outbox } from '../domain/outbox.ts';
import type { HostControl, HostKey, StoredBody } from '../ports/hosts.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { Ticket } from '../ports/tickets.ts';
import { publish } from './publish.ts';
import { putBack } from './put-back.ts';
import { rollForward } from './roll-forward.ts';
import { runTurn } from './run-turn.ts';
import { settingsOf } from './settings-cache.ts';
import { knownGapMs, storedRobots } from './stored-robots.ts';
import type { BodyCache, Delivery, TurnOptions } from './turn.ts';
import { emptyReport, type TurnReport } from './turn-report.ts';

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
  const [control, job] = await Promise.all([ports.hosts.control(key), ports.jobs.job(ticket.job)]);
  if (control?.state !== 'ticketed' || control.ticket !== ticket.id || !job)
    return emptyReport(ticket, 'not-mine');
  if (job.state === 'paused') return await returned(ports, control, ticket, ports.clock.now(), options);
  const stored = await ports.hosts.body(key);
  if (stored && stored.turn > ticket.turn) return emptyReport(ticket, 'not-mine');
  const body = openStored(job, key, stored, options.bodies);
  const settings = await settingsOf(ports.jobs, ticket.job, ticket.config);
  const outbox = body.outbox as Outbox | undefined;
  const publishing = { ports, key, turn: body.turn, settings, contents: new Map() };
  if (outbox && stored?.turn === ticket.turn) {
    await rollForward(publishing, control, body, outbox, options.timing.ticketMs);
    return emptyReport(ticket, 'rolled-forward');
  }
  if (outbox && body.turn > control.published) await publish(publishing, outbox);

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
  const robots = await storedRobots(ports, ticket.host);
  const gapMs = knownGapMs(settings, robots);
  const owner = ports.entropy.id();
  const claim = await ports.gates.claim(gateKey(ticket.host), {
    owner,
    ticket: ticket.id,
    now: clock.now(),
    leaseMs: timing.leaseMs,
    gapMs,
  });
  if (!claim.granted) {
    const { gate } = claim;
    if (gate.ticket === ticket.id && gate.leaseUntil > clock.now()) return emptyReport(ticket, 'busy');
    return await returned(ports, control, ticket, gate.notBefore, options);
  }
  const limits = {
    timing,
    ticket: ticket.id,
    startBefore,
    endBefore: Math.min(claimedAt + timing.leaseMs, startBefore + timing.requestMs),
  };
  return await runTurn(
    {
      ports,
      key,
      job,
      ticket,
      control,
      settings,
      body,
      wasTurn: stored?.turn ?? 0,
      gateOwner: owner,
      gapMs,
      robots,
      limits,
    },
    { careful: needsCare(control, delivery), ...options },
  );
}

/** Whether a worker may have died of this host: with care, a turn has one page, whose try is written down first. */
function needsCare(control: HostControl, { receives }: Delivery): boolean {
  return control.attempts > 0 || receives > 1 || control.suspect !== undefined;
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
  if (await putBack(ports, { job, host }, control, at)) unused.add(ticket, pages);
  return emptyReport(ticket, 'put-back');
}
