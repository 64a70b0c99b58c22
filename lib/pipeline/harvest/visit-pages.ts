import { countsAsPage } from '../../base/links/url-role.ts';
import { allowance, hostTotals, putBack, take } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { PutOff } from '../politeness/host-session.ts';
import { spentBy } from '../turn/domain-membership.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { PageReading, SettledVisit, TurnPart } from '../turn/part.ts';
import { tryWithCare } from '../turn/try-with-care.ts';
import type { Turn, VisitSeen } from '../turn/turn.ts';
import type { TurnOptions } from '../turn/turn-options.ts';
import type { Visited } from '../turn/visited.ts';
import { settleVisit } from '../visit/settle-visit.ts';
import { visit } from '../visit/visit.ts';
import { redirectChain } from './redirect-chain.ts';

/** If a careful visit of a page began this often without an end, the page is taken to kill its worker. */
const maxSuspicions = 4;

/**
 * Visits the best URLs of a host, one after the other, until the turn has used up its pages or its time. What is no page is bounded by the
 * same number.
 */
export async function visitPages(turn: Turn, wanted: number, options: TurnOptions): Promise<void> {
  const { ports, body, session, harvest, parts } = turn;
  const { budgets } = settingsFor(turn.settings, turn.key.host);
  const allowed = () => allowance(body, budgets, spentBy(turn.membership, turn.harvest));
  const mayGoOn = (): boolean => harvest.visits.length < wanted && harvest.beside < wanted;
  const chain = redirectChain(turn);
  const began = ports.clock.monotonic();
  const preparing = parts.filter(({ beforeChoice }) => beforeChoice !== undefined);
  while (mayGoOn() && !options.signal?.aborted && !isOutboxFull(harvest)) {
    // A suspected host waits until this turn ends, and needs time for its own turn.
    const done = harvest.visits.length + harvest.beside;
    if (done > 0 && options.suspects.isAwaited()) break;
    if (done > 0 && options.pace.isTooDear((ports.clock.monotonic() - began) / done)) break;
    for (const part of preparing) await part.beforeChoice?.();
    const work = chain.next(allowed) ?? take(body, ports.clock.now(), allowed());
    if (!work) break;
    chain.asked(work);
    const begunAt = ports.clock.now();
    const wasParked = session.isParked();
    const visited = await options.lists.around('visit', work, () => visitOne(turn, work));
    if (visited.kind === 'put-off') {
      putBack(body, work);
      for (const part of parts) part.putOff?.(work);
      harvest.putOffUntil = visited.until;
      break;
    }
    if (wasParked && session.isParked() && session.hostFailure()) {
      // The host was failing before: the page is not to blame.
      putBack(body, work);
      break;
    }
    const settled = settleVisit(turn, work, visited, begunAt);
    options.onVisit?.(seenOf(turn, settled));
    const isLast = countsAsPage(work) && (await isStoppedBy(parts, settled));
    if (isLast || session.hostFailure() || turn.room.isFull()) break;
    chain.ended(visited.outcome);
  }
}

async function visitOne(turn: Turn, work: Work): Promise<Visited | PutOff> {
  if (turn.careful && !(await tryWithCare(turn, work.url, maxSuspicions))) {
    return workerKilled(turn.ports.clock.now());
  }
  const readings = new Set<PageReading>();
  for (const part of turn.parts) for (const reading of part.reads?.(work) ?? []) readings.add(reading);
  return await visit(turn, work, readings);
}

/** Calls every part, even after one of them has stopped the turn. */
export async function isStoppedBy(parts: readonly TurnPart[], visit: SettledVisit): Promise<boolean> {
  let isStopped = false;
  for (const part of parts) {
    if ((await part.visited?.(visit)) === 'stop') isStopped = true;
  }
  return isStopped;
}

function seenOf({ key, ticket, body, harvest }: Turn, { report }: SettledVisit): VisitSeen {
  const { bytes, outcome } = report;
  const isFailed = outcome.kind === 'failed';
  return {
    ...key,
    isFailed,
    bytes,
    ticket: ticket.id,
    totals: () => ({ ...hostTotals(body), taken: harvest.taken }),
  };
}

function workerKilled(at: number): Visited {
  const detail = `${maxSuspicions} workers died while they visited it`;
  const outcome = { kind: 'failed', reason: 'worker-killed', detail } as const;
  return { kind: 'visited', outcome, at, seen: {}, bytes: 0 };
}
