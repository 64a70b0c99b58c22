import type { WrittenContent } from '../domain/document/written-content.ts';
import { admitWithin, settle, tally } from '../domain/host/body.ts';
import type { Spent } from '../domain/host/budget.ts';
import type { Visit, Work } from '../domain/host/entry.ts';
import type { Candidate, Link } from '../domain/link.ts';
import { encodeLinkLine, type LinkLine } from '../domain/link-segment.ts';
import type { OutboxPage, OutboxRemoval } from '../domain/outbox.ts';
import { type Outcome, saysNothing } from '../domain/outcome.ts';
import { settingsFor } from '../domain/overrides.ts';
import { schedule, typeRestMs } from '../domain/schedule.ts';
import { sitemapLevel } from '../domain/sitemap/rank.ts';
import { meaningOf } from '../domain/status-outcome.ts';
import { describeVerdict } from '../domain/topic/describe-verdict.ts';
import type { TopicVerdict } from '../domain/topic/topic-filter.ts';
import type { Birth } from '../domain/traps/sighting.ts';
import { registeredDomain } from '../domain/url/registered-domain.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';
import { admissible, candidateOf } from './candidates.ts';
import type { Turn } from './turn.ts';
import type { TurnContext } from './turn-context.ts';
import type { VisitReport } from './turn-report.ts';
import type { Visited } from './visit.ts';
import { patternOf, watchVisit } from './watch-traps.ts';

/** Hosts that a host remembers to vouch for: a list of departments, not a directory of the web. */
const maxIntroduced = 500;

type Redirected = Extract<Outcome, { kind: 'redirected' }>;

/** What the visits of a turn brought so far. */
export interface Harvest {
  readonly visits: VisitReport[];
  readonly pages: OutboxPage[];
  readonly removals: OutboxRemoval[];
  /** Contents of `pages`, by place. */
  readonly contents: Map<number, WrittenContent>;
  /** Lines for the link log. */
  readonly links: string[];
  bytes: number;
  /** Entries of sitemaps and feeds. */
  listed: number;
  /** URLs that were visited for the first time. */
  newPages: number;
  /** Epoch ms from which a request that did not fit into this turn may be made. */
  putOffUntil?: number;
}

export function emptyHarvest(): Harvest {
  return { visits: [], pages: [], removals: [], contents: new Map(), links: [], bytes: 0, listed: 0, newPages: 0 };
}

/** What all hosts of the registered domain have come to, this turn included. */
export function spentBy({ membership }: Turn, harvest: Harvest): Spent | undefined {
  const spent = membership?.spent;
  return spent && { pages: spent.pages + harvest.newPages, bytes: spent.bytes + harvest.bytes };
}

/** Enters one visit into the host's body and into the harvest of the turn. */
export function settleVisit(
  turn: Turn,
  context: TurnContext,
  harvest: Harvest,
  work: Work,
  visited: Visited,
  begunAt: number,
): void {
  const { outcome, at, kept } = visited;
  const tries = work.visit?.tries ?? 0;
  const settings = settingsFor(turn.settings, work.url);
  const before = work.visit;
  const mediaType = kept?.content.mediaType ?? before?.mediaType;
  const plan = schedule(outcome, tries, settings, at, context.courier.readyAt(), mediaType);
  const md5 = 'md5' in outcome ? outcome.md5 : undefined;
  const givenUp = outcome.kind === 'failed' && plan.next === undefined;
  const stays = saysNothing(outcome) && !givenUp ? before?.md5 : md5;
  if (before?.md5 !== undefined && before.md5 !== stays) {
    harvest.removals.push({ md5: before.md5, url: work.url, cause: outcome.kind, at });
  }
  const detail = detailOf(outcome, kept?.content.topic, before);
  const entry: Visit = {
    url: work.url,
    outcome: outcome.kind,
    at,
    firstSeen: before?.firstSeen ?? at,
    changedAt: stays !== undefined && stays === before?.md5 ? before.changedAt : at,
    depth: work.depth,
    tries: plan.tries,
    ...visited.seen,
    ...(plan.next === undefined ? {} : { next: plan.next }),
    ...(stays === undefined ? {} : { md5: stays }),
    ...(typeRestMs(settings.revisit, mediaType) === undefined ? {} : { mediaType: mediaType as string }),
    ...(detail === undefined ? {} : { detail }),
  };
  settle(turn.body, entry);
  tally(turn.body, outcome, visited.bytes);
  harvest.visits.push({
    url: work.url,
    outcome,
    status: visited.seen.status ?? 0,
    bytes: visited.bytes,
    elapsedMs: at - begunAt,
    ...(md5 === undefined ? {} : { md5 }),
    ...(kept ? { links: kept.content.linkCount } : {}),
    ...(plan.next === undefined ? {} : { nextAt: plan.next }),
  });
  harvest.bytes += visited.bytes;
  if (before === undefined) harvest.newPages += 1;
  if (kept?.page) {
    harvest.contents.set(harvest.pages.length, kept.content);
    harvest.pages.push(kept.page);
  }
  watchVisit(turn, work, visited, followLinks(turn, harvest, work, visited));
}

