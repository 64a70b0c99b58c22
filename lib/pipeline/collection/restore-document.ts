import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { documentFault } from './stored-document.ts';

/** A page that has the content of its record, with the bytes that were fetched now. */
export interface Refetched {
  readonly url: CanonicalUrl;
  readonly page: OutboxPage;
  readonly body: Uint8Array;
  readonly gzip?: Uint8Array;
}

/**
 * Stores the raw document of a record again when it is missing or damaged. The bytes of a page may differ from visit to
 * visit while its text stays the same: then the document gets another name, which the record has to take over. Only the
 * URL that made the record can change it.
 * @returns the page that the turn publishes so that its record names the new document; undefined: none
 */
export async function restoreDocument(
  { ports, job }: { readonly ports: Pick<Ports, 'documents'>; readonly job: string },
  record: RecordEntry,
  { url, page, body, gzip }: Refetched,
): Promise<OutboxPage | undefined> {
  const { md5, digest } = page;
  const { document } = record;
  const fault = document === undefined ? undefined : await documentFault(ports, md5, document);
  if (document !== undefined && (fault === undefined || fault.kind === 'unread')) return undefined;
  const isSame = ports.documents.key(job, md5, digest) === document;
  if (!isSame && record.firstUrl !== url) return undefined;
  const { contentType } = page.response;
  const bytes = gzip === undefined ? { body } : { body, gzip };
  const key = await ports.documents.put(job, { md5, digest, ...bytes, contentType, replace: true });
  return isSame ? undefined : { ...page, document: key, revises: true };
}
