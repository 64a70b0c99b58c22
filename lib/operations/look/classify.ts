import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { filterDocumentOf } from '../../domain/reading/filter-document.ts';
import { keptPage } from '../../pipeline/collection/kept-page.ts';
import { field, optional, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { detail, note, type View } from '../../pipeline/operation/view.ts';
import { viewRecord } from '../../pipeline/report/view-record.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import { explainTopic, type FilterEvidence } from '../../topic/explain.ts';
import { topicVersion } from '../../topic/settings.ts';

/** What one filter of a topic says of a page, and the strongest that speaks for it. */
export interface ClassifiedBy extends Pick<FilterEvidence, 'verdict' | 'minRelevance'> {
  /** The best classes of a model with their marks. */
  readonly classes?: readonly { id: string; score: number; probability?: number; mark?: string }[];
  /** For the best class of a model, and for the best good class where that is another. */
  readonly reasons?: readonly { id: string; words: readonly { word: string; contribution: number }[] }[];
}

/** What the topic of a job says of a page. */
export interface Classified {
  /** Absent for a text. */
  readonly url?: string;
  readonly title: string;
  /** The version of the topic. */
  readonly version: string;
  readonly verdict: TopicVerdict;
  readonly filters: readonly ClassifiedBy[];
  /** Plug-ins of the topic, which are not asked. */
  readonly notAsked: readonly string[];
}

const [mostClasses, mostWords] = [20, 20];

/** Judges a stored page, or a text, by the topic that a job has now; changes nothing. */
export const classify = operation({
  about: 'job',
  input: {
    page: field(optional(text('must be a URL or an MD5', 10_000)), {
      says: 'the URL of a stored page, or the MD5 of a record',
      ...{ shown: 'url|md5' },
    }),
    text: field(optional(text('must be text of at most 10000 characters', 10_000)), {
      says: 'judge this text instead',
    }),
  },
  effect: 'reads',
  refuses: ({ page, text }) =>
    (page === undefined) === (text === undefined) ? 'give either a page or a text' : undefined,
  async run(place, { page, text: given = '' }): Promise<Classified> {
    const { ports, of, settings } = place;
    const { topic } = await settings(of.name);
    if (topic === undefined) throw new WinnowError('usage', `job ${of.name} has no topic`);
    const { models } = await topicToRead(ports.models, topic);
    const content = page === undefined ? undefined : await stored(place, page);
    const { finalUrl: url = '', title = '' } = content ?? {};
    const document = content ?? { title, metadata: {}, headings: [], text: given };
    const { verdict, filters, notAsked } = explainTopic(
      topic,
      defined({ models }),
      filterDocumentOf({ ...document, url }),
    );
    return {
      ...defined({ url: content && url }),
      ...{ title, version: topicVersion(topic), verdict, notAsked, filters: filters.map(inShort) },
    };
  },
  view({ url, title, verdict: { relevant, classes }, filters }): View {
    const head = `${url ?? 'the text'}: ${relevant ? 'on topic' : 'off topic'}`;
    const best = classes.map(({ id, share }) => detail(`${id} ${share.toFixed(2)}`));
    const words = filters.flatMap(({ reasons = [] }) =>
      reasons.map((one) => detail(`${one.id}: ${one.words.map(({ word }) => word).join(', ')}`)),
    );
    return [[note(head), ...(title === '' ? [] : [detail(title)]), ...best, ...words]];
  },
});

/** @throws WinnowError `not-found` */
async function stored({ ports, of }: JobPlace, page: string) {
  const isUrl = /^https?:\/\//i.test(page);
  const found = isUrl ? await keptPage(ports, of, page) : (await viewRecord(ports, of, page))?.record;
  if (found !== undefined) return found;
  const what = isUrl ? 'in the collection, nor kept as off topic (offTopic.keep)' : 'the MD5 of a record';
  throw new WinnowError('not-found', `${page.slice(0, 200)} is not ${what}`);
}

function inShort({ verdict, minRelevance, model }: FilterEvidence): ClassifiedBy {
  const reasons = model?.reasons.map(({ id, words }) => ({
    id,
    words: words.slice(0, mostWords).map(({ word, contribution }) => ({ word, contribution })),
  }));
  return { verdict, ...defined({ minRelevance, classes: model?.classes.slice(0, mostClasses), reasons }) };
}
