import type { Md5 } from '../page/page-content.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** Why a fetch did not bring a usable answer. */
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
  /** A plug-in failed that has to decide whether the page is on topic. */
  | 'plugin';

/** What forbids the visit or the storing of a page. */
export type Denial =
  | 'robots'
  | 'robots-unreachable'
  | 'noindex'
  | 'purpose'
  | 'scope'
  /** A rule of the job's strategy dismissed the URL; nothing was requested. */
  | 'strategy'
  /** The collection has a page that says nearly the same (`content.nearDuplicates`). */
  | 'near-duplicate'
  /** The server gave another page in place of the one that was asked for (`content.standIns`). */
  | 'stand-in'
  /** A person deleted the page (`capabilities/delete`); nothing was requested. */
  | 'deleted';

/** The formats that list URLs for crawlers or readers: those of the sitemaps protocol (sitemaps.org), and feeds. */
export type ListingFormat = 'sitemap' | 'sitemap-index' | 'text' | 'rss' | 'atom' | 'json-feed';

/** How one visit of a URL ended. A fetch that fails is a value, never an exception. */
export type Outcome =
  | { readonly kind: 'stored'; readonly md5: Md5 }
  | { readonly kind: 'unchanged'; readonly md5: Md5 }
  | { readonly kind: 'duplicate'; readonly md5: Md5 }
  | {
      readonly kind: 'redirected';
      readonly status: number;
      readonly to: CanonicalUrl;
      /** What in the page names the target; absent: the head of the answer does. */
      readonly rel?: 'canonical' | 'refresh';
    }
  | {
      readonly kind: 'off-topic';
      /** Score of the topic filter. */
      readonly score: number;
    }
  | { readonly kind: 'unsupported'; readonly mediaType: string }
  | { readonly kind: 'denied'; readonly by: Denial; readonly rule?: string }
  | { readonly kind: 'gone'; readonly status: number }
  /** The server has the page, and does not give it to this crawler. */
  | { readonly kind: 'forbidden'; readonly status: number }
  | { readonly kind: 'over-budget' }
  | {
      /** A document that is being converted; the outcome of its text takes the place of this one. */
      readonly kind: 'converting';
      readonly mediaType: string;
      /** Names the document. */
      readonly id: string;
    }
  | {
      /** A sitemap or feed: read for the URLs that it lists, not part of the collection. */
      readonly kind: 'listed';
      /** Absent if the list did not change since it was read. */
      readonly list?: {
        readonly format: ListingFormat;
        readonly entries: number;
        /** Whether the list has, or may have, more than was read. */
        readonly isCut: boolean;
      };
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly detail: string;
      readonly status?: number;
    };

/** Whether an outcome says nothing about the page, so that all that is known of the page stays valid. */
export function saysNothing(outcome: Outcome): boolean {
  if (outcome.kind === 'failed' || outcome.kind === 'converting') return true;
  return outcome.kind === 'denied' && outcome.by === 'robots-unreachable';
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
  // Outcomes are stored by their index in this list: add new ones at the end.
  'listed',
  'converting',
  'forbidden',
] as const satisfies readonly OutcomeKind[];
