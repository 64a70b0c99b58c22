import { inlineReader } from '../../lib/adapters/reading/inline-reader.ts';
import type { Link } from '../../lib/base/links/link.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { ReadRequest } from '../../lib/domain/reading/page.ts';
import type { WrittenPage } from '../../lib/domain/reading/written-content.ts';
import { writtenPage } from '../../lib/domain/reading/written-page.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { outlineOf, writeModel } from '../../lib/topic/models.ts';
import type { ModelSettings, TopicSettings } from '../../lib/topic/settings.ts';
import { defaultBayes, defaultSvmRecipe, openCorpus, train } from '../../lib/topic/train.ts';
import { testSettings } from '../../test/support/settings.ts';
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

/** What production asks of a reader that judges a page and its links. */
export function pageRequest(
  { topic, digest, bytes }: Judge,
  { url, html }: WebPage,
  scoreLinks: boolean,
): ReadRequest {
  const { url: urlSettings, links } = testSettings('focus');
  return {
    ...{ url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    ...{ urlSettings, links, topic, models: new Map([[digest, bytes]]), scoreLinks },
    ...{ extract: [], product: 'Winnow', sketch: false },
  };
}

/** Reads pages as production does, each once for all crawls of a topic: links are scored, texts sketched, and the scores left out on demand. */
export function rememberingReader(): PageReader {
  const read = new Map<string, WrittenPage>();
  return {
    ...inlineReader(),
    async read(request) {
      let page = read.get(request.url);
      if (page === undefined) {
        page = writtenPage({ ...request, scoreLinks: true, sketch: true });
        read.set(request.url, page);
      }
      return request.scoreLinks === true ? page : withoutScores(page);
    },
  };
}

function withoutScores(page: WrittenPage): WrittenPage {
  if (page.kind !== 'page') return page;
  const { scores: _, ...content } = page.content;
  const links = (JSON.parse(content.links) as readonly Link[]).map(({ score: _, ...link }) => link);
  return { ...page, content: { ...content, links: JSON.stringify(links) } };
}

/** The same with the labels in place of what the model says. */
export function knowingReader(reader: PageReader, isRelevant: (url: CanonicalUrl) => boolean): PageReader {
  const truth = (url: CanonicalUrl): number => (isRelevant(url) ? 1 : 0);
  return {
    ...reader,
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
