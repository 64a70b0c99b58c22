import { WinnowError } from '../error.ts';
import { type CompiledPattern, compilePattern } from '../pattern/pattern.ts';
import { textForModels } from './learn/document-text.ts';
import type { FrameHeader } from './learn/model-frame.ts';
import { defaultLocationWeights, type LocationWeights, plainMatching } from './plain-scores.ts';
import { positionMatching } from './position-scores.ts';
import { type CutOffs, cutOffsOf, termVerdict } from './term-verdict.ts';
import { readTopicFile, type TopicTerm } from './topic-file.ts';
import { type ClassMarks, openModel } from './topic-model.ts';
import { scorerOf, type TermMatching } from './topic-scores.ts';
import type { TopicDocument } from './topic-text.ts';

/** How a job tells what is about its topic. */
export interface TopicSettings {
  readonly algorithm: 'plain' | 'position';
  /** The text of the topic definition; empty: terms decide nothing. */
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
  /** A trained model; absent: terms decide alone. */
  readonly model?: ModelSettings;
  /** Whether all filters must find a page relevant, or any of them. */
  readonly match: 'all' | 'any';
  /** Whether links of off-topic pages are followed. */
  readonly followOffTopic: boolean;
}

/** A trained model as a filter, and which of its classes the job is about. */
export interface ModelSettings extends ClassMarks {
  /** As the user named it, for messages. */
  readonly file: string;
  /** By it the installation keeps the model: the SHA-256 in the first line of its file. */
  readonly digest: string;
  readonly kind: FrameHeader['kind'];
  /** A page is relevant when the good classes fit at least so well. */
  readonly minRelevance: number;
}

/** Settings of a topic that has a definition and nothing else said of it. */
export const defaultTopic: Omit<TopicSettings, 'definition'> = {
  algorithm: 'plain',
  stopWords: [],
  sitesOk: [],
  cutOffs: {},
  weights: defaultLocationWeights,
  k: 0.5,
  match: 'all',
  followOffTopic: false,
};

/** What a topic filter says of a document, and why. */
export interface TopicVerdict {
  readonly relevant: boolean;
  /** The filter whose word it is: the first that decides, else the last. */
  readonly filter: 'terms' | ModelSettings['kind'];
  /** Points of all classes together; of a model how well the good classes fit (`ModelVerdict`). */
  readonly score: number;
  /** Points for the length of the text; of terms only. */
  readonly relative?: number;
  /** The classes that count, the best first; shares of the whole from 0 to 1. */
  readonly classes: readonly ClassVerdict[];
  /** The links of a page that is not relevant are followed: it belongs to classes that are crawled only. */
  readonly crawlOnly?: true;
  /** The pattern of `sitesOk` that decided, whatever the score. */
  readonly site?: string;
}

export interface ClassVerdict {
  readonly id: string;
  readonly score: number;
  readonly relative?: number;
  readonly share: number;
  /** What spoke for it: the terms that scored, or the words that weigh most in a model. */
  readonly terms: readonly string[];
}

/** A document with what models read of it. */
export interface FilterDocument extends TopicDocument {
  /** Its description and keywords. */
  readonly described: readonly string[];
}

export type TopicFilter = (document: FilterDocument) => TopicVerdict;

const filters = new WeakMap<TopicSettings, TopicFilter>();

/**
 * The topic filter of some settings, made once.
 * @param model the bytes of the model that they name, where they name one
 */
export function topicFilterOf(settings: TopicSettings, model?: Uint8Array): TopicFilter {
  let filter = filters.get(settings);
  if (!filter) {
    filter = makeFilter(settings, model);
    filters.set(settings, filter);
  }
  return filter;
}

/** Terms first: they cost less. With `any` the first that accepts decides, with `all` the first that refuses. */
function makeFilter(settings: TopicSettings, bytes: Uint8Array | undefined): TopicFilter {
  const { model, match } = settings;
  const chain: readonly TopicFilter[] = [
    ...(settings.definition === '' ? [] : [termFilter(settings)]),
    ...(model === undefined ? [] : [modelFilter(model, bytes)]),
  ];
  const sites = settings.sitesOk.map((source) => ({ source, matches: siteMatcher(source) }));
  return (document) => {
    const verdict = firstToDecide(chain, document, match === 'any');
    const site = sites.find(({ source, matches }) => matches(siteOf(document.url, source)))?.source;
    return site === undefined ? verdict : { ...verdict, relevant: true, site };
  };
}

function firstToDecide(
  chain: readonly TopicFilter[],
  document: FilterDocument,
  decides: boolean,
): TopicVerdict {
  let verdict: TopicVerdict = { relevant: true, filter: 'terms', score: 0, classes: [] };
  for (const filter of chain) {
    verdict = filter(document);
    if (verdict.relevant === decides) return verdict;
  }
  return verdict;
}

/** The terms of a topic definition, and what finds them by the algorithm of the settings. */
export function termsOf({ algorithm, definition, k, stopWords, weights }: TopicSettings): {
  readonly terms: readonly TopicTerm[];
  readonly matching: TermMatching;
} {
  const stops = new Set(stopWords);
  const { terms } = readTopicFile(definition, stops);
  const matching =
    algorithm === 'plain' ? plainMatching(terms, stops, weights) : positionMatching(terms, stops, k);
  return { terms, matching };
}

function termFilter(settings: TopicSettings): TopicFilter {
  const score = scorerOf(termsOf(settings).matching);
  const cutOffs = cutOffsOf(settings);
  return (document) => {
    const scores = score(document);
    const { relevant, classes } = termVerdict(scores, cutOffs);
    return { relevant, filter: 'terms', score: scores.score, relative: scores.relative, classes };
  };
}

function modelFilter(settings: ModelSettings, bytes: Uint8Array | undefined): TopicFilter {
  const { kind, file, minRelevance } = settings;
  if (bytes === undefined) throw new WinnowError('internal', `the model ${file} was not handed on`);
  const judge = openModel(bytes, file, settings);
  return ({ title, described, text }) => {
    const { score, wider, classes } = judge(textForModels(title, described, text));
    const relevant = score >= minRelevance;
    const crawlOnly = !relevant && wider >= minRelevance;
    return { relevant, filter: kind, score, classes, ...(crawlOnly ? { crawlOnly } : {}) };
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
