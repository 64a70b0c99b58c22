import { inlineReader } from '../../lib/adapters/reading/inline-reader.ts';
import type { Link } from '../../lib/base/links/link.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { linearLearner } from '../../lib/capabilities/examples/set/learn-linear.ts';
import type { LearnPage } from '../../lib/capabilities/examples/set/learner.ts';
import type { ReadRequest } from '../../lib/domain/reading/page.ts';
import type { WrittenPage } from '../../lib/domain/reading/written-content.ts';
import { writtenPage } from '../../lib/domain/reading/written-page.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { outlineOf, writeModel } from '../../lib/topic/models.ts';
import type { ModelSettings, TopicSettings } from '../../lib/topic/settings.ts';
import { defaultBayes, defaultSvmRecipe, type LatentText, openCorpus, train } from '../../lib/topic/train.ts';
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
  return { digest, bytes, topic: topicOf(filter) };
}

/** What a filter is learnt of, and the texts that a latent space begins with. */
export interface Learnt {
  readonly judge: Judge;
  readonly texts: readonly LatentText[];
}

/** Pages without a label that examples are told from. */
const unlabelledPages = 150;

/** Learns a topic of the training texts, or of so many examples among them and of some that nobody has labelled. */
export function learn(
  web: Web,
  topic: string,
  training: ReadonlySet<WebPage>,
  { kind, examples }: { readonly kind: Kind; readonly examples?: number | undefined },
): Learnt {
  if (examples === undefined) {
    const texts = [...training].map((page) => ({ ...textOf(page), label: isOn(topic, page) ? 1 : 0 }));
    return { judge: trainJudge(web, topic, training, kind), texts };
  }
  const good = [...training].filter((page) => isOn(topic, page)).slice(0, examples);
  const others = [...training].filter((page) => !good.includes(page)).slice(0, unlabelledPages);
  const learnt = linearLearner.learn({
    labelled: { in: good.map(learnPage), out: [] },
    unlabelled: others.map(learnPage),
    date: '',
  });
  if ('problem' in learnt) throw new Error(learnt.problem);
  const { bytes, topic: filter } = learnt;
  return {
    judge: { bytes, digest: filter.digest, topic: topicOf(filter) },
    texts: [...good.map((page) => ({ ...textOf(page), label: 1 })), ...others.map(textOf)],
  };
}

function learnPage({ url, title, text }: WebPage): LearnPage {
  return { source: url, text: `${title}\n${text}` };
}

function textOf({ title, text }: WebPage): LatentText {
  return { title, text };
}

function topicOf(filter: ModelSettings): TopicSettings {
  return { filters: [filter], match: 'all', sitesOk: [], followOffTopic: false };
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
