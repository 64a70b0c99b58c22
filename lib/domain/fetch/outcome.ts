import type { Md5 } from '../collection/record.ts';
import type { ListingFormat } from '../sitemaps/listing.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** Why a fetch did not bring an answer that can be used. */
export type FailureReason =
  | 'dns'
  | 'address-refused'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'decode'
  | 'too-large'
  | 'too-many-redirects'
  | 'status'
  | 'worker-killed'
  | 'unreadable'
  /** Whether the page is on topic hangs on a plug-in that failed. */
  | 'plugin';

/** Who or what said no. */
export type Denial = 'robots' | 'robots-unreachable' | 'noindex' | 'purpose' | 'scope';

/** How one visit of a URL ended. A fetch that fails is a value, never an exception. */
export type Outcome =
  | { readonly kind: 'stored'; readonly md5: Md5 }
  | { readonly kind: 'unchanged'; readonly md5: Md5 }
  | { readonly kind: 'duplicate'; readonly md5: Md5 }
  | { readonly kind: 'redirected'; readonly status: number; readonly to: CanonicalUrl }
  | {
      readonly kind: 'off-topic';
      /** Points of the topic filter. */
      readonly score: number;
    }
  | { readonly kind: 'unsupported'; readonly mediaType: string }
  | { readonly kind: 'denied'; readonly by: Denial; readonly rule?: string }
  | { readonly kind: 'gone'; readonly status: number }
  | { readonly kind: 'over-budget' }
  | {
      /** A sitemap or feed: read for the URLs that it lists, not part of the collection. */
      readonly kind: 'listed';
      /** Absent when it did not change since it was read. */
      readonly list?: {
        readonly format: ListingFormat;
        readonly entries: number;
        /** There was, or may have been, more than was read. */
        readonly isCut: boolean;
      };
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly detail: string;
      readonly status?: number;
    };

/** Whether an outcome says nothing of the page itself: what was known of it before still is. */
export function saysNothing(outcome: Outcome): boolean {
  return outcome.kind === 'failed' || (outcome.kind === 'denied' && outcome.by === 'robots-unreachable');
}

export type OutcomeKind = Outcome['kind'];

export const outcomeKinds = [
  'stored',
  'unchanged',
  'duplicate',
  'redirected',
  'off-topic',
  'unsupported',
  'denied',
  'gone',
  'over-budget',
  'failed',
  // Stored by their place in this list: new ones come last.
  'listed',
] as const satisfies readonly OutcomeKind[];
