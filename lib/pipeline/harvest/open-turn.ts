import { onceKnown } from '../../base/once-known.ts';
import { authorityOf } from '../../base/url/url.ts';
import { setOrder } from '../../domain/frontier/body.ts';
import { allOf } from '../../domain/frontier/order.ts';
import { shareOf } from '../../domain/revisit/freshness-settings.ts';
import type { Fetcher } from '../../ports/web.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { orderOf } from '../frontier/order-of.ts';
import { openHostSession } from '../politeness/host-session.ts';
import { permitOf } from '../politeness/permit.ts';
import { openRobots } from '../robots/robots-rules.ts';
import type { SiteFileAsker } from '../robots/site-file.ts';
import { withStatements } from '../robots/site-statements.ts';
import { keepBeside } from '../turn/keep-beside.ts';
import type { TurnRoom } from '../turn/page-room.ts';
import type { TurnPart } from '../turn/part.ts';
import type { AskedRobots, ClaimedTurn, Turn } from '../turn/turn.ts';
import { openTurnDocuments } from '../turn/turn-documents.ts';
import { emptyHarvest } from '../turn/turn-harvest.ts';
import type { TurnOptions } from '../turn/turn-options.ts';

/** Characters of a random id, which differs between attempts at one turn. */
const attemptDigits = 8;

/** Adds to a claimed turn its session with the host, an empty harvest, and the parts of capabilities. */
export function openTurn(
  claimed: ClaimedTurn,
  room: TurnRoom,
  { lists, signal }: Pick<TurnOptions, 'lists' | 'signal'>,
): Turn {
  const { ports, key, settings, body, job, limits } = claimed;
  body.mergeRanks = rankingFor(settings).merge;
  body.revisitShare = settings.freshness && shareOf(job.revisits, settings.freshness);
  const { startBefore, endBefore, timing } = limits;
  const fetch: Fetcher['fetch'] = (request, signal) =>
    lists.around('request', request, () => ports.fetcher.fetch(request, signal));
  const session = openHostSession(
    { clock: ports.clock, fetcher: { fetch } },
    settings,
    {
      ...{ startBefore, endBefore, timing, gapMs: claimed.gapMs, host: key.host },
      permit: permitOf(settings, job.holds),
      state: claimed.gateLease.state,
      leaseUntil: claimed.gateLease.until,
    },
    signal,
  );
  const robotsAsked = new Map<string, AskedRobots>();
  const parts: TurnPart[] = [];
  const documents = openTurnDocuments(ports.documents, key.job, room);
  const turn: Turn = {
    ...claimed,
    session,
    parts,
    robots: robotsFor({ ...claimed, session, documents }, robotsAsked),
    robotsAsked,
    room,
    suspicion: { isNoted: false },
    cutBefore: body.totals.overBudget?.cut ?? 0,
    documents,
    harvest: emptyHarvest(`${claimed.ticket.turn}-${ports.entropy.id().slice(0, attemptDigits)}`),
  };
  parts.push(...lists.parts.map((open) => open(turn)));
  const held = orderOf(body, settings, job.tail?.anew ? {} : job);
  setOrder(body, allOf([held, ...parts.flatMap(({ order }) => order ?? [])]));
  return turn;
}

/** The rules for a URL. If a robots.txt is unreachable, the host rests until the file may be asked for again. */
function robotsFor(
  turn: ClaimedTurn & Pick<Turn, 'session' | 'documents'>,
  asked: Map<string, AskedRobots>,
): Turn['robots'] {
  const { ports, settings, limits, session, storedRobots } = turn;
  const keep: SiteFileAsker['keep'] = (url, result) =>
    keepBeside(turn, { url, result, at: ports.clock.now() }, Number.POSITIVE_INFINITY);
  const asker = { ports, settings, session, limits, keep };
  const rulesOf = openRobots(asker, storedRobots);
  return withStatements(asker, (url) =>
    onceKnown(rulesOf(url), (answer) => {
      if (answer.kind === 'unreachable') session.robotsUnreachable(answer.expiresAt, answer.detail);
      const authority = authorityOf(url);
      if (answer.kind === 'rules' && !asked.has(authority))
        asked.set(authority, { url, robots: answer.robots });
      return answer;
    }),
  );
}
