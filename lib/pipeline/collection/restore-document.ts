import type { FetchedDocument } from '../../archive/page-member.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { RecordEntry } from '../../ports/records.ts';
import type { Turn } from '../turn/turn.ts';
import { documentFault } from './stored-document.ts';

/** A page that has the content of its record, with the document that was fetched now. */
export interface Refetched {
  readonly page: OutboxPage;
  readonly document: FetchedDocument;
}

/**
 * Keeps the raw document of a record again when it is missing or damaged. The document gets another name, which the record
 * has to take over. Only the URL that made the record can change it.
 * @returns the page that the turn publishes so that its record names the new document; undefined: none
 */
export async function restoreDocument(
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
