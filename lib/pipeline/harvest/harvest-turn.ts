import { defined } from '../../base/defined.ts';
import type { WinnowError } from '../../base/error.ts';
import { presentHost } from '../../base/url/present-name.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import { holdOn } from '../../domain/control/hold.ts';
import { type HostBody, openBody } from '../../domain/frontier/body.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { asksDomain } from '../../domain/strategy/domain-sums.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import type { HostControl, HostKey, StoredBody } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { joinDomain, openedAs, usingTry } from '../domains/join-domain.ts';
import { duePositionIn } from '../frontier/due-position.ts';
import { noteJob } from '../job/job-failures.ts';
import type { BodyCache, Delivery } from '../turn/turn.ts';
import type { TurnOptions } from '../turn/turn-options.ts';
import { emptyReport, type TurnReport } from '../turn/turn-report.ts';
import { leaveShares } from '../turn/turn-shares.ts';
import { type Attempt, claimTurn, returned } from './claim-turn.ts';
import { announce, lastPublished, rollForward } from './roll-forward.ts';
import { runTurn } from './run-turn.ts';
import { whatLacks } from './what-lacks.ts';

/**
 * Handles one ticket: checks it, rolls forward what was committed before, claims the gates, runs the turn. Returns when
 * the ticket can be acknowledged. Throws only when the infrastructure fails; the ticket then has to be delivered again.
 */
export async function harvestTurn(
  ports: Ports,
  delivery: Delivery,
  options: TurnOptions,
): Promise<TurnReport> {
  const attempt: Attempt = { ports, delivery, options };
  const { job, host } = delivery.ticket;
  const read = (): Promise<Ticketed> =>
    Promise.all([ports.hosts.control({ job, host }), (options.jobs ?? ports.jobs).job(job)]);
  const ticketed = await read();
  const { requestMs, commitMs } = options.timing;
  const patience = {
    by: options.endBy - requestMs - commitMs,
    waits: () => leaveShares(options),
    tooLate: async () => await missTurn(attempt, await read()),
  };
  if (ticketed[0]?.care?.suspect === undefined) {
    return await options.suspects.beside(() => takeTurn(attempt, ticketed), patience);
  }
  // A page that kills its worker also ends the turns beside it. Two suspects at once could not be told apart.
  return await options.suspects.alone(async () => takeTurn(attempt, await read()), patience);
}

/** The control of a ticket's host, and its job. */
type Ticketed = readonly [HostControl | undefined, Job | undefined];

/** Returns the ticket if other turns took so long that no time is left for this turn. */
async function missTurn(attempt: Attempt, [control]: Ticketed): Promise<TurnReport> {
  const { ports, delivery } = attempt;
  const { ticket } = delivery;
  if (control?.state !== 'ticketed' || control.ticket !== ticket.id) return emptyReport(ticket, 'not-mine');
  return await returned(attempt, control, ports.clock.now());
}

