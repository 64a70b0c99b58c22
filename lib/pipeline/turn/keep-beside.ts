import { besidePage } from '../../archive/documents.ts';
import { robotsDirectives } from '../../base/page/robots-directives.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { FetchResult } from '../../ports/web.ts';
import type { TurnDocuments } from './turn-documents.ts';

/** An answer that is no page. */
export interface AnsweredBeside {
  readonly url: CanonicalUrl;
  readonly result: Extract<FetchResult, { kind: 'response' }>;
  /** Epoch ms. */
  readonly at: number;
}

/** Whether a job keeps answers that are no pages. */
export function keepsBeside({ documents }: Pick<JobSettings, 'documents'>): boolean {
  return documents.keep === 'all';
}

/** Keeps an answer beside the pages of a turn, unless the job keeps none or its owner forbids it. @param maxBytes of its body; absent: as many as of an error */
export async function keepBeside(
  { documents, settings }: { readonly documents: TurnDocuments; readonly settings: JobSettings },
  { url, result, at }: AnsweredBeside,
  maxBytes?: number,
): Promise<void> {
  const own = settingsFor(settings, url);
  const { status, headers, body, truncated, wireBytes, address } = result;
  const { noarchive } = robotsDirectives(headers['x-robots-tag'] ?? '', own.identity.product);
  if (!keepsBeside(own) || noarchive) return;
  const response = {
    ...{ url, status, contentType: headers['content-type'] ?? '', fetchedAt: at },
    ...{ wireBytes, bytes: body.length, truncated, ...(address === undefined ? {} : { address }) },
  };
  const answer = { response, headers, body, compression: own.documents.compression };
  await documents.keep(documents.handle(), besidePage(answer, maxBytes));
}
