import { allowance, hostTotals, putBack, take, takeNext, visitedCount } from '../../domain/frontier/body.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import { announceSitemaps } from '../sitemaps/announce-sitemaps.ts';
import { followListing } from '../sitemaps/follow-listing.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { Turn, TurnOptions } from '../turn/turn.ts';
import type { TurnContext } from '../turn/turn-context.ts';
import { type Harvest, spentBy } from '../turn/turn-harvest.ts';
import type { Visited } from '../turn/visited.ts';
import { settleVisit } from '../visit/settle-visit.ts';
import { visit } from '../visit/visit.ts';
import type { HostTrial } from './host-trial.ts';
import { tryWithCare } from './try-with-care.ts';

/** A page that was begun this often with care and never finished is taken to kill its worker. */
const maxSuspicions = 4;

/** Entries of sitemaps after which a turn ends: they are all written with its commit. */
const maxListed = 10_000;

/**
 * Visits the host's best URLs, one after the other, until the turn has had its pages or its time.
 * @param harvest what the turn brought before; grows
 */
export async function visitPages(
  turn: Turn,
  context: TurnContext,
  harvest: Harvest,
  wanted: number,
  options: TurnOptions & { readonly careful: boolean; readonly trial: HostTrial },
): Promise<void> {
  const { ports, body } = turn;
  const { budgets } = settingsFor(turn.settings, turn.key.host);
  const mayBeNew = (): boolean => allowance(body, budgets, spentBy(turn, harvest)).pages > 0;
  /** Where the last visit was redirected to: it comes next, if it waits here. */
  let moved: CanonicalUrl | undefined;
  while (harvest.visits.length < wanted && !options.signal?.aborted && !isOutboxFull(harvest)) {
    // A suspected host waits for this turn, and must have its own before the worker's time is over.
    if (harvest.visits.length > 0 && options.suspects.isAwaited()) break;
    const next = moved !== undefined && mayBeNew() ? takeNext(body, moved) : undefined;
    const work = next ?? take(body, ports.clock.now(), mayBeNew());
    if (!work) break;
    moved = undefined;
    const begunAt = ports.clock.now();
    const wasParked = context.session.isParked();
    const killed = options.careful && !(await tryWithCare(turn, work.url, maxSuspicions));
    const visited = killed ? workerKilled(ports.clock.now()) : await visit(context, work);
    if (visited.kind === 'put-off') {
      putBack(body, work);
      // The next turn finds the file stored; a host that was never visited is asked about it again.
      if (visitedCount(body) > 0) announceSitemaps(turn, context, harvest, work);
      harvest.putOffUntil = visited.until;
      break;
    }
    if (wasParked && context.session.isParked() && context.session.hostFailure()) {
      // Its host fails, as we knew: that is not held against the page.
      putBack(body, work);
      break;
    }
    settleVisit(turn, context, harvest, work, visited, begunAt);
    const isFailed = harvest.visits.at(-1)?.outcome.kind === 'failed';
    options.onVisit?.({
      ...turn.key,
      ...{ isFailed, bytes: visited.bytes, ticket: turn.ticket.id, totals: () => hostTotals(body) },
    });
    if (visited.listed) await followListing(turn, harvest, work, visited.at, visited.listed);
    announceSitemaps(turn, context, harvest, work);
    if (visited.outcome.kind === 'redirected' && turn.settings.redirects === 'follow') {
      moved = visited.outcome.to;
    }
    const again = harvest.visits.at(-1)?.nextAt !== undefined;
    if (!(await options.trial.enter(work, visited, again)) || context.session.hostFailure()) break;
    if (harvest.listed >= maxListed || context.room.isFull()) break;
  }
}

function workerKilled(at: number): Visited {
  const detail = `${maxSuspicions} workers died while they visited it`;
  return {
    kind: 'visited',
    outcome: { kind: 'failed', reason: 'worker-killed', detail },
    at,
    seen: {},
    bytes: 0,
  };
}
