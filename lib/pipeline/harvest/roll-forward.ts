import type { Outbox, OutboxDomain } from '../../domain/collection/outbox.ts';
import { careAfterTurn } from '../../domain/control/host-care.ts';
import type { HostBody } from '../../domain/frontier/body.ts';
import { bestRank } from '../../domain/frontier/body.ts';
import { hostCounters } from '../../domain/frontier/counters.ts';
import { hostFailures } from '../../domain/politeness/host-failures.ts';
import { politenessAfterTurn } from '../../domain/politeness/host-politeness.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { publish } from '../collection/publish.ts';
import { unusedTime } from '../dispatch/return-ticket.ts';
import { wake, wakeWaiting } from '../domains/domain-ledger.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { deliver, soonMs } from '../frontier/deliver.ts';
import { type DuePosition, duePositionOf } from '../frontier/due-bands.ts';
import type { Publishing } from '../turn/publishing.ts';

const hostsAtOnce = 16;

/** A turn that is committed, and the control as its ticket left it. */
export interface CommittedTurn {
  readonly publishing: Publishing;
  readonly control: HostControl;
  readonly body: HostBody;
  readonly outbox: Outbox;
  /** How long the next ticket is to be valid at least. */
  readonly ticketMs: number;
}

/**
 * Everything that follows from a committed turn. Each step is idempotent and the order is such that a crash after
 * any of them leaves a host that the redelivered ticket, the entry at `ticketExpires` or the next turn finds:
 * publish, control, next due entry, and only then the entry at `ticketExpires` goes (why in this order:
 * docs/decisions/0004-due-after-control.md), unless it is left for the next ticket (0005-standing-entry.md).
 */
export async function rollForward(committed: CommittedTurn): Promise<void> {
  const { publishing, control, body, outbox, ticketMs } = committed;
  const { ports, key } = publishing;
  await announce(publishing, outbox);
  const next = outbox.next === undefined ? undefined : unusedTime(control, outbox.next, ports.clock.now());
  const { ticketExpires } = control;
  const soonest = Math.max(next ?? Number.POSITIVE_INFINITY, ports.clock.now());
  const stands = ticketExpires !== undefined && soonest + ticketMs <= ticketExpires;
  const place = duePositionFor(publishing, body);
  const settled: HostControl = {
    ...afterTurn(committed),
    state: next === undefined ? 'idle' : 'due',
    ...(next === undefined ? {} : { dueAt: next, ...place }),
    ...(stands ? { ticketExpires } : {}),
  };
  if (!(await ports.hosts.putControl(key, control, settled))) return await wakeIfIdle(ports, key);
  if (next !== undefined) await ports.due.put(key.job, { at: next, host: key.host, wake: false, ...place });
  if (next === undefined || next > ports.clock.now() + soonMs) await wakeForInbox(ports, key, outbox);
  if (ticketExpires !== undefined && !stands && ticketExpires !== next) {
    await ports.due.delete(key.job, [{ at: ticketExpires, host: key.host, wake: false }]);
  }
}

/** The control of a host whose turn has ended, but for when it is due; fields of others stay as they are. */
function afterTurn({ publishing, control, body, outbox: { domain, parked } }: CommittedTurn): HostControl {
  const { ticket: _t, ticketExpires: _e, dueAt: _d, band: _b, rank: _r, ...lasting } = control;
  const { care: _c, politeness: _p, waits: _w, standing: _s, ...rest } = lasting;
  return {
    ...rest,
    published: Math.max(control.published, publishing.turn),
    attempts: 0,
    counters: hostCounters(body),
    ...careAfterTurn(control),
    ...politenessAfterTurn(control, hostFailures(body), parked),
    ...(domain?.standing === undefined ? {} : { standing: domain.standing }),
  };
}

/** By the best of what waits. */
function duePositionFor({ settings }: Publishing, body: HostBody): DuePosition {
  return duePositionOf(rankingFor(settings), bestRank(body));
}

/** Publishes a committed turn, and tells its registered domain. Idempotent but for the domain's totals, which may count twice. */
export async function announce(publishing: Publishing, outbox: Outbox): Promise<void> {
  await publish(publishing, outbox);
  if (outbox.domain !== undefined) await tellDomain(publishing, outbox.domain);
}

/** Another delivery of the ticket may have found no try for the host, which has had its turn meanwhile. */
async function wakeIfIdle(ports: Ports, key: HostKey): Promise<void> {
  const control = await ports.hosts.control(key);
  if (control?.state === 'idle' && control.waits !== undefined) await wake(ports, key.job, key.host);
}

/** Before the control says that the turn is over: until then a redelivered ticket does it again. */
async function tellDomain({ ports, key, turn, settings }: Publishing, domain: OutboxDomain): Promise<void> {
  const named = { job: key.job, domain: domain.name };
  // An id has room for no more than so much of a name.
  const id = `vouch-${turn}-${key.host.slice(0, 150)}`;
  await sideBySide(domain.vouches ?? [], hostsAtOnce, (host) =>
    deliver(ports, { job: key.job, host }, { id, message: { candidates: [], proven: true } }),
  );
  if (domain.spent) await ports.domains.count(named, domain.spent);
  if (domain.tries) await wakeWaiting(ports, named, settingsFor(settings, key.host).budgets);
}

/**
 * Whoever delivers puts the message first and looks at the control then; we wrote the control first and look at the
 * inbox now. So one of us sees the other, and no message waits for a host that sleeps.
 */
async function wakeForInbox(ports: Ports, key: HostKey, outbox: Outbox): Promise<void> {
  const left = await ports.hosts.inbox(key, 1);
  if (left.length === 0 || outbox.inbox.includes(left[0]?.id ?? '')) return;
  await ports.due.put(key.job, { at: ports.clock.now(), host: key.host, wake: true });
}
