import { defined, filled } from '../../base/defined.ts';
import { lastLines, type Outbox } from '../../domain/collection/outbox.ts';
import { stagedBeginning, stagedId, stagedTurn } from '../../domain/collection/staged-id.ts';
import { allowance, countHeld, nextDue, seal } from '../../domain/frontier/body.ts';
import { opensFrom } from '../../domain/politeness/window.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { stagedLines } from '../collection/committed-contents.ts';
import { putOffTopic, sealedPage } from '../collection/off-topic-batch.ts';
import { returnTicket } from '../dispatch/return-ticket.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { askAgain } from '../job/open-job.ts';
import { mailOf } from '../turn/departures.ts';
import { spentBy } from '../turn/domain-membership.ts';
import type { Publishing } from '../turn/publishing.ts';
import type { Turn } from '../turn/turn.ts';
import type { Harvest } from '../turn/turn-harvest.ts';
import type { TurnOptions } from '../turn/turn-options.ts';
import type { TurnReport, TurnResult } from '../turn/turn-report.ts';
import { rollForward } from './roll-forward.ts';

/** The results of a turn's work that its commit needs. */
export interface TurnEnd {
  /** Ids of the inbox items that the turn took in. */
  readonly inbox: readonly string[];
  /** Whether inbox items, or URLs that go to another host, are left for the next turn. */
  readonly isLeft: boolean;
  /** Epoch ms from which the host may be asked again. */
  readonly opensAt: number;
}

/** Stores what the commit names, commits, and rolls forward. The commit decides: if it fails, nothing of the turn counts. */
export async function commitTurn(turn: Turn, end: TurnEnd, options: TurnOptions): Promise<TurnReport> {
  const { ports, key, ticket, body, control, settings, harvest } = turn;
  const owner = ports.entropy.id();
  const share = options.changes;
  const { publishers } = options.lists;
  const { contents } = harvest;
  const publishing = { ports, key, turn: ticket.turn, settings, contents, publishers, share };
  // `seal` replaces the outbox of the body.
  const previous = lastLines(body, control.told);
  const { staged: stagedBefore } = (body.outbox ?? {}) as Partial<Outbox>;
  await turn.documents.seal(options.documents);
  for (const [ordinal, page] of harvest.pages.entries())
    harvest.pages[ordinal] = sealedPage(turn.documents, page);
  const staged = await stage(publishing, harvest, owner);
  await putOffTopic(turn);

  const object = harvest.pages.length + harvest.removals.length > 0 ? share.object : undefined;
  const draft = { ...defined({ previous, object }), ...outboxOf(turn, end, staged) };
  const sealed = await seal(body, {
    turn: ticket.turn,
    outbox: (spent) => ({ ...draft, spent }),
    segmentPrefix: `${ticket.turn}-${owner}`,
    read: segmentReader(ports, key),
  });
  if ((body.totals.overBudget?.cut ?? 0) > turn.cutBefore) await askAgainIfRaised(turn);
  // After the body was encoded: on one machine nobody else can write between these writes and the commit.
  await options.links.put(key.job, harvest.links);
  for (const segment of sealed.segments) await ports.segments.put(key, segment.id, segment.bytes);
  if (!(await ports.hosts.putBody(key, turn.wasTurn, { turn: ticket.turn, bytes: sealed.bytes }))) {
    // Nothing else names the staged object, and it does not expire.
    if (staged !== undefined) await ports.staged.delete(key.job, staged);
    await returnTicket(ports, key, control, ports.clock.now() + 1_000);
    return reportOf(turn, 'superseded');
  }
  // The worker of the turn before may have died when all but this was done. Nothing else names it, and it does not expire.
  if (stagedBefore !== undefined) await ports.staged.delete(key.job, stagedBefore);
  // What is left if this fails, `winnow sanity` finds.
  const mayHaveDied = turn.careful || ticket.turn > turn.wasTurn + 1;
  if (mayHaveDied) await dropStaged(turn, staged).catch(() => undefined);
  const outbox = { ...draft, spent: sealed.spent };
  const { due, timing } = options;
  const committed = { publishing, control, body, outbox, ticketMs: timing.ticketMs, due };
  const isOver = await rollForward(committed);
  options.bodies?.set(`${key.job} ${key.host}`, body);
  options.unused.add(ticket, ticket.pages - harvest.visits.length);
  return {
    ...reportOf(turn, 'committed'),
    ...defined({ stageMark: isOver ? outbox.stages?.mark : undefined }),
  };
}

