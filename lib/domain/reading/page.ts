import type { TextSketch } from '../../base/likeness/text-sketch.ts';
import type { SampledPage } from '../../base/links/link-segment.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { UrlSettings } from '../../base/url/url-settings.ts';
import type { ParseRequest } from '../../documents/parse.ts';
import type { AnalysisSettings, ExtractRule } from '../../documents/settings.ts';
import type { HeaderLinks } from '../../documents/types.ts';
import type { TopicSettings } from '../../topic/settings.ts';
import type { contentSection } from './content-settings.ts';
import type { PageEvidence } from './page-evidence.ts';

/** What readers know of the section `content`. */
export type ReadingSettings = SettingsOf<typeof contentSection.keys>;

export interface ReadRequest extends ParseRequest, HeaderLinks {
  /** Which spellings of a link are one page. */
  readonly urlSettings: UrlSettings;
  /** What the crawl is about; absent: no page is judged. */
  readonly topic?: TopicSettings;
  /** The bytes of the models that the topic names, by their digests. */
  readonly models?: ReadonlyMap<string, Uint8Array>;
  /** Plug-ins that add fields to the page; absent: there are none. */
  readonly analysers?: readonly PluginSettings[];
  /** What words mean in the field of the job (`encodeLatent`), by which links are judged, too; absent: nobody knows yet. */
  readonly latent?: Uint8Array;
  /** Off-topic pages with a smaller MD5 are sampled; absent: none is. */
  readonly sampleBelow?: string;
  /** Links are judged by the topic, too. */
  readonly scoreLinks?: boolean;
  readonly extract: readonly ExtractRule[];
  /** Main content and Markdown; absent: neither. */
  readonly content?: ReadingSettings;
  /** What is made of the content; absent: the defaults. */
  readonly analysis?: AnalysisSettings;
  /** The IP address that it came from; absent: nobody knows, or nobody asks. */
  readonly address?: string;
  /** Product token, for meta robots addressed to us. */
  readonly product: string;
  /** False: nobody wants a sketch of what the page says. */
  readonly sketch?: boolean;
}

export type ReadResult =
  | {
      readonly kind: 'page';
      readonly content: PageContent;
      /** Links that were left out because their URL is none that can be crawled (`mailto:`, `javascript:`, invalid). */
      readonly refusedLinks: number;
      /** Absent when it was not wanted. */
      readonly sketch?: TextSketch;
      /** Of an off-topic page; absent when it is not in the sample. */
      readonly sample?: SampledPage;
      /** What tells that the page may stand in for another; absent: nothing does. */
      readonly evidence?: PageEvidence;
      /** The ids of the content blocks of its links (`MarkupLink.contentBlock`), in their order, apart by spaces; empty where a link has none. Absent when nobody wanted them. */
      readonly contentBlocks?: string;
      /** Where an instant refresh leads, if it is followed: another URL than the page's own. */
      readonly movesTo?: CanonicalUrl;
    }
  | { readonly kind: 'unsupported'; readonly mediaType: string }
  /** The parser itself failed; a bug or a hostile page. */
  | { readonly kind: 'unreadable'; readonly detail: string };
