import { hash } from 'node:crypto';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { StagedDocument, StagedHead } from '../../../lib/domain/convert/conversion.ts';

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A document as a visit stages it. */
export function stagedDocument(
  body: Uint8Array,
  mediaType: string,
  head: Partial<StagedHead> = {},
): StagedDocument {
  const url = 'http://a.example/document' as CanonicalUrl;
  const response = {
    ...{ url, status: 200, contentType: mediaType, fetchedAt: 1_795_219_200_000 },
    ...{ wireBytes: body.length, bytes: body.length, truncated: false },
  };
  const limits = { timeMs: 30_000, memoryMb: 256, maxHtml: 1_000_000, maxPages: 100 };
  return {
    head: { url, mediaType, digest: hash('sha256', body), response, usage: {}, limits, ...head },
    body,
  };
}
