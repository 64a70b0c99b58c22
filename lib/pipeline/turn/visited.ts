import type { Outcome } from '../../base/fetch/outcome.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { ToldFields } from '../../domain/collection/told-fields.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { KeptContent } from '../../domain/reading/written-content.ts';
import type { Listed, ReportedChanges } from '../../rules/sitemaps.ts';

/** How a visit ended, and what it brought. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: Outcome;
  /** Epoch ms of the end of the visit. */
  readonly at: number;
  /** What the frontier entry keeps of the answer. */
  readonly seen: Pick<Visit, 'etag' | 'lastModified' | 'status' | 'digest' | 'deleted'>;
  /** The entries, if the answer is a sitemap or a feed. */
  readonly listed?: VisitedListing;
  /** The page, if it was parsed. */
  readonly kept?: Kept;
  /** Ids of plug-ins that failed on the page. */
  readonly failedPlugins?: readonly string[];
  /** Why the URL leaves its record, where the kind of the outcome does not say it. */
  readonly cause?: string;
  /** Decoded bytes of the answer. */
  readonly bytes: number;
}

/** A parsed page: its content, its page in the outbox if it belongs to the collection, and whether its links count. */
export interface Kept {
  readonly content: KeptContent;
  /** Absent if the page is not part of the collection, or did not change (except for the name of its raw document). */
  readonly page?: OutboxPage;
  /** The same for an off-topic page whose content is stored. */
  readonly offTopic?: OutboxPage;
  /** Whether to skip the links: nofollow, or a duplicate whose link targets are known. */
  readonly skipLinks: boolean;
  /** What parts said of the page beside its content. */
  readonly told?: ToldFields;
  /** For a duplicate, the URL that had the same text first. */
  readonly twin?: CanonicalUrl;
}

/** A sitemap or a feed that a visit read, with the changes that it reports. */
export interface VisitedListing extends Listed {
  readonly changes: ReportedChanges;
}
