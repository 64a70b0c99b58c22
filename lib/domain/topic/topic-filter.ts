import { type CompiledPattern, compilePattern } from '../pattern/pattern.ts';
import { defaultLocationWeights, type LocationWeights, plainScorer } from './plain-scores.ts';
import { positionScorer } from './position-scores.ts';
import { type CutOffs, cutOffsOf, termVerdict } from './term-verdict.ts';
import { readTopicFile } from './topic-file.ts';
import type { Scorer } from './topic-scores.ts';
import type { TopicDocument } from './topic-text.ts';

/** How a job tells what is about its topic. */
export interface TopicSettings {
  readonly algorithm: 'plain' | 'position';
  /** The text of the topic definition. */
  readonly definition: string;
  /** In lower case. */
  readonly stopWords: readonly string[];
  /** Patterns of sites that are always on topic: matched in the host, or in the URL where they have a `/`. */
  readonly sitesOk: readonly string[];
  /** What is not given is Combine's for the algorithm. */
  readonly cutOffs: Partial<CutOffs>;
  readonly weights: LocationWeights;
  /** The factor of the position, in position-weighted matching. */
  readonly k: number;
  /** Whether links of off-topic pages are followed. */
  readonly followOffTopic: boolean;
}

/** Settings of a topic that has a definition and nothing else said of it. */
export const defaultTopic: Omit<TopicSettings, 'definition'> = {
  algorithm: 'plain',
  stopWords: [],
  sitesOk: [],
  cutOffs: {},
  weights: defaultLocationWeights,
  k: 0.5,
  followOffTopic: false,
};

/** What a topic filter says of a document, and why. */
export interface TopicVerdict {
  readonly relevant: boolean;
  /** Points of all classes together. */
  readonly score: number;
  /** Points for the length of the text. */
  readonly relative: number;
  /** The classes that count, the best first; shares of the whole from 0 to 1, and the terms that scored. */
  readonly classes: readonly ClassVerdict[];
  /** The pattern of `sitesOk` that decided, whatever the score. */
  readonly site?: string;
}

export interface ClassVerdict {
  readonly id: string;
  readonly score: number;
  readonly relative: number;
  readonly share: number;
  readonly terms: readonly string[];
}

export type TopicFilter = (document: TopicDocument) => TopicVerdict;

const filters = new WeakMap<TopicSettings, TopicFilter>();

/** The topic filter of some settings, made once. */
export function topicFilterOf(settings: TopicSettings): TopicFilter {
  let filter = filters.get(settings);
  if (!filter) {
    filter = makeFilter(settings);
    filters.set(settings, filter);
  }
  return filter;
}

function makeFilter(settings: TopicSettings): TopicFilter {
  const { algorithm, k, weights } = settings;
  const stopWords = new Set(settings.stopWords);
  const { terms } = readTopicFile(settings.definition, stopWords);
  const score: Scorer =
    algorithm === 'plain' ? plainScorer(terms, stopWords, weights) : positionScorer(terms, stopWords, k);
  const cutOffs = cutOffsOf(settings);
  const sites = settings.sitesOk.map((source) => ({ source, matches: siteMatcher(source) }));
  return (document) => {
    const scores = score(document);
    const { relevant, classes } = termVerdict(scores, cutOffs);
    const site = sites.find(({ source, matches }) => matches(siteOf(document.url, source)))?.source;
    return {
      relevant: relevant || site !== undefined,
      score: scores.score,
      relative: scores.relative,
      classes,
      ...(site === undefined ? {} : { site }),
    };
  };
}

/** Loading a job refuses what cannot be read. */
function siteMatcher(source: string): (text: string) => boolean {
  const compiled = readSitePattern(source);
  return compiled.ok ? compiled.pattern.matches : () => false;
}

/** A pattern of `sitesOk`, in whatever case. */
export function readSitePattern(source: string): CompiledPattern {
  return compilePattern(`(?i)${source}`);
}

/** What a pattern of `sitesOk` is matched in. */
function siteOf(url: string, pattern: string): string {
  return pattern.includes('/') ? url : (URL.parse(url)?.hostname ?? '');
}
