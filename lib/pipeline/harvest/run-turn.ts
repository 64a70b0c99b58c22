import { isOutage } from '../../domain/base/error.ts';
import { prepare, visitedCount } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { JudgeOrder } from '../../domain/frontier/inbox-item.ts';
import { watchTraps } from '../../domain/frontier/trap-holds.ts';
import { shareOf } from '../../domain/revisit/shift.ts';
import { looksAgain } from '../../domain/traps/made-up.ts';
import { wantsSketch } from '../../domain/traps/observe.ts';
import { presentHost } from '../../domain/url/present-name.ts';
import { authorityOf, type CanonicalUrl } from '../../domain/url/url.ts';
import { releaseRecords } from '../collection/release-records.ts';
import { rankingFor } from '../frontier/candidates.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { applyOrphans } from '../orphans/apply-orphans.ts';
import { releaseGates } from '../politeness/gate-lease.ts';
import { type HostSession, openHostSession } from '../politeness/host-session.ts';
import { permitOf } from '../politeness/permit.ts';
import { judgeAgain } from '../reclassify/judge-again.ts';
import { isLeaving, leaveHost, movePagesIn } from '../respell/move-pages.ts';
import { respellPages } from '../respell/respell-pages.ts';
import { openRobots, type RobotsAnswer } from '../robots/robots-rules.ts';
import { withStatements } from '../robots/site-statements.ts';
import { isFresh } from '../robots/stored-robots.ts';
import { openPageRoom } from '../turn/page-room.ts';
import type { OrderMessage, Turn, TurnOptions } from '../turn/turn.ts';
import type { NewRobots, TurnContext } from '../turn/turn-context.ts';
import { emptyHarvest, type Harvest } from '../turn/turn-harvest.ts';
import type { TurnReport } from '../turn/turn-report.ts';
import { commitTurn } from './commit-turn.ts';
import { openHostTrial } from './host-trial.ts';
import { type Inbox, takeInbox } from './take-inbox.ts';
import { clearSuspect, judging, tryWithCare } from './try-with-care.ts';
import { visitPages } from './visit-pages.ts';

/** Turns that began to judge and never ended, in a row, after which a host judges no more what it was asked to: that kills its workers. */
const maxJudgings = 3;
/** Characters of a random id that tell attempts at one turn apart. */
const asideDigits = 8;