/**
 * Stages contents that could not be read again after a crash: of pages whose bytes are not kept, or were read long ago.
 * @returns the name of the object; undefined: not needed
 */
async function stage(publishing: Publishing, { pages }: Harvest, owner: string): Promise<string | undefined> {
  if (pages.every(({ document, at }) => document !== undefined && at === undefined)) return undefined;
  const { ports, key, turn } = publishing;
  const staged = stagedId({ ...key, turn }, owner);
  await ports.staged.put(key.job, staged, stagedLines(publishing, pages));
  return staged;
}

/** Deletes what attempts at this turn, and at turns before it, staged whose workers died: none of them can commit any more. */
async function dropStaged({ ports, key, ticket }: Turn, own: string | undefined): Promise<void> {
  for (const id of await ports.staged.list(key.job, stagedBeginning(key.host)))
    if (id !== own && stagedTurn(id) <= ticket.turn) await ports.staged.delete(key.job, id);
}

/** What the turn still has to publish and deliver, and when the host is due again. */
function outboxOf(turn: Turn, { inbox, isLeft, opensAt }: TurnEnd, staged: string | undefined): Outbox {
  const { ports, key, ticket, body, settings, harvest } = turn;
  const now = ports.clock.now();
  const allowed = allowance(
    body,
    settingsFor(settings, key.host).budgets,
    spentBy(turn.membership, turn.harvest),
  );
  countHeld(body, allowed);
  const due = isLeft ? now : nextDue(body, now, allowed);
  const earliest = Math.max(opensAt, harvest.putOffUntil ?? 0);
  const mail = mailOf(harvest.departures, { hostHops: body.hostHops ?? 0, again: ticket.config });
  return {
    pages: harvest.pages,
    removals: harvest.removals,
    ...filled({ mail }),
    inbox,
    spent: [],
    ...defined({ staged }),
    ...(due === undefined ? {} : parkedIn(turn)),
    ...(due === undefined || (!isLeft && isGivenUp(turn, now))
      ? {}
      : { next: opensFrom(settings.politeness.window, Math.max(due, earliest)) }),
    ...harvest.owed,
  };
}

function reportOf({ key, ticket, session, harvest }: Turn, result: TurnResult): TurnReport {
  const { visits, beside, settled, bytes, judged, departures, released, figures, census } = harvest;
  const { pluginFailures } = harvest;
  return {
    ...key,
    turn: ticket.turn,
    result,
    requests: session.requests(),
    ...{ visits, bytes },
    ...filled({ settled, judged, figures, census, pluginFailures }),
    ...(beside === 0 ? {} : { beside }),
    ...(departures.urls === 0 ? {} : { moved: departures.urls }),
    ...(released === 0 ? {} : { released }),
  };
}

/** If the settings changed while this turn cut links off by the old ones, asks for another pass that brings such links back. */
async function askAgainIfRaised({ ports, key, ticket }: Turn): Promise<void> {
  const job = await ports.jobs.job(key.job);
  if (job && job.config !== ticket.config) await askAgain(ports, key.job, { overBudgetOnly: true });
}

function parkedIn({ session }: Turn): Pick<Outbox, 'parked'> {
  const { parkedSince: since, reason = '' } = session.leave().state;
  return since === undefined ? {} : { parked: { since, reason } };
}

/** Whether the host has failed for so long that it is no longer probed. A new link to the host still wakes it. */
function isGivenUp({ settings, session }: Turn, now: number): boolean {
  const { parkedSince } = session.leave().state;
  return parkedSince !== undefined && now - parkedSince >= settings.politeness.giveUpAfterMs;
}
