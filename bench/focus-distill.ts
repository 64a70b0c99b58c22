/**
 * What the distiller does for a crawl: `node bench/focus-distill.ts [--draws 1] [--first 0] [--topics all] [--every 50] [--layout random]
 * [--seeds topic] [--json] [--known FILE]`. Soft crawls of the web of bench/focus.ts with `focus.distill` and without. Of each round of the
 * distiller: how many of the URLs that it raises are relevant, and of all URLs that wait at that time, by the labels of the
 * articles; and how many relevant pages the crawls have found at the marks. `--known`: takes the crawls without from what `--json`
 * printed before.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { drawOf, hasWeb, isOn, layouts, openWeb, type WebPage } from './focus/corpus.ts';
import { focusCrawl } from './focus/crawl.ts';
import { average, foundAt, marks } from './focus/figures.ts';
import { rememberingReader, trainJudge } from './focus/judge.ts';
import { best } from './focus/policies.ts';

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '1' },
    first: { type: 'string', default: '0' },
    topics: { type: 'string', default: 'all' },
    every: { type: 'string', default: '50' },
    layout: { type: 'string', default: 'random' },
    seeds: { type: 'string', default: 'topic' },
    json: { type: 'boolean', default: false },
    known: { type: 'string' },
  },
});
const earlier: readonly Run[] =
  values.known === undefined ? [] : (JSON.parse(readFileSync(values.known, 'utf8')) as readonly Run[]);

/** One round of the distiller, by labels: of the URLs that it raised, and of those that waited. */
interface Round {
  readonly raised: number;
  readonly raisedRelevant: number;
  readonly waiting: number;
  readonly waitingRelevant: number;
}

interface Run {
  readonly topic: string;
  readonly draw: number;
  readonly rounds: readonly Round[];
  /** Relevant pages at the marks. */
  readonly without: readonly number[];
  readonly distilled: readonly number[];
  /** Messages to hosts in both crawls: what raising costs beside the pass over the graph. */
  readonly messages: readonly [without: number, distilled: number];
}

const layout = layouts.find((one) => one === values.layout) ?? 'random';

async function runOf(web: ReturnType<typeof openWeb>, topic: string, draw: number): Promise<Run> {
  const from = values.seeds === 'any' ? 'any' : 'topic';
  const { training, seeds } = drawOf(web, topic, draw, from);
  const judge = trainJudge(web, topic, training, 'svm');
  const pages = new Map<string, WebPage>(web.pages.map((page) => [page.url, page]));
  const counts = (page: WebPage): boolean => !training.has(page);
  const isRelevant = (url: CanonicalUrl): boolean => {
    const page = pages.get(url);
    return page !== undefined && isOn(topic, page);
  };
  const raised = new Map<string, { readonly urls: Set<CanonicalUrl>; readonly waiting: Set<CanonicalUrl> }>();
  let messages = 0;
  const told = (id: string, urls: readonly CanonicalUrl[], fetched: readonly WebPage[]): void => {
    messages += 1;
    const name = /distil-\d+/.exec(id)?.[0];
    if (name === undefined) return;
    const round = raised.get(name) ?? { urls: new Set(), waiting: waitingAfter(fetched) };
    raised.set(name, round);
    for (const url of urls) round.urls.add(url);
  };
  const common = {
    ...{ web, judge, seeds, counts, reader: rememberingReader() },
    ...{ fetches: marks[marks.length - 1] as number, workers: 1, gapMs: 1_000 },
  };
  const distilled = { ...best, focus: { ...best.focus, distill: Number(values.every) } };
  const found = async (policy: typeof best): Promise<readonly number[]> => {
    const fetched = await focusCrawl({ ...common, policy, told });
    let relevant = 0;
    const curve = fetched.filter(counts).map((page) => (relevant += isOn(topic, page) ? 1 : 0));
    return marks.map((mark) => foundAt(curve, mark));
  };
  const known = earlier.find((one) => one.topic === topic && one.draw === draw);
  const without = known?.without ?? (await found(best));
  const before = known?.messages[0] ?? messages;
  messages = before;
  const with_ = await found(distilled);
  const rounds = [...raised.values()].map(({ urls, waiting }): Round => {
    const of = (some: Iterable<CanonicalUrl>): number => [...some].filter(isRelevant).length;
    return {
      ...{ raised: urls.size, raisedRelevant: of(urls) },
      ...{ waiting: waiting.size, waitingRelevant: of(waiting) },
    };
  });
  return { topic, draw, rounds, without, distilled: with_, messages: [before, messages - before] };
}

/** URLs that fetched pages link to and that were not fetched. */
function waitingAfter(fetched: readonly WebPage[]): Set<CanonicalUrl> {
  const waiting = new Set(fetched.flatMap(({ targets }) => targets));
  for (const { url } of fetched) waiting.delete(url);
  return waiting;
}

function print(runs: readonly Run[]): void {
  console.log(
    `| topic | raised | of them relevant | waiting | of them relevant | times | ${marks.map((mark) => `at ${mark}`).join(' | ')} | messages |`,
  );
  console.log(`|---|${'---:|'.repeat(6 + marks.length)}`);
  const groups = [...Map.groupBy(runs, ({ topic }) => topic), ['all', runs] as const];
  for (const [topic, some] of groups) {
    const rounds = some.flatMap((one) => one.rounds).filter(({ raised }) => raised > 0);
    const sum = (key: keyof Round): number => rounds.reduce((total, round) => total + round[key], 0);
    const share = sum('raisedRelevant') / Math.max(1, sum('raised'));
    const all = sum('waitingRelevant') / Math.max(1, sum('waiting'));
    // What as many URLs that waited at the same time in the same crawl would have had: rounds raise more where more is relevant.
    const byChance = rounds.reduce(
      (total, round) => total + (round.raised * round.waitingRelevant) / Math.max(1, round.waiting),
      0,
    );
    const cells = [
      ...[String(sum('raised')), percent(share), String(sum('waiting')), percent(all)],
      (byChance === 0 ? 0 : sum('raisedRelevant') / byChance).toFixed(2),
      ...marks.map((_, at) => {
        const [before, after] = [some.map((one) => one.without[at]), some.map((one) => one.distilled[at])];
        return `${average(before as number[]).toFixed(1)} → ${average(after as number[]).toFixed(1)}`;
      }),
      [0, 1].map((at) => average(some.map((one) => one.messages[at] as number)).toFixed(0)).join(' → '),
    ];
    console.log(`| ${topic} | ${cells.join(' | ')} |`);
  }
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

if (hasWeb()) {
  const web = openWeb(60, layout);
  const topics = values.topics === 'all' ? web.topics : values.topics.split(',');
  const runs: Run[] = [];
  for (const place of Array(Number(values.draws)).keys()) {
    const draw = Number(values.first) + place;
    for (const topic of topics) {
      runs.push(await runOf(web, topic, draw));
      console.error(`${topic}, draw ${draw + 1}`);
    }
  }
  if (values.json) console.log(JSON.stringify(runs));
  else print(runs);
}
