import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { drawOf, isOn, type Web, type WebPage } from '../focus/corpus.ts';
import { openExampleCrawl } from './example-crawl.ts';

/** Pages of a newcomer's session: examples, the crawl without a topic, the first crawl with one, and the last one. */
export const session = { examples: 10, first: 100, second: 100, last: 200, answers: 5 } as const;
/** Pages of a list that a newcomer looks at. */
const looked = 40;

export interface SessionResult {
  readonly topic: string;
  /** On-topic pages among those fetched, in the first two rounds and in the last crawl. */
  readonly first: number;
  readonly second: number;
  readonly last: number;
}

/** A newcomer's session on a topic; the last crawl comes after a round with answers, or goes on as it is. */
export async function newcomer(
  web: Web,
  topic: string,
  draw: number,
  answers: boolean,
): Promise<SessionResult> {
  const { seeds } = drawOf(web, topic, draw, 'topic', session.examples);
  const byUrl = new Map(web.pages.map((page) => [page.url, page]));
  const isRelevant = (url: CanonicalUrl): boolean => isOn(topic, byUrl.get(url) as WebPage);
  const found = (pages: readonly WebPage[]) => pages.filter((page) => isOn(topic, page)).length;
  const crawl = await openExampleCrawl(web);
  await crawl.add(
    'in',
    seeds.map(({ url }) => url),
  );
  await crawl.round();
  const first = found(await crawl.crawl(session.first));
  await crawl.round();
  const second = found(await crawl.crawl(session.second));
  if (answers) {
    const { likely, doubtful, unlikely } = await crawl.lists(looked);
    const seen = [...doubtful, ...likely, ...unlikely].map(({ url }) => url);
    const right = [...new Set(seen.filter(isRelevant))].slice(0, session.answers);
    const wrong = [...new Set(seen.filter((url) => !isRelevant(url)))].slice(0, session.answers);
    await crawl.answer('in', right);
    await crawl.answer('out', wrong);
    await crawl.round();
  }
  const last = found(await crawl.crawl(session.last));
  crawl.close();
  return { topic, first, second, last };
}
