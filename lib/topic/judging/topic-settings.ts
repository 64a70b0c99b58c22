import type { StemmedLanguage } from '../../base/language/languages.ts';
import type { PluginFilterSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { FrameHeader } from '../learn/model-frame.ts';
import type { TopicClass } from '../terms/class-file.ts';
import type { LocationWeights } from '../terms/plain-scores.ts';
import type { CutOffs } from '../terms/term-verdict.ts';
import type { ClassMarks } from './topic-model.ts';

/** How a job tells what is about its topic: a chain of filters, of which each judges a page by itself. */
export interface TopicSettings {
  /** In the order in which they are asked; at least one, their ids distinct. */
  readonly filters: readonly FilterSettings[];
  /** Whether all filters must find a page relevant, or any of them. */
  readonly match: 'all' | 'any';
  /** Patterns of sites that are always on topic: matched in the host, or in the URL where they have a `/`. */
  readonly sitesOk: readonly string[];
  /** What the class file says of classes; absent: there is none. */
  readonly classes?: readonly TopicClass[];
  /** Whether links of off-topic pages are followed. */
  readonly followOffTopic: boolean;
}

export type FilterSettings = BuiltInSettings | PluginFilterSettings;

/** Filters that Winnow has. */
export type BuiltInSettings = TermSettings | ModelSettings;

/** Which pages a filter is for. */
interface FilterPages {
  /** Pages in another language (`languageOf`) are off its topic; ISO 639, in lower case. Absent: all pages are judged. */
  readonly onlyIn?: readonly string[];
}

/** A topic definition as a filter. */
export interface TermSettings extends FilterPages {
  readonly kind: 'terms';
  readonly id: string;
  readonly algorithm: 'plain' | 'position';
  /** The text of the topic definition. */
  readonly definition: string;
  /** In lower case. */
  readonly stopWords: readonly string[];
  /** What is not given is Combine's for the algorithm. */
  readonly cutOffs: Partial<CutOffs>;
  readonly weights: LocationWeights;
  /** The factor of the position, in position-weighted matching. */
  readonly k: number;
  /** Terms and texts are reduced to the stems of this language; absent: they are taken as they are. */
  readonly language?: StemmedLanguage;
  /** Only these classes, and those below them, make a page relevant; absent: all do. */
  readonly good?: readonly string[];
}

/** A trained model as a filter, and which of its classes the job is about. */
export interface ModelSettings extends ClassMarks, FilterPages {
  readonly kind: FrameHeader['kind'];
  readonly id: string;
  /** As the user named it, for messages. */
  readonly file: string;
  /** By it the installation keeps the model: the SHA-256 in the first line of its file. */
  readonly digest: string;
  /** A page is relevant when the good classes fit at least so well. */
  readonly minRelevance: number;
  /** What the files of the job say, where the job was given another state of its taxonomy since. */
  readonly filed?: FiledModel;
}

/** A model and its marks as the files of a job say them. */
export interface FiledModel extends ClassMarks {
  readonly digest: string;
}

/** The first filter of a topic that is a taxonomy; undefined when there is none. */
export function taxonomyOf(topic: TopicSettings | undefined): ModelSettings | undefined {
  return topic && modelsOf(topic).find(({ kind }) => kind === 'taxonomy');
}

/** The filters of a topic that are models, in their order. */
export function modelsOf({ filters }: Pick<TopicSettings, 'filters'>): readonly ModelSettings[] {
  return filters.filter((one) => one.kind !== 'terms' && one.kind !== 'plugin');
}

/** The filters of a topic but for plug-ins, in their order. */
export function builtIn({ filters }: Pick<TopicSettings, 'filters'>): readonly BuiltInSettings[] {
  return filters.filter((one) => one.kind !== 'plugin');
}

/** The filters of a topic that are plug-ins, in their order. */
export function pluginFilters(topic: TopicSettings | undefined): readonly PluginFilterSettings[] {
  return topic === undefined ? [] : topic.filters.filter((one) => one.kind === 'plugin');
}

/** A topic without its plug-ins; undefined when there is nothing else. */
export function withoutPlugins(topic: TopicSettings | undefined): TopicSettings | undefined {
  const filters = topic?.filters.filter((one) => one.kind !== 'plugin') ?? [];
  return topic === undefined || filters.length === 0 ? undefined : { ...topic, filters };
}
