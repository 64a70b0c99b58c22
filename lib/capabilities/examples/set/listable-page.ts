import type { CanonicalUrl } from '../../../base/url/url.ts';

/** A page that a crawl has visited, with what its topic says of it. */
export interface ListablePage {
  readonly url: CanonicalUrl;
  /** Epoch ms of its first visit. */
  readonly at: number;
  /** 0 to 1; absent: no filter judged it. */
  readonly relevance?: number;
  /** The class that fits it best. */
  readonly best?: string;
}
