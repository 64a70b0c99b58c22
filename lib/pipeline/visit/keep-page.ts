import { defined } from '../../domain/base/defined.ts';
import { WinnowError } from '../../domain/base/error.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { PageResponse } from '../../domain/collection/record.ts';
import type { ReadRequest } from '../../domain/document/page.ts';
import type { WrittenContent, WrittenPage } from '../../domain/document/written-content.ts';
import type { FetchResult } from '../../domain/fetch/fetch-result.ts';
import type { Outcome, OutcomeKind } from '../../domain/fetch/outcome.ts';
import { isOnGoodPath } from '../../domain/focus/hard-rule.ts';
import { followsLinks } from '../../domain/focus/ranking.ts';
import { revisionsOf, type Visit, type Work } from '../../domain/frontier/entry.ts';
import { denialBy, ownerAsks, recorded } from '../../domain/rights/owner-asks.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { TopicVerdict } from '../../domain/topic/topic-verdict.ts';
import { isProbe } from '../../domain/traps/probe.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import { matchRecord, type RecordMatch } from '../collection/match-record.ts';
import { restoreDocument } from '../collection/restore-document.ts';
import { admissible, candidateOf, rankingFor } from '../frontier/candidates.ts';
import { linkPriorOf, scoresLinks } from '../links/link-prior.ts';
import type { PutOff } from '../politeness/host-session.ts';
import { topicToRead } from '../topic/topic-model.ts';
import type { PageReading } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import type { Kept, Visited } from '../turn/visited.ts';

/** The bytes of a page. */
export type PageBody = Pick<Extract<FetchResult, { kind: 'response' }>, 'body' | 'gzip'>;

/** An answer with a page. */
export interface PageCame {
  readonly work: Work;
  readonly response: PageResponse;
  readonly body: PageBody;
  readonly readings: ReadonlySet<PageReading>;
}

type PageEnd = Pick<Visited, 'outcome' | 'kept' | 'failedPlugins'>;

/**
 * Reads a page and, when it belongs to the collection, stores its raw document, which is named by its content: a turn that
 * dies after this leaves nothing wrong behind.
 */
export async function keepPage(turn: Turn, came: PageCame): Promise<PageEnd | PutOff> {
  const read = await readInTime(turn, await requestFor(turn, came));
  if (read.kind === 'put-off') return read;
  const failed = 'failedPlugins' in read ? defined({ failedPlugins: read.failedPlugins }) : {};
  switch (read.kind) {
    case 'unsupported':
      return { outcome: read, ...failed };
    case 'undecided':
      return { outcome: { kind: 'failed', reason: 'plugin', detail: read.detail }, ...failed };
    case 'unreadable':
      return { outcome: { kind: 'failed', reason: 'unreadable', detail: read.detail }, ...failed };
    default:
      return { ...(await judge(turn, came, read.content)), ...failed };
  }
}

async function requestFor(turn: Turn, { work, response, body, readings }: PageCame): Promise<ReadRequest> {
  const settings = settingsFor(turn.settings, work.url);
  return {
    url: work.url,
    body: body.body,
    contentType: response.contentType,
    ...defined({ linkHeader: response.linkHeader, analysers: settings.analysers }),
    urlSettings: settings.url,
    links: settings.links,
    ...(await topicToRead(turn.ports.models, settings.topic)),
    scoreLinks: scoresLinks(settings),
    extract: settings.extract,
    product: settings.identity.product,
    sketch: readings.has('sketch'),
  };
}

async function judge(
  turn: Turn,
  { work, response, body }: PageCame,
  content: WrittenContent,
): Promise<PageEnd> {
  const settings = settingsFor(turn.settings, work.url);
  turn.room.keep(content.rest.length + content.links.length);
  // What a host shows where there is no page is none; its links are looked at, and followed by nobody.
  if (isProbe(work.url)) {
    return { outcome: { kind: 'gone', status: response.status }, kept: { content, skipLinks: true } };
  }
  const { product } = settings.identity;
  const robots = await turn.robots(work.url);
  const said = robots.kind === 'rules' ? robots.robots.usage(work.url, product) : {};
  const asks = ownerAsks(said, response, content.robots, product);
  const { nofollow, noarchive } = asks.directives;
  const denial = denialBy(asks, settings.purpose);
  if (denial !== undefined)
    return { outcome: { kind: 'denied', ...denial }, kept: { content, skipLinks: nofollow } };
  const to = settings.links.canonical === 'trust' ? movedTo(turn, work, content) : undefined;
  if (to !== undefined) return { outcome: { kind: 'redirected', status: response.status, to } };
  const follows = content.topic === undefined || areLinksFollowed(settings, work, content.topic);
  if (content.topic?.relevant === false) {
    const page = {
      content,
      skipLinks: nofollow || !follows,
      ...(await keepOffTopic(turn, work, { ...response, ...recorded(asks) }, content, body)),
    };
    return { outcome: { kind: 'off-topic', score: content.topic.score }, kept: page };
  }
  const came = { ...response, ...recorded(asks) };
  const kept = settings.documents.keep && noarchive !== true ? body : undefined;
  if (work.visit?.md5 === content.md5) {
    const page = kept && work.visit.unconditional && (await restored(turn, work, came, content, kept));
    const unchanged = { content, skipLinks: nofollow || !follows, ...(page ? { page } : {}) };
    return { outcome: { kind: 'unchanged', md5: content.md5 }, kept: unchanged };
  }
  const { isFirst, page, knownTargets, twin } = await bringIn(turn, work, came, content, kept);
  const outcome: Outcome = { kind: isFirst ? 'stored' : 'duplicate', md5: content.md5 };
  const skipLinks = nofollow || !follows || knownTargets;
  return { outcome, kept: { content, page, skipLinks, ...(twin === undefined ? {} : { twin }) } };
}

