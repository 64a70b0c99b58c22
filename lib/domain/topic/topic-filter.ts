import { WinnowError } from '../error.ts';
import { isDecided, joinVerdict, openVerdict } from './chain-verdict.ts';
import { textForModels } from './learn/document-text.ts';
import { sitesOk } from './sites-ok.ts';
import { termFilter } from './term-filter.ts';
import { openModel } from './topic-model.ts';
import { type BuiltInSettings, builtIn, type ModelSettings, type TopicSettings } from './topic-settings.ts';
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

/** Plug-ins are asked elsewhere, after all others (`lib/adapters/plugins`). */
function makeFilter(settings: TopicSettings, parts: TopicParts): TopicFilter {
  const filters = builtIn(settings).map((one) => filterOf(one, parts));
  const siteOf = sitesOk(settings.sitesOk);
  const open = openVerdict(settings);
  return (document) => {
    let verdict = open;
    for (const filter of filters) {
      verdict = joinVerdict(verdict, filter(document));
      if (isDecided(verdict, settings.match)) break;
    }
    const site = siteOf(document.url);
    return site === undefined ? verdict : { ...verdict, relevant: true, site };
  };
}

function filterOf(settings: BuiltInSettings, { models }: TopicParts): Filter {
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
