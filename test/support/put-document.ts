import type { FetchedDocument } from '../../lib/archive/warc/page-member.ts';
import { bodyOf, storedDocument } from '../../lib/archive/warc/stored-document.ts';
import { bodyDigest } from '../../lib/base/bytes/body-digest.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { DocumentStore } from '../../lib/ports/documents.ts';

type Made = Pick<FetchedDocument, 'md5' | 'body'> & Partial<FetchedDocument>;

/** A fetched page, of which only what matters is given. */
export function fetchedDocument(
  { md5, body, ...over }: Made,
  url = 'https://a.example/page',
): FetchedDocument {
  return {
    ...{ md5, body, digest: bodyDigest(body), mediaType: 'text/html', headers: {} },
    response: {
      ...{ url: url as CanonicalUrl, status: 200, contentType: 'text/html', fetchedAt: 1_795_219_200_000 },
      ...{ wireBytes: body.length, bytes: body.length, truncated: false },
    },
    ...over,
  };
}

/** Stores one page by itself. @returns its name */
export async function putDocument(
  documents: Pick<DocumentStore, 'encode' | 'put'>,
  job: string,
  document: Made,
  url?: string,
): Promise<string> {
  const [name] = await documents.put(job, [await documents.encode(fetchedDocument(document, url))]);
  return name as string;
}

/** The body of a stored page; undefined when nothing is stored under the name. */
export async function documentBody(
  documents: Pick<DocumentStore, 'read'>,
  name: string | undefined,
): Promise<Uint8Array | undefined> {
  const bytes = name === undefined ? undefined : await documents.read(name);
  return bytes && new Uint8Array(bodyOf(storedDocument(name as string, bytes)));
}
