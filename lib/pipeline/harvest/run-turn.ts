import { isNobodysFault } from '../../base/error.ts';
import { prepare } from '../../domain/frontier/body.ts';
import { noteFailures } from '../../domain/politeness/host-failures.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { releaseGates } from '../politeness/gate-lease.ts';
import { openPageRoom, type TurnRoom } from '../turn/page-room.ts';
import type { SettledVisit, TurnPart, VisitPreparation } from '../turn/part.ts';
import { clearSuspect } from '../turn/try-with-care.ts';
import type { ClaimedTurn, Turn } from '../turn/turn.ts';
import type { TurnOptions } from '../turn/turn-options.ts';
import type { TurnReport } from '../turn/turn-report.ts';
import { leaveShares } from '../turn/turn-shares.ts';
import { commitTurn } from './commit-turn.ts';
import { openTurn } from './open-turn.ts';
import { takeInbox } from './take-inbox.ts';
import { isStoppedBy, visitPages } from './visit-pages.ts';

/** Runs a claimed turn, and releases its share of the process's memory and its contents in flight. */
export async function runTurn(claimed: ClaimedTurn, options: TurnOptions): Promise<TurnReport> {
  const joined = (options.room ?? openPageRoom(claimed.ports)).join();
  const room: TurnRoom = {
    ...joined,
    enter(bytes, leftMs) {
      // A large page has its room until the commit. A turn beside that waits for room must not be waited for there.
      leaveShares(options);
      return joined.enter(bytes, leftMs);
    },
  };
  try {
    return await runOpened(openTurn(claimed, room, options), options);
  } finally {
    claimed.inFlight.close();
    room.leave();
  }
}

/** Takes in the inbox, visits pages, opens the gates again, and commits. */
async function runOpened(turn: Turn, options: TurnOptions): Promise<TurnReport> {
  try {
    const { parts } = turn;
    const inbox = await takeInbox(turn);
    const { done, isLeft, visitsNothing } = await prepareVisits(parts);
    const wanted = visitsNothing ? 0 : pagesOf(turn);
    const { ports, key, body } = turn;
    await prepare(body, segmentReader(ports, key), { now: ports.clock.now(), wanted });
    await visitPages(turn, wanted, options);
    options.pace.leave();
    const opensAt = await openGate(turn);
    for (const part of parts) await part.close?.();
    const taken = [...inbox.taken, ...done];
    const ended = { inbox: taken, isLeft: isLeft || taken.length < inbox.items, opensAt };
    return await options.lists.around('commit', turn.ticket, () => commitTurn(turn, ended, options));
  } catch (error) {
    // The gate would open by itself at the end of its lease. To open it now saves the wait.
    await openGate(turn).catch(() => undefined);
    if (isNobodysFault(error)) await clearSuspect(turn).catch(() => undefined);
    throw error;
  }
}

async function prepareVisits(
  parts: readonly TurnPart[],
): Promise<Required<Omit<VisitPreparation, 'settled' | 'stays'>>> {
  const done: string[] = [];
  const settled: SettledVisit[] = [];
  let isLeft = false;
  let visitsNothing = false;
  let stays = false;
  for (const part of parts) {
    const prepared: VisitPreparation | undefined = await part.beforeVisits?.({ stays });
    done.push(...(prepared?.done ?? []));
    settled.push(...(prepared?.settled ?? []));
    isLeft ||= prepared?.isLeft ?? false;
    visitsNothing ||= prepared?.visitsNothing ?? false;
    stays ||= prepared?.stays ?? false;
  }
  for (const visit of settled) if (await isStoppedBy(parts, visit)) visitsNothing = true;
  return { done, isLeft, visitsNothing };
}

function pagesOf({ ticket, careful, isAlias }: Turn): number {
  if (isAlias) return 0;
  return careful ? Math.min(ticket.pages, 1) : ticket.pages;
}

/** Opens the gates after the last request. @returns epoch ms from which the host may be asked again */
async function openGate({ ports, body, gateLease, session, isAlias }: Turn): Promise<number> {
  const { pause, backoffs } = session.leave().state;
  noteFailures(body, pause === undefined ? 0 : backoffs);
  const opensAt = await releaseGates(ports, gateLease, session);
  // URLs that move to another host need not wait until this host answers again.
  return isAlias ? ports.clock.now() : opensAt;
}