/**
 * What explains an outcome to a person; its class and status are kept beside it. A page that was not sent again is what
 * it was.
 */
function detailOf(
  outcome: Outcome,
  topic: TopicVerdict | undefined,
  before: Visit | undefined,
): string | undefined {
  switch (outcome.kind) {
    case 'redirected':
      return outcome.to;
    case 'off-topic':
    case 'stored':
    case 'duplicate':
      return topic && describeVerdict(topic);
    case 'unchanged':
      return topic ? describeVerdict(topic) : before?.detail;
    case 'unsupported':
      return outcome.mediaType;
    case 'listed':
      return describeListing(outcome);
    case 'denied':
      return outcome.rule === undefined ? outcome.by : `${outcome.by}: ${outcome.rule}`;
    case 'failed':
      return `${outcome.reason}: ${outcome.detail}`.slice(0, 200);
    default:
      return undefined;
  }
}

function describeListing({ list }: Extract<Outcome, { kind: 'listed' }>): string {
  if (list === undefined) return 'not modified';
  return `${list.format}, ${list.entries} entries${list.isCut ? ', cut off' : ''}`;
}

/**
 * Links to this host enter its body now, exactly once; all links go into the link log, for the recycler and others.
 * @returns links to this host that it did not know
 */
function followLinks(turn: Turn, harvest: Harvest, work: Work, visited: Visited): readonly Birth[] {
  const { outcome, kept } = visited;
  const found = outcome.kind === 'redirected' ? redirection(outcome) : kept?.content;
  if (!found || found.links === '[]') return [];
  const { settings, key, body } = turn;
  const skip = kept?.skipLinks ?? false;
  const { hops } = work;
  const level = levelOf(work);
  const hostHops = body.hostHops ?? 0;
  let births: readonly Birth[] = [];
  if (settings.autoRecycleLinks && !skip) {
    const element = outcome.kind === 'redirected' ? 'redirect' : 'a';
    const own: Candidate[] = [];
    for (const url of found.targets) {
      if (hostOf(url) !== key.host) continue;
      const candidate = candidateOf({ url, element }, { depth: work.depth, hops, ...level });
      if (admissible(candidate, hostHops, settings)) own.push(candidate);
    }
    births = admitWithin(body, own, settingsFor(settings, key.host).budgets, patternOf(turn, work));
  }
  const vouched = isVouched(turn, outcome, hops);
  if (!vouched) introduce(turn, found.targets);
  const line: Omit<LinkLine, 'links'> = {
    v: 1,
    url: work.url,
    host: key.host,
    turn: turn.ticket.turn,
    depth: work.depth,
    at: visited.at,
    outcome: outcome.kind,
    ownAdmitted: settings.autoRecycleLinks,
    ...(outcome.kind === 'redirected' ? { status: outcome.status } : {}),
    ...(hops > 0 ? { hops } : {}),
    ...level,
    ...(hostHops > 0 ? { hostHops } : {}),
    ...relevance(kept?.content.topic),
    ...(skip ? { skip } : {}),
    ...(vouched ? {} : { unproven: true }),
  };
  harvest.links.push(encodeLinkLine(line, found.links));
  return births;
}

/** Remembers the hosts that it can vouch for once it has made its name. */
export function introduce({ body, key, membership }: Turn, targets: readonly CanonicalUrl[]): void {
  for (const host of new Set(targets.map(hostOf))) {
    if (body.introduced.size >= maxIntroduced) return;
    if (host !== key.host && registeredDomain(host) === membership?.key.domain) body.introduced.add(host);
  }
}

/** Links of a host that has yet to prove itself are hearsay; but where it has moved to, it is itself. */
export function isVouched({ membership }: Turn, outcome?: Outcome, hops = 0): boolean {
  if (membership === undefined || membership.standing === 'good') return true;
  return outcome?.kind === 'redirected' && hops === 0;
}

/** Of what was found as a sitemap. */
function levelOf(work: Work): Pick<LinkLine, 'level'> {
  const level = sitemapLevel(work);
  return level === undefined ? {} : { level };
}

function relevance(topic: TopicVerdict | undefined): Pick<LinkLine, 'score' | 'best'> {
  if (topic === undefined) return {};
  const [best] = topic.classes;
  return { score: topic.score, ...(best === undefined ? {} : { best: best.id }) };
}

function redirection({ to, status }: Redirected): Pick<WrittenContent, 'targets' | 'links'> {
  const rel = meaningOf(status) === 'page' ? ['canonical'] : [];
  const link: Link = { url: to, anchor: '', rel, element: 'redirect', place: 'head' };
  return { targets: [to], links: JSON.stringify([link]) };
}
