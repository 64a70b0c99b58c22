import { WinnowError } from '../error.ts';
import { textForModels } from './learn/document-text.ts';
import { sitesOk } from './sites-ok.ts';
import { termFilter } from './term-filter.ts';
import { openModel } from './topic-model.ts';
import type { FilterSettings, ModelSettings, TopicSettings } from './topic-settings.ts';
import type { TopicDocument } from './topic-text.ts';
import type { FilterVerdict, TopicVerdict } from './topic-verdict.ts';

/** A document with what models read of it. */
export interface FilterDocument extends TopicDocument {
  /** Its description and keywords. */
  readonly described: readonly string[];
}

/** What a topic needs beside its settings. */
export interface TopicParts {
  /** The bytes of the models that the filters name, by their digests. */
  readonly models?: ReadonlyMap<string, Uint8Array>;
}

type Filter = (document: FilterDocument) => FilterVerdict;
export type TopicFilter = (document: FilterDocument) => TopicVerdict;

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

function makeFilter(settings: TopicSettings, parts: TopicParts): TopicFilter {
  const filters = settings.filters.map((one) => filterOf(one, parts));
  const siteOf = sitesOk(settings.sitesOk);
  const decides = settings.match === 'any';
  return (document) => {
    const asked: FilterVerdict[] = [];
    for (const filter of filters) {
      const said = filter(document);
      asked.push(said);
      if (said.relevant === decides) break;
    }
    const verdict = chainVerdict(asked);
    const site = siteOf(document.url);
    return site === undefined ? verdict : { ...verdict, relevant: true, site };
  };
}

/**
 * What filters say together. With `any` the first that accepts decides, with `all` the first that refuses: it was asked
 * last in either case, or all agree.
 * @param asked in the order in which they were, the one that decided the last; at least one
 */
export function chainVerdict(asked: readonly FilterVerdict[]): TopicVerdict {
  const verdict = asked.at(-1) as FilterVerdict;
  if (asked.length === 1) return verdict;
  const crawlOnly = !verdict.relevant && asked.some((one) => one.crawlOnly);
  const chain = asked.map(({ filter, relevant, score }) => ({ filter, relevant, score }));
  return { ...verdict, ...(crawlOnly ? { crawlOnly } : {}), chain };
}

function filterOf(settings: FilterSettings, { models }: TopicParts): Filter {
  return settings.kind === 'terms'
    ? termFilter(settings)
    : modelFilter(settings, models?.get(settings.digest));
}

function modelFilter(settings: ModelSettings, bytes: Uint8Array | undefined): Filter {
  const { kind, id, file, minRelevance } = settings;
  if (bytes === undefined) throw new WinnowError('internal', `the model ${file} was not handed on`);
  const judge = openModel(bytes, file, settings);
  return ({ title, described, text }) => {
    const { score, wider, classes } = judge(textForModels(title, described, text));
    const relevant = score >= minRelevance;
    const crawlOnly = !relevant && wider >= minRelevance;
    return { relevant, filter: id, kind, score, classes, ...(crawlOnly ? { crawlOnly } : {}) };
  };
}
