import { lastPublished, type Outbox, type OutboxDomain } from '../../domain/collection/outbox.ts';
import { allowance, countHeld, nextDue, seal } from '../../domain/frontier/body.ts';
import type { PolitenessState } from '../../domain/politeness/state.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { stagedLines } from '../collection/committed-contents.ts';
import { returnTicket } from '../dispatch/return-ticket.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { askAgain } from '../job/open-job.ts';
import { mailOf } from '../turn/departures.ts';
import type { Turn, TurnOptions } from '../turn/turn.ts';
import { type Harvest, spentBy } from '../turn/turn-harvest.ts';
import type { TurnReport } from '../turn/turn-report.ts';
import type { HostTrialResult } from './host-trial.ts';
import { rollForward } from './roll-forward.ts';

/** A turn whose requests are over. */
export interface Harvested extends Harvest {
  /** Ids of the inbox items that were taken in. */
  readonly inbox: readonly string[];
  /** Some items were left for another turn, or URLs that are to go to another host. */
  readonly left: boolean;
  /** Epoch ms from which the host may be asked again. */
  readonly notBefore: number;
  readonly requests: number;
  /** What is known of the host after them. */
  readonly politeness: PolitenessState;
  /** Links that budgets had cut off before. */
  readonly cutBefore: number;
  readonly trial: HostTrialResult;
}

/** Stores what the commit will name, commits, and rolls forward. Before the commit the turn never was; after it, it is. */
export async function commitTurn(turn: Turn, harvest: Harvested, options: TurnOptions): Promise<TurnReport> {
  const { ports, key, ticket, body, control, settings } = turn;
  const owner = ports.entropy.id();
  const publishing = { ports, key, turn: ticket.turn, settings, contents: harvest.contents };
  const previous = lastPublished(body.turn, body.outbox as Outbox | undefined);
  // A page whose bytes are not kept, or were read long ago, could not be read again after a crash.
  const staged = harvest.pages.every(({ document, at }) => document !== undefined && at === undefined)
    ? undefined
    : `${ticket.turn}-${owner}`;
  if (staged !== undefined) {
    await ports.staged.put(key.job, staged, stagedLines(publishing, harvest.pages));
  }
  const { offTopic } = harvest;
  if (offTopic.lines.length > 0) await ports.offTopic.put(key, offTopic.id, offTopic.lines);
  await options.links.put(key.job, harvest.links);

  const now = ports.clock.now();
  const left = allowance(body, settingsFor(settings, key.host).budgets, spentBy(turn, harvest));
  countHeld(body, left);
  const due = harvest.left ? now : nextDue(body, now, left.pages > 0);
  const earliest = Math.max(harvest.notBefore, harvest.putOffUntil ?? 0);
  const mail = mailOf(harvest.departures, { hostHops: body.hostHops ?? 0, again: ticket.config });
  const draft: Outbox = {
    ...(previous === undefined ? {} : { previous }),
    pages: harvest.pages,
    removals: harvest.removals,
    ...(mail.length === 0 ? {} : { mail }),
    inbox: harvest.inbox,
    spent: [],
    ...(staged === undefined ? {} : { staged }),
    ...(due === undefined ? {} : parkedIn(harvest)),
    ...(due === undefined || (!harvest.left && isGivenUp(turn, harvest, now))
      ? {}
      : { next: opensFrom(settings.politeness.window, Math.max(due, earliest)) }),
    ...(turn.membership === undefined ? {} : { domain: domainOf(turn, harvest) }),
  };
  const sealed = await seal(body, {
    turn: ticket.turn,
    outbox: (spent) => ({ ...draft, spent }),
    segmentPrefix: `${ticket.turn}-${owner}`,
    read: segmentReader(ports, key),
  });
  if ((body.totals.overBudget?.cut ?? 0) > harvest.cutBefore) await askAgainIfRaised(turn);
  for (const segment of sealed.segments) await ports.segments.put(key, segment.id, segment.bytes);
  const report: TurnReport = {
    ...key,
    turn: ticket.turn,
    result: 'committed',
    requests: harvest.requests,
    visits: harvest.visits,
    bytes: harvest.bytes,
    ...(harvest.judged.length === 0 ? {} : { judged: harvest.judged }),
    ...(harvest.departures.urls === 0 ? {} : { moved: harvest.departures.urls }),
    ...(harvest.released === 0 ? {} : { released: harvest.released }),
    ...(Object.keys(harvest.census).length === 0 ? {} : { census: harvest.census }),
  };
  if (!(await ports.hosts.putBody(key, turn.wasTurn, { turn: ticket.turn, bytes: sealed.bytes }))) {
    // Nobody else knows its name, and it does not expire.
    if (staged !== undefined) await ports.staged.delete(key.job, staged);
    await returnTicket(ports, key, control, ports.clock.now() + 1_000);
    return { ...report, result: 'superseded' };
  }
  await rollForward(publishing, control, body, { ...draft, spent: sealed.spent }, options.timing.ticketMs);
  options.bodies?.set(`${key.job} ${key.host}`, body);
  options.unused.add(ticket, ticket.pages - harvest.visits.length);
  return report;
}

/** The settings changed while this turn cut links off by the old ones: the pass that brings them back may be over. */
async function askAgainIfRaised({ ports, key, ticket }: Turn): Promise<void> {
  const job = await ports.jobs.job(key.job);
  if (job && job.config !== ticket.config) await askAgain(ports, key.job, { overBudgetOnly: true });
}

function parkedIn({ politeness }: Harvested): Pick<Outbox, 'parked'> {
  const { parkedSince: since, reason = '' } = politeness;
  return since === undefined ? {} : { parked: { since, reason } };
}

/** Nobody answered for so long that the host is probed no more; whatever leads to it wakes it. */
function isGivenUp({ settings }: Turn, { politeness }: Harvested, now: number): boolean {
  const { parkedSince } = politeness;
  return parkedSince !== undefined && now - parkedSince >= settings.politeness.giveUpAfterMs;
}

function domainOf({ membership }: Turn, { trial, newPages, bytes }: Harvested): OutboxDomain {
  return {
    name: membership?.key.domain ?? '',
    ...(trial.standing === undefined ? {} : { standing: trial.standing }),
    ...(trial.tries ? { tries: true } : {}),
    ...(trial.vouches.length === 0 ? {} : { vouches: trial.vouches }),
    ...(membership?.spent === undefined ? {} : { spent: { pages: newPages, bytes } }),
  };
}
