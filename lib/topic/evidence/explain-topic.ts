import type { FilterVerdict, JudgeResult, PluginsSaid, TopicVerdict } from '../../base/page/topic-verdict.ts';
import { type FilterDocument, type TopicParts, topicFilterOf } from '../judging/topic-filter.ts';
import {
  type BuiltInSettings,
  builtIn,
  pluginFilters,
  type TopicSettings,
} from '../judging/topic-settings.ts';
import { type CutOffs, cutOffsOf } from '../terms/term-verdict.ts';
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
  /** As a crawl has it, but for plug-ins that were not asked or failed. */
  readonly verdict: TopicVerdict;
  /** The plug-in that failed and on which it hangs whether the page is on topic, and why it failed. */
  readonly undecided?: string;
  /** All filters in their order, those that were not needed too, but of plug-ins only those that were asked, last. */
  readonly filters: readonly FilterEvidence[];
  /** What plug-ins found; absent where none was run. */
  readonly plugins?: PluginsSaid;
  /** Ids of filters that are plug-ins and were not asked: it was decided without them, or they cannot be run here. */
  readonly notAsked: readonly string[];
  /** The page as the filters read it; places are offsets into it. */
  readonly page: FilterDocument;
}

/** What a chain with plug-ins comes to. */
export type PluginsAnswer = Exclude<JudgeResult, { readonly kind: 'open' }>;

/**
 * Why a topic says of a page what it does, with every match and its place. A second, slower pass over one page that
 * somebody asks about: a crawl keeps the verdict in short, and none of this.
 * @param said what a reader that runs plug-ins says of the page; absent: there is none, or the job has none
 */
export function explainTopic(
  settings: TopicSettings,
  parts: TopicParts,
  page: FilterDocument,
  said?: PluginsAnswer,
): TopicEvidence {
  const verdict = said?.kind === 'judged' ? said.verdict : topicFilterOf(settings, parts)(page);
  const { plugins } = said ?? {};
  const filters = builtIn(settings).map((one): FilterEvidence => {
    const alone: TopicSettings = { ...settings, filters: [one], match: 'all', sitesOk: [] };
    return { verdict: topicFilterOf(alone, parts)(page), ...evidenceOf(one, parts, page) };
  });
  const asked = (plugins?.filters ?? []).map((one): FilterEvidence => ({ verdict: one }));
  const hasFailed = (id: string): boolean =>
    plugins?.failures.some((one) => one.startsWith(`${id}: `)) ?? false;
  const isAsked = (id: string): boolean => asked.some((one) => one.verdict.filter === id) || hasFailed(id);
  const notAsked = pluginFilters(settings)
    .map(({ id }) => id)
    .filter((id) => !isAsked(id));
  return {
    ...{ url: page.url, verdict, filters: [...filters, ...asked], notAsked, page },
    ...(said?.kind === 'unreadable' ? { undecided: said.detail } : {}),
    ...(plugins === undefined ? {} : { plugins }),
  };
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
