import { defined } from '../../base/defined.ts';
import type { Outbox, OutboxConversions, OutboxDomain } from '../../domain/collection/outbox.ts';
import { careAfterTurn } from '../../domain/control/host-care.ts';
import { bestRank, type HostBody } from '../../domain/frontier/body.ts';
import { hostCounters } from '../../domain/frontier/counters.ts';
import { hostFailures } from '../../domain/politeness/host-failures.ts';
import { politenessAfterTurn } from '../../domain/politeness/host-politeness.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { publish } from '../collection/publish.ts';
import { unusedTime } from '../dispatch/return-ticket.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { soonMs } from '../frontier/deliver.ts';
import { type DuePosition, duePositionOf } from '../frontier/due-position.ts';
import { addLoads } from '../strategy/job-stages.ts';
import type { DueShare } from '../turn/due-batch.ts';
import type { Publishing } from '../turn/publishing.ts';
import type { OwedStages } from '../turn/stage-loads.ts';

/** A committed turn, with the control as the ticket left it. */
export interface CommittedTurn {
  readonly publishing: Publishing;
  readonly control: HostControl;
  readonly body: HostBody;
  readonly outbox: Outbox;
  /** The least time for which the next ticket is valid. */
  readonly ticketMs: number;
  /** Puts the next due entry together with those of the turns beside; absent: alone. */
  readonly due?: DueShare;
}

/**
 * Does everything that follows from a committed turn. Each step is idempotent. A crash after any step leaves a host that
 * is found again: by the redelivered ticket, by the entry at `ticketExpires`, or by the next turn. The order of the steps:
 * publish, write the control, put the next due entry, delete the entry at `ticketExpires` (why:
 * docs/decisions/0004-due-after-control.md), unless the next ticket needs that entry (0005-standing-entry.md). Staged
 * lines go last: until the control says that the turn is published, another worker may have to publish it from them.
 * @returns whether the control says so: nobody publishes the turn again
 */
export async function rollForward(committed: CommittedTurn): Promise<boolean> {
  const { publishing, control, body, outbox, ticketMs } = committed;
  const { ports, key } = publishing;
  const { due = ports.due } = committed;
  const told = await announce(publishing, outbox);
  const next = outbox.next === undefined ? undefined : unusedTime(control, outbox.next, ports.clock.now());
  const { ticketExpires } = control;
  const soonest = Math.max(next ?? Number.POSITIVE_INFINITY, ports.clock.now());
  const stands = ticketExpires !== undefined && soonest + ticketMs <= ticketExpires;
  const place = duePositionFor(publishing, body);
  const settled: HostControl = {
    ...afterTurn(committed, told),
    state: next === undefined ? 'idle' : 'due',
    ...(next === undefined ? {} : { dueAt: next, ...place }),
    ...(stands ? { ticketExpires } : {}),
  };
  if (!(await ports.hosts.putControl(key, control, settled))) return false;
  if (next === undefined) committed.due?.leave();
  else await due.put(key.job, { at: next, host: key.host, wake: false, ...place });
  if (next === undefined || next > ports.clock.now() + soonMs) await wakeForInbox(ports, key, outbox);
  if (ticketExpires !== undefined && !stands && ticketExpires !== next) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
  if (outbox.staged !== undefined) await ports.staged.delete(key.job, outbox.staged);
  return true;
}

/**
 * The last lines of a host after a committed turn. Where the turn published none, it names those before it: who published these may have
 * died before the control had them.
 * @param told the lines that the turn published
 */
export function lastPublished(
  { told: known }: HostControl,
  outbox: Outbox,
  told: HostControl['told'],
): HostControl['told'] {
  const { turn = 0, object } = outbox.previous ?? {};
  return told ?? (object === undefined ? known : { turn, object });
}

/** The control of a host after its turn, without due time and place. Fields of other parts stay as they are. */
function afterTurn(
  { publishing, control, body, outbox }: CommittedTurn,
  told: HostControl['told'] | undefined,
): HostControl {
  const { domain, parked } = outbox;
  const { ticket: _t, ticketExpires: _e, dueAt: _d, band: _b, rank: _r, ...lasting } = control;
  const { care: _c, politeness: _p, waits: _w, opened: _o, standing: _s, ...rest } = lasting;
  return {
    ...rest,
    published: Math.max(control.published, publishing.turn),
    ...defined({ told: lastPublished(control, outbox, told) }),
    attempts: 0,
    counters: hostCounters(body),
    ...careAfterTurn(control),
    ...politenessAfterTurn(control, hostFailures(body), parked),
    ...defined({ standing: domain?.standing }),
  };
}

/** The place in the due index, by the best waiting URL. */
function duePositionFor({ settings }: Publishing, body: HostBody): DuePosition {
  return duePositionOf(rankingFor(settings), bestRank(body), hostCounters(body).visited);
}

/**
 * Publishes a committed turn and informs its registered domain. Idempotent, except that the domain's totals may count twice.
 * @returns the last lines of the host, if the turn published any
 */
export async function announce(
  publishing: Publishing,
  outbox: Outbox,
): Promise<HostControl['told'] | undefined> {
  const told = await publish(publishing, outbox);
  if (outbox.domain !== undefined) await tellDomain(publishing, outbox.domain, outbox.stages);
  if (outbox.conversions !== undefined) await sendConversions(publishing, outbox.conversions);
  if (outbox.stages !== undefined) await addLoads(publishing.ports, publishing.key.job, outbox.stages);
  return told;
}

/** Done before the control says that the turn is over: until then a redelivered ticket repeats it. */
async function tellDomain(
  { ports, key }: Publishing,
  { name, spent }: OutboxDomain,
  { loads = [] }: Partial<OwedStages> = {},
): Promise<void> {
  if (!spent) return;
  const sums = { loads: 0, relevant: 0 };
  for (const { targets, relevant } of loads) {
    sums.loads += targets;
    sums.relevant += relevant;
  }
  await ports.domains.count({ job: key.job, domain: name }, { ...spent, ...sums });
}

/**
 * Wakes the host if its inbox has messages. A sender puts the message before it reads the control, and this turn wrote the
 * control before it reads the inbox. So at least one of them sees what the other wrote, and no message stays unread.
 */
async function wakeForInbox(ports: Ports, key: HostKey, outbox: Outbox): Promise<void> {
  const left = await ports.hosts.inbox(key, 1);
  if (left.length === 0 || outbox.inbox.includes(left[0]?.id ?? '')) return;
  await ports.due.put(key.job, { at: ports.clock.now(), host: key.host, wake: true });
}

/** Sends what a committed turn asks of the converters, and deletes what it has taken in. Idempotent. */
async function sendConversions({ ports, key }: Publishing, { ask, drop }: OutboxConversions): Promise<void> {
  if (ask.length > 0) await ports.convertQueue.send(ask.map((one) => ({ ...key, ...one })));
  if (drop.length > 0) await ports.conversions.delete(key, drop);
}
