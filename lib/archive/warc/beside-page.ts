import { hash } from 'node:crypto';
import type { PageFetch } from '../../base/page/page-fetch.ts';
import type { FetchedDocument } from './page-member.ts';

/** The most that is kept of a body, such as that of an error: what it says stands at its beginning. */
const maxErrorBytes = 65_536;

export interface AnswerBeside extends Pick<FetchedDocument, 'headers' | 'body' | 'compression'> {
  readonly response: PageFetch;
}

/** An answer that is no page, to be kept beside pages. @param maxBytes of its body; the rest is left out, and the record says so */
export function besidePage(
  { response, headers, body, ...rest }: AnswerBeside,
  maxBytes = maxErrorBytes,
): FetchedDocument {
  const { url, fetchedAt, contentType } = response;
  const isCut = body.length > maxBytes;
  const kept = isCut ? body.subarray(0, maxBytes) : body;
  const [essence = ''] = contentType.split(';', 1);
  return {
    // No content of a page has this MD5, so that nobody takes it for the document of a record.
    md5: hash('md5', `beside\n${url}\n${fetchedAt}`),
    beside: true,
    digest: hash('sha256', kept),
    mediaType: essence.trim().toLowerCase() || 'application/octet-stream',
    response: isCut ? { ...response, truncated: true } : response,
    ...{ headers, body: kept, ...rest },
  };
}
