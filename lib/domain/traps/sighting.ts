import type { Birth } from '../frontier/entry.ts';
import type { CanonicalUrl } from '../url/url.ts';
import type { TextSketch } from '../yield/text-sketch.ts';

/** A link to a page of the same host. */
export interface OwnLink {
  readonly url: CanonicalUrl;
  /** Nobody knew it. */
  readonly isNew: boolean;
}

/** The first visit of a URL, as far as it tells of traps. */
export interface Sighting {
  readonly url: CanonicalUrl;
  /** Id of the pattern on whose page it was found; 0: none. */
  readonly from: number;
  readonly births: readonly Birth[];
  /** What the page of a URL that cannot exist leads to on its host. */
  readonly links?: readonly OwnLink[];
  readonly seen:
    | {
        readonly kind: 'page';
        /** Absent when nobody asked for it (`wantsSketch`): the page is taken for new. */
        readonly sketch?: TextSketch;
        /** The URL that has the same text. */
        readonly twin?: CanonicalUrl;
      }
    | { readonly kind: 'redirect'; readonly to: CanonicalUrl }
    /** An answer that is none to judge by: an error, another kind of document. */
    | { readonly kind: 'other' };
}
