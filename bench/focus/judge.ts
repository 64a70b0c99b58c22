import { inlineReader } from '../../lib/adapters/web/inline-reader.ts';
import { type WrittenPage, writtenPage } from '../../lib/domain/document/written-content.ts';
import { openCorpus } from '../../lib/domain/topic/learn/corpus.ts';
import { writeModel } from '../../lib/domain/topic/learn/model-file.ts';
import { outlineOf } from '../../lib/domain/topic/learn/model-frame.ts';
import { defaultBayes, defaultSvmRecipe, train } from '../../lib/domain/topic/learn/train.ts';
import type { ModelSettings, TopicSettings } from '../../lib/domain/topic/topic-settings.ts';
import type { CanonicalUrl } from '../../lib/domain/url.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { isOn, type Web, type WebPage } from './corpus.ts';

/** A trained model, and the settings of a topic that it is the filter of. */
export interface Judge {
  readonly topic: TopicSettings;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export type Kind = 'svm' | 'bayes';

/** Trains as `winnow train` does, on the pages of a topic and others. */
export function trainJudge(web: Web, topic: string, training: ReadonlySet<WebPage>, kind: Kind): Judge {
  const builder = openCorpus();
  for (const page of web.pages) {
    if (training.has(page)) builder.add(page.text, isOn(topic, page) ? 'good' : 'other');
  }
  const corpus = builder.finish();
  const rows = Uint32Array.from(corpus.labels.keys());
  const model = train(corpus, rows, kind === 'svm' ? defaultSvmRecipe : defaultBayes);
  const trainingSet = { documents: rows.length, digest: corpus.digest };
  const bytes = writeModel(model, { kind, date: '', settings: {}, trainingSet });
  const { digest } = outlineOf(bytes, topic);
  const filter: ModelSettings = {
    ...{ kind, id: kind, file: topic, digest, good: ['good'], crawlOnly: [] },
    minRelevance: kind === 'svm' ? 0 : 0.5,
  };
  return { digest, bytes, topic: { filters: [filter], match: 'all', sitesOk: [], followOffTopic: false } };
}

/** Reads pages as production does, each once for all crawls of a topic. */
export function rememberingReader(): PageReader {
  const read = new Map<string, WrittenPage>();
  return {
    judge: inlineReader().judge,
    async read(request) {
      const key = `${request.scoreLinks} ${request.url}`;
      let page = read.get(key);
      if (page === undefined) {
        page = writtenPage(request);
        read.set(key, page);
      }
      return page;
    },
  };
}

/** The same with the labels in place of what the model says. */
export function knowingReader(reader: PageReader, isRelevant: (url: CanonicalUrl) => boolean): PageReader {
  const truth = (url: CanonicalUrl): number => (isRelevant(url) ? 1 : 0);
  return {
    judge: (request) => reader.judge(request),
    async read(request) {
      const page = await reader.read(request);
      if (page.kind !== 'page' || page.content.topic === undefined) return page;
      const { content } = page;
      const relevant = isRelevant(request.url);
      const links = (JSON.parse(content.links) as { readonly url: CanonicalUrl }[]).map((link) => {
        return { ...link, score: truth(link.url) };
      });
      const topic = { ...content.topic, relevant, score: relevant ? 1 : -1 };
      const known = { ...content, topic, links: JSON.stringify(links), scores: content.targets.map(truth) };
      return { ...page, content: known } as WrittenPage;
    },
  };
}
