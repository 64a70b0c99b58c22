import { type CutOffs, cutOffsOf } from '../term-verdict.ts';
import { type FilterDocument, type TopicParts, topicFilterOf } from '../topic-filter.ts';
import { type BuiltInSettings, builtIn, type TopicSettings } from '../topic-settings.ts';
import type { FilterVerdict, TopicVerdict } from '../topic-verdict.ts';
import { type ModelEvidence, modelEvidence } from './model-evidence.ts';
import { type TermEvidence, termEvidence } from './term-evidence.ts';

/** What one filter of a chain says of a page, and all that it goes by. */
export interface FilterEvidence {
  readonly verdict: FilterVerdict;
  /** What had to be reached: of terms three cut-offs, of a model how well its good classes must fit. */
  readonly cutOffs?: CutOffs;
  readonly minRelevance?: number;
  readonly terms?: readonly TermEvidence[];
  readonly model?: ModelEvidence;
}

/** Why a topic says of a page what it does. */
export interface TopicEvidence {
  readonly url: string;
  /** As a crawl has it. */
  readonly verdict: TopicVerdict;
  /** All filters in their order but plug-ins, those that were not needed too. */
  readonly filters: readonly FilterEvidence[];
  /** Ids of filters that are plug-ins: only a crawl asks them. */
  readonly plugins: readonly string[];
  /** The page as the filters read it; places are offsets into it. */
  readonly page: FilterDocument;
}

/**
 * Why a topic says of a page what it does, with every match and its place. A second, slower pass over one page that
 * somebody asks about: a crawl keeps the verdict in short, and none of this.
 */
export function explainTopic(
  settings: TopicSettings,
  parts: TopicParts,
  page: FilterDocument,
): TopicEvidence {
  const verdict = topicFilterOf(settings, parts)(page);
  const plugins = settings.filters.filter(({ kind }) => kind === 'plugin').map(({ id }) => id);
  const filters = builtIn(settings).map((one): FilterEvidence => {
    const alone: TopicSettings = { ...settings, filters: [one], match: 'all', sitesOk: [] };
    return { verdict: topicFilterOf(alone, parts)(page), ...evidenceOf(one, parts, page) };
  });
  return { url: page.url, verdict, filters, plugins, page };
}

function evidenceOf(
  filter: BuiltInSettings,
  { models }: TopicParts,
  page: FilterDocument,
): Omit<FilterEvidence, 'verdict'> {
  if (filter.kind === 'terms') return { cutOffs: cutOffsOf(filter), terms: termEvidence(filter, page) };
  const bytes = models?.get(filter.digest);
  if (bytes === undefined) return {};
  return { minRelevance: filter.minRelevance, model: modelEvidence(filter, bytes, page) };
}
