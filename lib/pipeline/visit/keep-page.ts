import type { FetchedDocument } from '../../archive/documents.ts';
import { defined } from '../../base/defined.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import { revisionsOf, type Visit } from '../../domain/frontier/entry.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { matchRecord, type RecordMatch } from '../collection/match-record.ts';
import { documentFault } from '../collection/stored-document.ts';
import type { Turn } from '../turn/turn.ts';
import type { Kept } from '../turn/visited.ts';
import { endPage } from './end-visit.ts';
import { admitRequisites } from './requisites.ts';
import type { VisitEnd, WeighedVisit } from './steps.ts';

/** Adds a page to the collection if it is on topic, and keeps its raw document if the job keeps documents. */
export async function keepPage(visit: WeighedVisit): Promise<VisitEnd> {
  const { work, content, settings, skipLinks, noArchive } = visit;
  const { md5, topic } = content;
  if (topic?.relevant === false) {
    const kept = { content, skipLinks, ...(await keepOffTopic(visit)) };
    return endPage(visit, { kind: 'off-topic', score: topic.score }, kept);
  }
  const archived = settings.documents.keep !== false && !noArchive;
  if (work.visit?.md5 === md5) {
    const page = archived && work.visit.unconditional && (await restored(visit, work.visit));
    return endPage(visit, { kind: 'unchanged', md5 }, { content, skipLinks, ...(page ? { page } : {}) });
  }
  if (await isHalfOf(visit, work.visit)) {
    const detail = 'the body ended early, and a whole one is stored';
    return endPage(visit, { kind: 'failed', reason: 'reset', detail });
  }
  if (archived) admitRequisites(visit, { body: visit.body.body, mediaType: visit.content.mediaType });
  const { isFirst, page, knownTargets, twin } = await bringIn(visit, archived);
  return endPage(
    visit,
    { kind: isFirst ? 'stored' : 'duplicate', md5 },
    { content, page, skipLinks: skipLinks || knownTargets, ...defined({ twin }) },
  );
}

/** Whether the body ended early, of a page that is stored whole. */
async function isHalfOf({ turn, result }: WeighedVisit, before: Visit | undefined): Promise<boolean> {
  if (result.endedEarly !== true || before?.md5 === undefined) return false;
  const { ports, key } = turn;
  const stored = await ports.records.record(key.job, before.md5);
  const line = stored && (await changeLineOf(ports, key.job, stored));
  return line?.record !== undefined && !line.record.response.truncated;
}

/** The outbox entry of an unchanged page whose raw document had to be stored again. */
async function restored(visit: WeighedVisit, before: Visit): Promise<OutboxPage | undefined> {
  const { turn, work, response, content } = visit;
  const { md5, digest } = content;
  const record = await turn.ports.records.record(turn.key.job, md5);
  if (record === undefined) return undefined;
  const { firstSeen, changedAt: lastChanged } = before;
  const page = {
    ...{ md5, digest, response, depth: work.depth, firstSeen, lastChanged },
    ...historyOf(before, md5),
  };
  return await restoreDocument(turn, record, { page, document: fetched(visit) });
}

function historyOf(before: Visit | undefined, md5: string): Pick<OutboxPage, 'history'> {
  if (before === undefined) return {};
  return { history: { firstVisited: before.firstSeen, changes: revisionsOf(before, md5) } };
}

/** What is kept of an off-topic page beside its links: nothing, its content, or its raw document, too. */
async function keepOffTopic(visit: WeighedVisit): Promise<Pick<Kept, 'offTopic'>> {
  const { turn, work, response, content, noArchive } = visit;
  const { md5, digest } = content;
  const { keep } = turn.settings.offTopic;
  if (keep === 'none') return {};
  const { fetchedAt } = response;
  const document = keep === 'all' && !noArchive ? turn.documents.handle() : undefined;
  if (document !== undefined) await turn.documents.keep(document, fetched(visit));
  const { firstSeen = fetchedAt } = work.visit ?? {};
  const page = { md5, digest, response, depth: work.depth, firstSeen, lastChanged: fetchedAt };
  return { offTopic: { ...page, ...defined({ document }) } };
}

/** The document of a page that was fetched. */
function fetched({ response, content, result, body, settings }: WeighedVisit): FetchedDocument {
  const { md5, digest, mediaType } = content;
  const { gzip } = body;
  const { compression } = settings.documents;
  return {
    ...{ md5, digest, mediaType, response, headers: result.headers, body: body.body, compression },
    ...defined({ gzip }),
  };
}

/** Keeps the raw document. The record gets its URL when the turn is published. */
async function bringIn(
  visit: WeighedVisit,
  isArchived: boolean,
): Promise<{ readonly page: OutboxPage } & Pick<RecordMatch, 'isFirst' | 'knownTargets' | 'twin'>> {
  const { turn, work, response, content, entering, told } = visit;
  const { md5, digest } = content;
  const own = isArchived ? turn.documents.handle() : undefined;
  const { document, isToBeKept, ...match } = await matchRecord(turn, content, work.url, own);
  if (own !== undefined && isToBeKept) await turn.documents.keep(own, fetched(visit));
  const { fetchedAt } = response;
  const page = { md5, digest, response, depth: work.depth, firstSeen: fetchedAt, lastChanged: fetchedAt };
  const kept = document === undefined ? {} : { document };
  return {
    ...match,
    page: { ...page, ...historyOf(work.visit, md5), ...kept, ...told, ...entering },
  };
}

/** A page that has the content of its record, with the document that was fetched now. */
interface Refetched {
  readonly page: OutboxPage;
  readonly document: FetchedDocument;
}

/**
 * Keeps the raw document of a record again when it is missing or damaged. The document gets another name, which the record
 * has to take over. Only the URL that made the record can change it.
 * @returns the page that the turn publishes so that its record names the new document; undefined: none
 */
async function restoreDocument(
  { ports, documents }: Pick<Turn, 'ports' | 'documents'>,
  record: RecordEntry,
  { page, document: fetched }: Refetched,
): Promise<OutboxPage | undefined> {
  const { document } = record;
  const fault = document === undefined ? undefined : await documentFault(ports, page.md5, document);
  if (document !== undefined && (fault === undefined || fault.kind === 'unread')) return undefined;
  if (record.firstUrl !== page.response.url) return undefined;
  const handle = documents.handle();
  await documents.keep(handle, fetched);
  return { ...page, document: handle, revises: true };
}
