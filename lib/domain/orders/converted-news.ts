import type { CanonicalUrl } from '../../base/url/url.ts';
import { orderKind } from './order-kind.ts';

/** What a converter tells the host of a document; the result is stored under the id. */
export interface ConvertedNews {
  readonly url: CanonicalUrl;
  readonly id: string;
}

/** A document of the host was converted. */
export const convertedNews = orderKind<ConvertedNews>('d');
