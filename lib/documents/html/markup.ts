import type { LinkElement, LinkPlace } from '../../base/links/link.ts';
import type { Heading } from '../../base/page/page-content.ts';
import type { Refresh } from './meta-refresh.ts';

/** A link as it is written in the page: not resolved, not judged. */
export interface MarkupLink {
  readonly href: string;
  readonly anchor: string;
  readonly rel: readonly string[];
  readonly element: LinkElement;
  readonly place: LinkPlace;
  /** Where in the text of the page its anchor begins; absent for what does not stand in it. */
  readonly at?: number;
  /** The id of the block that it stands in, where the job wants it (`content.linkBlocks`). */
  readonly block?: number;
  /** The id of its content block (`contentBlockReader`), where somebody wants it. */
  readonly contentBlock?: string;
}

/** A document that is written out in an `iframe` (`srcdoc`), and where that stands. */
export interface InnerDocument {
  readonly html: string;
  readonly place: LinkPlace;
}

/** What the markup of a page says, before any of it is interpreted. No string of it pins the page's source. */
export interface Markup {
  readonly title: string;
  readonly headings: readonly Heading[];
  /** By name in lower case, every `content` in document order. */
  readonly metadata: ReadonlyMap<string, readonly string[]>;
  /** White space collapsed inside a block, blocks separated by a line feed. */
  readonly text: string;
  /** Where in `text` navigation, asides and footers begin and end, in turn; the first part is none of these. */
  readonly asides?: readonly number[];
  readonly links: readonly MarkupLink[];
  /** Their links are not among those of the page yet (`withInnerLinks`). */
  readonly inner?: readonly InnerDocument[];
  /** How many more there are than were asked for; absent: none. */
  readonly moreLinks?: number;
  readonly baseHref?: string;
  /** Absent if the page stays, or only reloads itself. */
  readonly refresh?: Refresh;
  readonly language?: string;
}

/**
 * Reads the markup of a page. Total: whatever the bytes are, they are a page.
 * @param page in UTF-8, without a byte order mark
 * @param maxLinks the first so many links are kept, the others counted; absent: all are kept
 */
export type Extract = (page: string | Uint8Array, maxLinks?: number) => Markup;
