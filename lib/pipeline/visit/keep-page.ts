import { defined } from '../../domain/base/defined.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import { revisionsOf, type Visit } from '../../domain/frontier/entry.ts';
import { matchRecord, type RecordMatch } from '../collection/match-record.ts';
import { restoreDocument } from '../collection/restore-document.ts';
import type { Kept } from '../turn/visited.ts';
import { endPage } from './end-visit.ts';
import type { PageBody, VisitEnd, WeighedVisit } from './steps.ts';

/**
 * Adds a page to the collection if it is on topic, and stores its raw document if the job keeps documents. A document is
 * named by its content: a turn that dies after this leaves nothing wrong behind.
 */
export async function keepPage(visit: WeighedVisit): Promise<VisitEnd> {
  const { work, content, settings, skipLinks, noArchive } = visit;
  const { md5, topic } = content;
  if (topic?.relevant === false) {
    const kept = { content, skipLinks, ...(await keepOffTopic(visit)) };
    return endPage(visit, { kind: 'off-topic', score: topic.score }, kept);
  }
  const archived = settings.documents.keep && !noArchive ? bytesOf(visit.body) : undefined;
  if (work.visit?.md5 === md5) {
    const page = archived && work.visit.unconditional && (await restored(visit, work.visit, archived));
    return endPage(visit, { kind: 'unchanged', md5 }, { content, skipLinks, ...(page ? { page } : {}) });
  }
  const { isFirst, page, knownTargets, twin } = await bringIn(visit, archived);
  return endPage(
    visit,
    { kind: isFirst ? 'stored' : 'duplicate', md5 },
    { content, page, skipLinks: skipLinks || knownTargets, ...defined({ twin }) },
  );
}

/** The outbox entry of an unchanged page whose raw document had to be stored again under another name. */
async function restored(
  { turn: { ports, key }, work, response, content: { md5, digest } }: WeighedVisit,
  before: Visit,
  bytes: PageBody,
): Promise<OutboxPage | undefined> {
  const { job } = key;
  const record = await ports.records.record(job, md5);
  if (record === undefined) return undefined;
  const { firstSeen, changedAt: lastChanged } = before;
  const page = {
    ...{ md5, digest, response, depth: work.depth, firstSeen, lastChanged },
    ...historyOf(before, md5),
  };
  return await restoreDocument({ ports, job }, record, { url: work.url, page, ...bytes });
}

function historyOf(before: Visit | undefined, md5: string): Pick<OutboxPage, 'history'> {
  if (before === undefined) return {};
  return { history: { firstVisited: before.firstSeen, changes: revisionsOf(before, md5) } };
}

/** What is kept of an off-topic page beside its links: nothing, its content, or its raw document, too. */
async function keepOffTopic({
  turn: { ports, key, settings },
  work,
  response,
  content: { md5, digest },
  body,
  noArchive,
}: WeighedVisit): Promise<Pick<Kept, 'offTopic'>> {
  const { keep } = settings.offTopic;
  if (keep === 'none') return {};
  const { contentType, fetchedAt } = response;
  const document =
    keep === 'all' && !noArchive
      ? await ports.documents.put(key.job, { md5, digest, ...bytesOf(body), contentType })
      : undefined;
  const { firstSeen = fetchedAt } = work.visit ?? {};
  const page = { md5, digest, response, depth: work.depth, firstSeen, lastChanged: fetchedAt };
  return { offTopic: { ...page, ...defined({ document }) } };
}

/** The body of an answer without its other fields. */
function bytesOf({ body, gzip }: PageBody): PageBody {
  return gzip === undefined ? { body } : { body, gzip };
}

/** Stores the raw document. The record gets its URL when the turn is published. @param bytes absent: no document is kept */
async function bringIn(
  { turn, work, response, content, near }: WeighedVisit,
  bytes: PageBody | undefined,
): Promise<{ readonly page: OutboxPage } & Pick<RecordMatch, 'isFirst' | 'knownTargets' | 'twin'>> {
  const { ports, key } = turn;
  const { md5, digest } = content;
  const own = bytes && ports.documents.key(key.job, md5, digest);
  const { document, isToBePut, ...match } = await matchRecord(turn, content, work.url, own);
  if (bytes && (isToBePut || (work.visit?.unconditional && document === own))) {
    await ports.documents.put(key.job, { md5, digest, ...bytes, contentType: response.contentType });
  }
  const { fetchedAt } = response;
  const page = { md5, digest, response, depth: work.depth, firstSeen: fetchedAt, lastChanged: fetchedAt };
  const kept = document === undefined ? {} : { document };
  return { ...match, page: { ...page, ...historyOf(work.visit, md5), ...kept, ...defined({ near }) } };
}
