import { WinnowError } from '../../base/error.ts';
import { type KnownLanguage, otherLanguage } from '../../base/language/document-language.ts';
import type { FilterVerdict, TopicVerdict } from '../../base/page/topic-verdict.ts';
import { textForModels } from '../learn/document-text.ts';
import { type ClassHierarchy, classHierarchy, labelled } from '../terms/class-file.ts';
import type { TopicDocument } from '../terms/topic-text.ts';
import { isDecided, joinVerdict, openVerdict } from './chain-verdict.ts';
import { type Fit, fitOf } from './fit.ts';
import { sitesOk } from './sites-ok.ts';
import { termFilter } from './term-filter.ts';
import { openModel } from './topic-model.ts';
import { type BuiltInSettings, builtIn, type ModelSettings, type TopicSettings } from './topic-settings.ts';

/** A document with what models read of it. */
export interface FilterDocument extends TopicDocument, KnownLanguage {
  /** Its description and keywords. */
  readonly described: readonly string[];
}

/** What a topic needs beside its settings. */
export interface TopicParts {
  /** The bytes of the models that the filters name, by their digests. */
  readonly models?: ReadonlyMap<string, Uint8Array>;
}

interface Filter {
  (document: FilterDocument): FilterVerdict;
  /** The score of a text that is no page: an anchor, a sentence. */
  score(text: string, declared?: string): number;
}

export interface TopicFilter {
  (document: FilterDocument): TopicVerdict;
  /** How well a text fits that is no page. @param declared the language that its page says it is in */
  fit(text: string, declared?: string): Fit;
}

const made = new WeakMap<TopicSettings, TopicFilter>();

/** The topic filter of some settings, made once. @throws WinnowError `internal` for a model that was not handed on */
export function topicFilterOf(settings: TopicSettings, parts: TopicParts = {}): TopicFilter {
  let filter = made.get(settings);
  if (!filter) {
    filter = makeFilter(settings, parts);
    made.set(settings, filter);
  }
  return filter;
}

/** Plug-ins are asked elsewhere, after all others (`lib/adapters/plugins`). */
function makeFilter(settings: TopicSettings, parts: TopicParts): TopicFilter {
  const hierarchy = classHierarchy(settings.classes);
  const filters = builtIn(settings).map((one) => filterOf(one, parts, hierarchy));
  const together = settings.match === 'any' ? Math.max : Math.min;
  const siteOf = sitesOk(settings.sitesOk);
  const open = openVerdict(settings);
  const judge = (document: FilterDocument): TopicVerdict => {
    let verdict = open;
    for (const filter of filters) {
      verdict = joinVerdict(verdict, filter(document));
      if (isDecided(verdict, settings.match)) break;
    }
    if (settings.classes !== undefined) verdict = labelled(verdict, hierarchy);
    const site = siteOf(document.url);
    return site === undefined ? verdict : { ...verdict, relevant: true, site };
  };
  const fits = builtIn(settings).map((one, place) => (text: string, declared?: string): Fit => {
    return fitOf(one, filters[place]?.score(text, declared) ?? 0);
  });
  const fit = (text: string, declared?: string): Fit =>
    fits.length === 0 ? 0 : together(...fits.map((one) => one(text, declared)));
  return Object.assign(judge, { fit });
}

function filterOf(settings: BuiltInSettings, { models }: TopicParts, hierarchy: ClassHierarchy): Filter {
  const filter =
    settings.kind === 'terms'
      ? textFilter(termFilter(settings, hierarchy))
      : modelFilter(settings, models?.get(settings.digest));
  return settings.onlyIn === undefined ? filter : onlyIn(settings.onlyIn, filter, settings);
}

/** A filter that takes pages in other languages for off topic. */
function onlyIn(languages: readonly string[], filter: Filter, settings: BuiltInSettings): Filter {
  const { id, kind } = settings;
  /** Margins of a support vector machine have no least value. */
  const score = settings.kind === 'svm' ? settings.minRelevance - 1 : 0;
  const judge = (document: FilterDocument): FilterVerdict => {
    const other = otherLanguage(document, languages);
    if (other === undefined) return filter(document);
    // What a page declares may be anything.
    const language = /^[a-z]{2,8}$/.test(other) ? other : 'und';
    return { relevant: false, filter: id, kind, score, classes: [], otherLanguage: language };
  };
  return Object.assign(judge, { score: filter.score });
}

function textFilter(filter: (document: FilterDocument) => FilterVerdict): Filter {
  const empty = { url: '', title: '', metadata: [], described: [], headings: [] };
  return Object.assign((document: FilterDocument) => filter(document), {
    score: (text: string) => filter({ ...empty, text }).score,
  });
}

function modelFilter(settings: ModelSettings, bytes: Uint8Array | undefined): Filter {
  const { kind, id, file, minRelevance } = settings;
  if (bytes === undefined) throw new WinnowError('internal', `the model ${file} was not handed on`);
  const judge = openModel(bytes, file, settings);
  const filter = ({ title, described, text, language }: FilterDocument): FilterVerdict => {
    const { score, wider, classes } = judge(textForModels(title, described, text), language);
    const relevant = score >= minRelevance;
    const crawlOnly = !relevant && wider >= minRelevance;
    return { relevant, filter: id, kind, score, classes, ...(crawlOnly ? { crawlOnly } : {}) };
  };
  return Object.assign(filter, { score: judge.score });
}