/** Takes in the inbox, visits pages, opens the gate again, commits. */
export async function runTurn(
  turn: Turn,
  options: TurnOptions & { readonly careful: boolean },
): Promise<TurnReport> {
  const { ports, key, settings, body, limits } = turn;
  const session = openHostSession(
    ports,
    settings,
    {
      startBefore: limits.startBefore,
      endBefore: limits.endBefore,
      timing: limits.timing,
      gapMs: turn.gapMs,
      host: key.host,
      permit: permitOf(settings, turn.job.holds),
      state: turn.gateLease.state,
    },
    options.signal,
  );
  const room = (options.room ?? openPageRoom(ports)).join();
  /** The host's control says that something is tried. */
  let isMarked = options.careful;
  try {
    watchTraps(body, settings.traps);
    body.mergeRanks = rankingFor(settings).merge;
    body.revisitShare = settings.freshness && shareOf(turn.job.revisits, settings.freshness);
    const cutBefore = body.totals.overBudget?.cut ?? 0;
    const harvest = emptyHarvest(`${turn.ticket.turn}-${ports.entropy.id().slice(0, asideDigits)}`);
    const inbox = await takeInbox(turn, harvest);
    const judges = inbox.judge.length > 0;
    isMarked ||= judges;
    const mayJudge = judges && (await tryWithCare(turn, judging, maxJudgings));
    const done = [
      ...(await movePagesIn(turn, harvest, inbox.moved)),
      ...(mayJudge ? await judgeAgain(turn, harvest, inbox.judge) : giveUpJudging(harvest, inbox.judge)),
      ...(await applyOrphans(turn, harvest, inbox.orphans)),
      ...(await releaseAll(turn, harvest, inbox.release)),
    ];
    // What a host has that is another's now needs no message to go there.
    const isNamed = isLeaving(turn)
      ? await leaveHost(turn, harvest)
      : inbox.respell.length === 0 || (await respellPages(turn, harvest));
    if (isNamed) done.push(...inbox.respell);
    const visits = Math.min(turn.ticket.pages, options.careful ? 1 : Number.POSITIVE_INFINITY);
    // What is to leave the collection is not brought back by the same turn; and with care one thing is done at a time.
    const isBusy = inbox.release.length > 0 || (options.careful && judges);
    const isAlias = presentHost(settings, key.host) !== key.host;
    const wanted = isBusy || isAlias ? 0 : visits;
    await prepare(body, segmentReader(ports, key), { now: ports.clock.now(), wanted });
    const trial = openHostTrial(turn);
    const newRobots: NewRobots[] = [];
    const failures = new Map<string, number>();
    const context = {
      ports,
      job: key.job,
      host: key.host,
      inFlight: turn.inFlight,
      room,
      settings,
      hostHops: body.hostHops ?? 0,
      session,
      outcomeOf: (url: CanonicalUrl) => body.visits.get(url)?.visit.outcome,
      wantsSketch: (work: Work) =>
        trial.wantsSketch() ||
        (work.visit === undefined ? wantsSketch(body.traps, work.url) : looksAgain(body.traps)),
      robots: withStatements(
        ports,
        settings,
        session,
        limits,
        noticing(
          turn,
          newRobots,
          leavingAlone(openRobots(ports, settings, session, limits, turn.robots), session),
        ),
      ),
      newRobots,
      pluginFailed: (id: string) => void failures.set(id, (failures.get(id) ?? 0) + 1),
    };
    await visitPages(turn, context, harvest, wanted, { ...options, trial });
    const notBefore = await openGate(turn, session);
    const ended = {
      inbox: [...inbox.taken, ...done],
      left: !isNamed || inbox.taken.length + done.length < inbox.items,
      // What leaves a host need not wait until that answers again.
      notBefore: isAlias ? ports.clock.now() : notBefore,
      requests: session.requests(),
      politeness: session.leave().state,
      cutBefore,
      trial: await trial.end(),
    };
    const report = await commitTurn(turn, { ...harvest, ...ended }, options);
    return failures.size === 0 ? report : { ...report, pluginFailures: Object.fromEntries(failures) };
  } catch (error) {
    // The gate opens by itself at the end of its lease; opening it now only spares the wait.
    await openGate(turn, session).catch(() => undefined);
    if (isMarked && isOutage(error)) await clearSuspect(turn).catch(() => undefined);
    throw error;
  } finally {
    turn.inFlight.close();
    room.leave();
  }
}

/** They stay what they are; whoever asks again tries again. */
function giveUpJudging(harvest: Harvest, asked: readonly OrderMessage<JudgeOrder>[]): readonly string[] {
  for (const { order } of asked) for (const url of order.urls) harvest.judged.push({ url, kind: 'failed' });
  return asked.map(({ id }) => id);
}

/** @returns ids of the messages that are done with */
async function releaseAll(
  turn: Turn,
  harvest: Harvest,
  release: Inbox['release'],
): Promise<readonly string[]> {
  const [first] = release;
  if (first === undefined || !(await releaseRecords(turn, harvest, first.order))) return [];
  return release.map(({ id }) => id);
}

/** A host whose robots.txt is unreachable is left alone until that may be asked for again. */
function leavingAlone(robots: TurnContext['robots'], session: HostSession): TurnContext['robots'] {
  return async (url): Promise<RobotsAnswer> => {
    const answer = await robots(url);
    if (answer.kind === 'unreachable') session.robotsUnreachable(answer.expiresAt, answer.detail);
    return answer;
  };
}

/** Collects the robots.txt files that were asked for in this turn, or that a host has that was never visited. */
function noticing(turn: Turn, found: NewRobots[], robots: TurnContext['robots']): TurnContext['robots'] {
  const isFirst = visitedCount(turn.body) === 0;
  const begun = turn.ports.clock.now();
  const noticed = new Set<string>();
  return async (url) => {
    const answer = await robots(url);
    const authority = authorityOf(url);
    if (answer.kind !== 'rules' || noticed.has(authority)) return answer;
    noticed.add(authority);
    const stored = turn.robots.get(authority);
    const isStored = stored !== undefined && isFresh(stored, begun);
    if (isFirst || !isStored) found.push({ url, robots: answer.robots, isFirst });
    return answer;
  };
}

/** Opens the gates after the last request. Returns the time (epoch ms) from which the host may be asked again. */
async function openGate({ ports, body, gateLease }: Turn, session: HostSession): Promise<number> {
  const { pause, backoffs } = session.leave().state;
  body.backoffs = pause === undefined ? 0 : backoffs;
  return await releaseGates(ports, gateLease, session);
}
