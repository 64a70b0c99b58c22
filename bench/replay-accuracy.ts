/**
 * How well `winnow replay` tells what another policy would have found: crawls of an encyclopedia in one queue by a policy
 * are replayed by others, beside real crawls by those. `node bench/replay-accuracy.ts [topics] [fetches]`, by default 4
 * topics and 600 fetches. Relevant is what the filter finds relevant, as in a replay.
 */

import type { Link } from '../lib/base/links/link.ts';
import { type CrawlGraph, type GraphPage, openGraph } from '../lib/capabilities/replay/crawl-graph.ts';
import { calibrate } from '../lib/capabilities/replay/expectation.ts';
import { policyOf } from '../lib/capabilities/replay/replay.ts';
import { replay } from '../lib/capabilities/replay/simulate.ts';
import type { PageReader } from '../lib/ports/web.ts';
import { pageFit, probabilityOf } from '../lib/topic/judge.ts';
import { testSettings } from '../test/support/settings.ts';
import { drawOf, hasWeb, openWeb, type WebPage } from './focus/corpus.ts';
import { idealCrawl } from './focus/ideal.ts';
import { type Judge, rememberingReader, trainJudge } from './focus/judge.ts';
import { type Policy, policies } from './focus/policies.ts';

const [topics = 4, fetches = 600] = process.argv.slice(2).map(Number);
const compared = ['breadth-first', 'hard', 'soft by pages', 'soft with link scores'];

async function readAs(reader: PageReader, judge: Judge, { url, html }: WebPage) {
  const { url: urlSettings, links } = testSettings('accuracy');
  const read = await reader.read({
    ...{ url, body: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
    ...{ urlSettings, links, topic: judge.topic, models: new Map([[judge.digest, judge.bytes]]) },
    ...{ scoreLinks: true, extract: [], product: 'Winnow', sketch: false },
  });
  if (read.kind !== 'page' || read.content.topic === undefined) throw new Error(`${url} is no page`);
  const { content } = read;
  return { verdict: read.content.topic, links: JSON.parse(content.links) as readonly Link[] };
}

/** What a crawl stores, without the stores. */
async function graphOf(
  fetched: readonly WebPage[],
  seeds: number,
  reader: PageReader,
  judge: Judge,
): Promise<CrawlGraph> {
  const read = await Promise.all(fetched.map((page) => readAs(reader, judge, page)));
  const pages = fetched.map(({ url }, at): GraphPage => {
    const verdict = read[at]?.verdict;
    if (verdict === undefined) throw new Error('it was read');
    const relevance = probabilityOf(pageFit(judge.topic, verdict));
    const { relevant } = verdict;
    return {
      url,
      at,
      depth: at < seeds ? 0 : 1,
      verdict: { relevance, relevant, crawlOnly: false },
      counts: relevant,
    };
  });
  const builder = openGraph(pages);
  for (const [page, { links }] of read.entries()) builder.links(page, undefined, links, () => true);
  return builder.finish();
}

if (hasWeb()) {
  const web = openWeb(60);
  const marks = [100, 300];
  const rows = new Map<string, { truth: number; passed: number; expected: number; runs: number }>();
  for (const topic of web.topics.slice(0, topics)) {
    const reader = rememberingReader();
    const { training, seeds } = drawOf(web, topic, 0, 'topic');
    const judge = trainJudge(web, topic, training, 'svm');
    const named = (name: string): Policy => policies.find((one) => one.name === name) as Policy;
    const crawlBy = (policy: Policy) =>
      idealCrawl({
        ...{ web, policy, judge, reader, seeds, fetches, workers: 1, gapMs: 0 },
        counts: () => true,
      });
    const crawls = new Map<string, readonly WebPage[]>();
    for (const name of compared) crawls.set(name, await crawlBy(named(name)));
    for (const [stored, fetched] of crawls) {
      const graph = await graphOf(fetched, seeds.length, reader, judge);
      const { expected } = calibrate(graph);
      for (const name of compared) {
        const policy = policyOf(named(name).focus, 0);
        const passed = replay(graph, policy, undefined).found;
        const guessed = replay(graph, policy, expected).found;
        const own = crawls.get(name) ?? [];
        for (const mark of marks) {
          const verdicts = await Promise.all(own.slice(0, mark).map((page) => readAs(reader, judge, page)));
          const key = `${stored} | ${name} | ${mark}`;
          const row = rows.get(key) ?? { truth: 0, passed: 0, expected: 0, runs: 0 };
          row.truth += verdicts.filter(({ verdict }) => verdict.relevant).length;
          row.passed += passed[Math.min(mark, passed.length) - 1] ?? 0;
          row.expected += guessed[Math.min(mark, guessed.length) - 1] ?? 0;
          row.runs += 1;
          rows.set(key, row);
        }
      }
    }
  }
  console.log('| stored crawl | replayed by | fetches | found by a real crawl | passed over | expected |');
  console.log('|---|---|---:|---:|---:|---:|');
  for (const [key, { truth, passed, expected, runs }] of rows)
    console.log(
      `| ${key} | ${[truth, passed, expected].map((sum) => (sum / runs).toFixed(1)).join(' | ')} |`,
    );
}