async function takeTurn(attempt: Attempt, [received, job]: Ticketed): Promise<TurnReport> {
  const { ports, delivery, options } = attempt;
  const { ticket } = delivery;
  const key: HostKey = { job: ticket.job, host: ticket.host };
  if (received?.state !== 'ticketed' || received.ticket !== ticket.id || !job) {
    if (delivery.receives > 1 && received !== undefined) await confirmDue(ports, ticket, received);
    return emptyReport(ticket, 'not-mine');
  }
  if (!mayHaveTurn(job, ticket)) return await returned(attempt, received, ports.clock.now());
  const stored = await ports.hosts.body(key);
  if (stored && stored.turn > ticket.turn) return emptyReport(ticket, 'not-mine');
  const body = openStored(job, key, stored, options.bodies);
  const settings = settingsFor(await settingsOf(ports.jobs, ticket.job, ticket.config), ticket.host);
  const outbox = body.outbox as Outbox | undefined;
  const { publishers } = options.lists;
  const publishing = { ports, key, turn: body.turn, settings, contents: new Map(), publishers };
  if (outbox && stored?.turn === ticket.turn) {
    const { ticketMs } = options.timing;
    const isOver = await rollForward({ publishing, control: received, body, outbox, ticketMs });
    return {
      ...emptyReport(ticket, 'rolled-forward'),
      ...defined({ stageMark: isOver ? outbox.stages?.mark : undefined }),
    };
  }
  const asksNobody = ticket.pages === 0 || presentHost(settings, key.host) !== key.host;
  const lack = asksNobody ? undefined : await whatLacks(ports, settings, key.host);
  if (lack !== undefined) return await refused(attempt, received, lack);
  if (!asksNobody) await noteJob(ports, 'harvest', job.name, undefined);
  const late = body.turn > received.published ? outbox : undefined;
  const told = late && (await announce(publishing, late));
  const { budgets } = settingsFor(settings, ticket.host);
  const before = late ? controlAfter(received, late, lastPublished(received, late, told)) : received;
  const membership = await joinDomain(ports, key, before, {
    isNew: body.turn === 0,
    ...{ asksNobody, budgets, asksSums: asksDomain(strategyIn(settings)) },
  });
  if (membership === 'lost') return emptyReport(ticket, 'not-mine');
  if (membership !== undefined && 'waits' in membership) {
    const { opened: _, ...rest } = before;
    await returned(attempt, { ...rest, waits: membership.waits }, membership.until);
    return emptyReport(ticket, 'waits');
  }
  return await usingTry(ports, membership ?? {}, async () => {
    const claimed = await claimTurn(attempt, {
      ...{ key, job, settings, body, wasTurn: stored?.turn ?? 0 },
      control: openedAs(before, membership),
      ...defined({ membership }),
    });
    if (claimed.kind !== 'claimed') return claimed.report;
    return await options.lists.around('turn', ticket, () => runTurn(claimed.turn, options));
  });
}

/**
 * Whether a ticket may have its turn: always if it fetches nothing; otherwise in an open or draining job whose host is not
 * on hold.
 */
function mayHaveTurn({ state, holds }: Job, { host, pages }: Pick<Ticket, 'host' | 'pages'>): boolean {
  if (pages === 0) return true;
  if (state !== 'open' && state !== 'draining') return false;
  const hold = holdOn(holds, host);
  return hold === undefined || hold.verb === 'drain';
}

/** The rests of a host between two tries, while something lacks. */
const [firstRestMs, longestRestMs] = [10_000, 3_600_000];

/** Returns the ticket of a host that cannot be asked as things are. Rests grow with the time for which something has lacked. */
async function refused(attempt: Attempt, control: HostControl, lack: WinnowError): Promise<TurnReport> {
  const { ports, delivery } = attempt;
  const { job } = delivery.ticket;
  const now = ports.clock.now();
  const failure = await noteJob(ports, 'harvest', job, { job, work: 'harvest', error: lack });
  const lackedMs = now - (failure?.since ?? now);
  const restMs = Math.min(longestRestMs, Math.max(firstRestMs, lackedMs));
  const { code, message } = lack;
  return { ...(await returned(attempt, control, now + restMs)), lacks: { code, message } };
}

/** Puts the due entry of a turn that is over, in case its worker died before it did. */
async function confirmDue({ due }: Ports, { job, host, turn }: Ticket, control: HostControl): Promise<void> {
  const { state, dueAt } = control;
  if (state !== 'due' || dueAt === undefined || control.turn !== turn) return;
  await due.put(job, { at: dueAt, host, wake: false, ...duePositionIn(control) });
}

/** The control of a host with what a turn decided and published, whose worker died before it wrote that down. */
function controlAfter(control: HostControl, { domain }: Outbox, told: HostControl['told']): HostControl {
  const { standing: _, ...rest } = control;
  return { ...rest, ...defined({ standing: domain?.standing, told }) };
}

function openStored(job: Job, key: HostKey, stored: StoredBody | undefined, bodies?: BodyCache): HostBody {
  const name = `${key.job} ${key.host}`;
  const cached = bodies?.get(name);
  // A turn changes the body in place: if the turn fails half-way, the cached body differs from the stored one.
  bodies?.delete(name);
  if (cached && cached.turn === stored?.turn) return cached;
  return openBody(stored?.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
}