/** A page that cannot be read yet, whatever holds us up, is fetched again after this. */
const putOffMs = 10_000;

/** Reads a page once there is room for it and a thread that comes to it; else it is put off: what holds us up is not its fault. */
async function readInTime({ ports, room }: Turn, request: ReadRequest): Promise<WrittenPage | PutOff> {
  const putOff = (): PutOff => ({ kind: 'put-off', until: ports.clock.now() + putOffMs });
  if (!(await room.enter(request.body.length))) return putOff();
  try {
    return await ports.reader.read(request);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'unavailable') return putOff();
    throw error;
  }
}

/** What is to be published of a page that did not change, since its raw document had to be stored again under another name. */
async function restored(
  { ports, key: { job } }: Turn,
  work: Work & { readonly visit?: Visit },
  response: PageResponse,
  { md5, digest }: WrittenContent,
  body: PageBody,
): Promise<OutboxPage | undefined> {
  const record = await ports.records.record(job, md5);
  if (record === undefined) return undefined;
  const { firstSeen, changedAt: lastChanged } = work.visit ?? { firstSeen: record.firstSeen, changedAt: 0 };
  const page = {
    ...{ md5, digest, response, depth: work.depth, firstSeen, lastChanged },
    ...historyOf(work.visit, md5),
  };
  return await restoreDocument({ ports, job }, record, { url: work.url, page, ...bytesOf(body) });
}

function historyOf(before: Visit | undefined, md5: string): Pick<OutboxPage, 'history'> {
  if (before === undefined) return {};
  return { history: { firstVisited: before.firstSeen, changes: revisionsOf(before, md5) } };
}

/** Whether the focus of the job lets the crawl go on from a page that was judged so. */
function areLinksFollowed({ focus, topic }: JobSettings, work: Work, verdict: TopicVerdict): boolean {
  if (topic === undefined || topic.followOffTopic) return true;
  const { relevant, crawlOnly, classes, filter, site } = verdict;
  const onGoodPath = isOnGoodPath(topic, { filter, best: classes[0]?.id, site });
  const { tunnelDepth = 0 } = linkPriorOf(topic, work, verdict);
  return followsLinks(focus, { relevant, crawlOnly, onGoodPath }, tunnelDepth);
}

/**
 * Where a page has moved to that names another URL of its host as its canonical one. Two pages that name each other
 * would both be lost: so a page that was led to is what it is, and one whose canonical URL brought no page is too.
 */
function movedTo(turn: Turn, work: Work, { canonical }: WrittenContent): CanonicalUrl | undefined {
  if (canonical === undefined || hostOf(canonical) !== turn.key.host || work.hops > 0) return undefined;
  const before = turn.body.visits.get(canonical)?.visit.outcome;
  if (before !== undefined && !inCollection.has(before)) return undefined;
  const source = { depth: work.depth, hops: work.hops, at: turn.ports.clock.now() };
  const candidate = candidateOf({ url: canonical, element: 'redirect' }, source, rankingFor(turn.settings));
  return admissible(candidate, turn.body.hostHops ?? 0, turn.settings) ? canonical : undefined;
}

/** What is kept of an off-topic page beside its links: nothing, what it says, or its raw document too. */
async function keepOffTopic(
  { ports, key: { job }, settings }: Turn,
  work: Work,
  response: PageResponse,
  { md5, digest }: WrittenContent,
  body: PageBody,
): Promise<Pick<Kept, 'offTopic'>> {
  const { keep } = settings.offTopic;
  if (keep === 'none') return {};
  const isArchived = keep === 'all' && response.directives?.includes('noarchive') !== true;
  const { contentType, fetchedAt } = response;
  const document = isArchived
    ? await ports.documents.put(job, { md5, digest, ...bytesOf(body), contentType })
    : undefined;
  const { firstSeen = fetchedAt } = work.visit ?? {};
  const page = { md5, digest, response, depth: work.depth, firstSeen, lastChanged: fetchedAt };
  return { offTopic: { ...page, ...(document === undefined ? {} : { document }) } };
}

/** The rest of an answer is not a document's. */
function bytesOf({ body, gzip }: PageBody): PageBody {
  return gzip === undefined ? { body } : { body, gzip };
}

const inCollection: ReadonlySet<OutcomeKind> = new Set(['stored', 'unchanged', 'duplicate']);

/** Keeps the raw document; the record gets its URL when the turn is published. */
async function bringIn(
  turn: Turn,
  work: Work,
  response: PageResponse,
  content: WrittenContent,
  body: PageBody | undefined,
): Promise<{ readonly page: OutboxPage } & Pick<RecordMatch, 'isFirst' | 'knownTargets' | 'twin'>> {
  const { ports, key } = turn;
  const { md5, digest } = content;
  const own = body && ports.documents.key(key.job, md5, digest);
  const { document, isToBePut, ...match } = await matchRecord(turn, content, work.url, own);
  if (body && (isToBePut || (work.visit?.unconditional && document === own))) {
    await ports.documents.put(key.job, { md5, digest, ...bytesOf(body), contentType: response.contentType });
  }
  const { fetchedAt } = response;
  const page = { md5, digest, response, depth: work.depth, firstSeen: fetchedAt, lastChanged: fetchedAt };
  const kept = document === undefined ? {} : { document };
  return { ...match, page: { ...page, ...historyOf(work.visit, md5), ...kept } };
}
