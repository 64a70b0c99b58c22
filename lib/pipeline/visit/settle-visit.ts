import { defined } from '../../base/defined.ts';
import { outcomeDetail } from '../../base/fetch/describe-outcome.ts';
import { type Outcome, saysNothing } from '../../base/fetch/outcome.ts';
import { countsAsPage } from '../../base/links/url-role.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { tailOf } from '../../domain/focus/focus-settings.ts';
import { isRepeated } from '../../domain/focus/harvest-counts.ts';
import { promiseBand } from '../../domain/focus/tail.ts';
import { settle, tally } from '../../domain/frontier/body.ts';
import { revisionsOf, type Visit, type Work } from '../../domain/frontier/entry.ts';
import { schedule, typeRestMs } from '../../domain/revisit/fixed-times.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { describeVerdict } from '../../topic/judge.ts';
import { topicVersion, writeJudgement } from '../../topic/settings.ts';
import { addOffTopic } from '../collection/off-topic-batch.ts';
import { followLinks } from '../links/follow-links.ts';
import type { SettledVisit } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { gather } from '../turn/turn-harvest.ts';
import type { VisitReport } from '../turn/turn-report.ts';
import type { Visited } from '../turn/visited.ts';
import { planRevisit } from './revisit-by-changes.ts';

/** Enters a visit that this turn made into the host's body and the turn's harvest. @param begunAt epoch ms */
export function settleVisit(turn: Turn, work: Work, visited: Visited, begunAt: number): SettledVisit {
  const { harvest } = turn;
  const settled = enterOutcome(turn, work, visited, begunAt);
  harvest.bytes += visited.bytes;
  if (countsAsPage(work)) harvest.visits.push(settled.report);
  else harvest.beside += 1;
  if (work.visit === undefined && countsAsPage(work)) harvest.newPages += 1;
  return settled;
}

/**
 * Enters an outcome into the host's body, and what it means for the collection and the links into the turn's harvest, whether
 * this turn asked for the page or an earlier one. @param begunAt epoch ms
 */
export function enterOutcome(turn: Turn, work: Work, visited: Visited, begunAt: number): SettledVisit {
  const { body, harvest } = turn;
  const { outcome, at, kept, bytes } = visited;
  const before = work.visit;
  const entry = entryOf(turn, work, visited);
  if (before?.md5 !== undefined && before.md5 !== entry.md5) {
    harvest.removals.push({ md5: before.md5, url: work.url, cause: visited.cause ?? outcome.kind, at });
  }
  settle(body, entry);
  const repeated = isRepeated(outcome, before);
  const isPage = countsAsPage(work);
  tally(body, { outcome, bytes, repeated, isPage });
  const report: VisitReport = {
    url: work.url,
    outcome,
    ...(repeated ? { repeated } : {}),
    ...defined({ band: tailOf(turn.settings) === undefined ? undefined : promiseBand(work.rank) }),
    status: visited.seen.status ?? 0,
    bytes,
    elapsedMs: at - begunAt,
    ...('md5' in outcome ? { md5: outcome.md5 } : {}),
    ...(kept ? { links: kept.content.linkCount } : {}),
    ...defined({ nextAt: entry.next, needsScripts: kept?.content.needsScripts }),
  };
  if (kept?.page) gather(harvest, kept.page, kept.content);
  return { work, visited, entry, report, births: isPage ? followLinks(turn, work, visited) : [] };
}

/** The frontier entry of a visit. */
function entryOf(turn: Turn, work: Work, visited: Visited): Visit {
  const { outcome, at, kept } = visited;
  const settings = settingsFor(turn.settings, work.url);
  const before = work.visit;
  const mediaType = kept?.content.mediaType ?? before?.mediaType;
  const isTimed = typeRestMs(settings.revisit, mediaType) !== undefined;
  const fixed = schedule(outcome, before ?? { tries: 0 }, settings, {
    ...{ now: at, notBefore: turn.session.readyAt(), mediaType },
  });
  const isNews = !saysNothing(outcome);
  const givenUp = outcome.kind === 'failed' && fixed.next === undefined;
  const md5 = 'md5' in outcome ? outcome.md5 : undefined;
  const stays = isNews || givenUp ? md5 : before?.md5;
  const revisions = revisionsOf(before, stays);
  const detail = detailOf(outcome, kept?.content.topic, before);
  const rested = planRevisit(turn, settings, work, { at, stays, detail, isNews, isTimed });
  const orphan = stays !== undefined && settings.revisit.orphans === 'rarer' ? before?.orphan : undefined;
  const soonest = rested.next ?? fixed.next;
  const next =
    orphan === undefined || soonest === undefined
      ? soonest
      : Math.max(soonest, at + settings.revisit.orphanMs);
  const judged = isNews || givenUp ? judgedBy(turn, work, visited) : before?.judged;
  return {
    url: work.url,
    outcome: outcome.kind,
    at,
    firstSeen: before?.firstSeen ?? at,
    changedAt: stays !== undefined && stays === before?.md5 ? before.changedAt : at,
    depth: work.depth,
    tries: fixed.tries,
    ...visited.seen,
    ...defined({ next, md5: stays }),
    ...(revisions === 0 ? {} : { revisions }),
    ...(isTimed ? { mediaType: mediaType as string } : {}),
    ...defined({ detail, judged, rate: rested.rate, sites: rested.sites, orphan }),
    ...(!isNews && before?.unconditional ? { unconditional: true } : {}),
  };
}

/** The judgement of a page. An unchanged page keeps that of its last visit. */
function judgedBy(turn: Turn, { url, visit }: Work, { outcome, kept }: Visited): string | undefined {
  if (outcome.kind === 'unchanged') return visit?.judged;
  if (kept?.content.topic === undefined || outcome.kind === 'denied') return undefined;
  const by = topicVersion(settingsFor(turn.settings, url).topic);
  const at = kept.offTopic && addOffTopic(turn, kept.offTopic, kept.content, visit?.judged);
  return writeJudgement({ by, ...defined({ kept: at }) });
}

/**
 * An explanation of an outcome for people; the entry also has its class and status. A page that was not sent again keeps
 * its explanation.
 */
function detailOf(
  outcome: Outcome,
  topic: TopicVerdict | undefined,
  before: Visit | undefined,
): string | undefined {
  switch (outcome.kind) {
    case 'off-topic':
    case 'stored':
    case 'duplicate':
      return topic && describeVerdict(topic);
    case 'unchanged':
      return topic ? describeVerdict(topic) : before?.detail;
    default:
      return outcomeDetail(outcome);
  }
}
