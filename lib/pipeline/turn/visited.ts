import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import type { Outcome } from '../../domain/fetch/outcome.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { Changes } from '../../domain/sitemaps/changes.ts';
import type { Listed } from '../../domain/sitemaps/listed.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';

/** How one visit ended, and what it brought. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: Outcome;
  /** Epoch ms, the end of the visit. */
  readonly at: number;
  /** What the answer said, as far as the entry keeps it. */
  readonly seen: Pick<Visit, 'etag' | 'lastModified' | 'status'>;
  /** What it lists, when it is a sitemap or a feed. */
  readonly listed?: VisitedListing;
  /** The page itself when it was parsed. */
  readonly kept?: Kept;
  /** Ids of plug-ins that failed while it was read. */
  readonly failedPlugins?: readonly string[];
  /** Decoded bytes of the answer. */
  readonly bytes: number;
}

/** A parsed page: its content, its place in the outbox when it is part of the collection, and whose links count. */
export interface Kept {
  readonly content: WrittenContent;
  /** Absent when the page is not part of the collection, or did not change (but for the name of its raw document). */
  readonly page?: OutboxPage;
  /** The same of an off-topic page whose content goes into the off-topic store. */
  readonly offTopic?: OutboxPage;
  /** Its links are not admitted: nofollow, or a duplicate whose targets are known. */
  readonly skipLinks: boolean;
  /** The URL that had the same text first, when it is a duplicate. */
  readonly twin?: CanonicalUrl;
}

/** A sitemap or a feed that a visit read, with what it says of changes. */
export interface VisitedListing extends Listed {
  readonly changes: Changes;
}
