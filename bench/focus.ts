/**
 * Focused crawls beside unfocused ones: `npm run bench:focus -- [--draws 5] [--topics all] [--hosts 60] [--workers 1]
 * [--gap 1] [--filter svm] [--policies all] [--ideal]
 * [--json] [--plot focus.svg]`. Articles of an encyclopedia as a web of many hosts, crawled by the
 * production pipeline in time that passes as fast as it can. The filter is trained on a third of the articles, which
 * crawls pass through and which never count. `--policies` names some, with commas between. The oracle knows which pages are relevant, and has to follow links. With `--ideal`
 * one queue orders all URLs and no host is waited for: beside the other figures, what politeness costs in harvest.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawOf, hasWeb, isOn, openWeb, type Web } from './focus/corpus.ts';
import { focusCrawl } from './focus/crawl.ts';
import { harvestRates, marks, type Result, rowsOf } from './focus/figures.ts';
import { idealCrawl } from './focus/ideal.ts';
import { type Judge, type Kind, knowingReader, rememberingReader, trainJudge } from './focus/judge.ts';
import { plot } from './focus/plot.ts';
import { policies } from './focus/policies.ts';

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '5' },
    topics: { type: 'string', default: 'all' },
    policies: { type: 'string', default: 'all' },
    hosts: { type: 'string', default: '60' },
    workers: { type: 'string', default: '1' },
    gap: { type: 'string', default: '1' },
    filter: { type: 'string', default: 'svm' },
    json: { type: 'boolean', default: false },
    plot: { type: 'string' },
    ideal: { type: 'boolean', default: false },
  },
});

const fetches = marks[marks.length - 1] as number;

async function crawlsOf(web: Web, topic: string, draw: number): Promise<readonly Result[]> {
  const results: Result[] = [];
  const reader = rememberingReader();
  const labels = new Map(web.pages.map((page) => [page.url, isOn(topic, page)]));
  let judge: Judge | undefined;
  for (const from of ['topic', 'any'] as const) {
    const { training, seeds } = drawOf(web, topic, draw, from);
    judge ??= trainJudge(web, topic, training, values.filter as Kind);
    const relevant = web.pages.filter((page) => !training.has(page) && isOn(topic, page)).length;
    for (const policy of policies) {
      if (values.policies !== 'all' && !values.policies.split(',').includes(policy.name)) continue;
      const crawl = values.ideal ? idealCrawl : focusCrawl;
      const fetched = await crawl({
        ...{ web, policy, judge, seeds, fetches },
        reader: policy.knows ? knowingReader(reader, (url) => labels.get(url) === true) : reader,
        counts: (page) => !training.has(page),
        workers: Number(values.workers),
        gapMs: Number(values.gap) * 1_000,
      });
      let found = 0;
      const curve = fetched
        .filter((page) => !training.has(page))
        .map((page) => (found += isOn(topic, page) ? 1 : 0));
      results.push({ topic, draw, seeds: from, policy: policy.name, curve, relevant });
    }
  }
  return results;
}

function print(results: readonly Result[]): void {
  const columns = marks.flatMap((mark) => [`found at ${mark}`, 'recall', 'of the oracle']);
  for (const from of ['topic', 'any'] as const) {
    const some = results.filter(({ seeds }) => seeds === from);
    console.log(`\nFive seeds ${from === 'topic' ? 'on topic' : 'of any topic'}:\n`);
    console.log(`| policy | ${columns.join(' | ')} | × breadth-first at ${marks[0]} |`);
    console.log(`|---|${'---:|'.repeat(columns.length + 1)}`);
    for (const { policy, found, recall, share, timesBreadthFirst } of rowsOf(some)) {
      const cells = marks.flatMap((_, at) => [
        found[at]?.toFixed(1),
        percent(recall[at]),
        percent(share[at]),
      ]);
      console.log(`| ${policy} | ${cells.join(' | ')} | ${timesBreadthFirst.toFixed(2)} |`);
    }
  }
}

function percent(part = 0): string {
  return `${(100 * part).toFixed(1)} %`;
}

if (hasWeb()) {
  const web = openWeb(Number(values.hosts));
  const topics = values.topics === 'all' ? web.topics : values.topics.split(',');
  const results: Result[] = [];
  for (const topic of topics) {
    for (let draw = 0; draw < Number(values.draws); draw += 1) {
      results.push(...(await crawlsOf(web, topic, draw)));
      console.error(`${topic}, draw ${draw + 1}`);
    }
  }
  if (values.json) console.log(JSON.stringify(results));
  else print(results);
  if (values.plot !== undefined) {
    const lines = [...Map.groupBy(results, ({ policy }) => policy)].map(([name, some]) => {
      const curves = some.filter(({ seeds }) => seeds === 'topic').map(({ curve }) => curve);
      return { name, fine: harvestRates(curves, 100), coarse: harvestRates(curves, 1_000) };
    });
    writeFileSync(values.plot, plot(lines));
  }
}
