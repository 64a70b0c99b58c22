/**
 * Focused crawls beside unfocused ones: `npm run bench:focus -- [--draws 5] [--topics all] [--modes all] [--seeds topic,any]
 * [--hosts 60] [--layout random] [--workers 1] [--gap 1] [--filter svm] [--examples 10] [--ideal] [--json] [--plot focus.svg] [--keep FOLDER]`. Articles of an encyclopedia
 * as a web of many hosts, crawled by the production pipeline in time that passes as fast as it can, one crawl after the
 * other. The filter is trained on a third of the articles, which crawls pass through and which never count; with `--examples` on so many of
 * them that are on topic, beside 150 that nobody has labelled. `--modes`,
 * `--topics` and `--seeds` name some, with commas between. The oracle knows which pages are relevant, and has to follow
 * links. *The same in one queue* orders all URLs and waits for no host: beside it, what hosts, bands and politeness cost;
 * `--layout sites` has each category on hosts and in folders of its own, a third of the pages elsewhere; `--layout site` has all
 * on one host. With `--ideal` all modes are crawled so. `--keep` writes what each topic and draw gave, and goes on where it was ended.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasWeb, layouts, openWeb } from './focus/corpus.ts';
import { harvestLines, marks, meanLikeness, type Result, rowsOf } from './focus/figures.ts';
import { linePlot } from './focus/plot.ts';
import { policies } from './focus/policies.ts';
import { crawlsOf, type Start } from './focus/runs.ts';

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '5' },
    topics: { type: 'string', default: 'all' },
    modes: { type: 'string', default: 'all' },
    seeds: { type: 'string', default: 'topic,any' },
    hosts: { type: 'string', default: '60' },
    layout: { type: 'string', default: 'random' },
    workers: { type: 'string', default: '1' },
    gap: { type: 'string', default: '1' },
    filter: { type: 'string', default: 'svm' },
    examples: { type: 'string' },
    json: { type: 'boolean', default: false },
    plot: { type: 'string' },
    ideal: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

const startNames: Readonly<Record<Start, string>> = { topic: 'on topic', any: 'of any topic' };

function named<T>(
  option: string,
  given: string,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  const names = given.split(',');
  const unknown = names.find((name) => !all.some((one) => nameOf(one) === name));
  if (given === 'all') return all;
  if (unknown !== undefined)
    throw new Error(`--${option} knows ${all.map(nameOf).join(', ')}, not ${unknown}`);
  return all.filter((one) => names.includes(nameOf(one)));
}

function print(results: readonly Result[]): void {
  const columns = marks.flatMap((mark) => [`found at ${mark}`, 'new hosts', 'recall', 'of the oracle']);
  for (const [from, some] of Map.groupBy(results, ({ seeds }) => seeds)) {
    console.log(`\nFive seeds ${startNames[from]}:\n`);
    console.log(
      `| mode | ${columns.join(' | ')} | × breadth-first at ${marks[0]} | as mean over topics | ends after | recall | wasted |`,
    );
    console.log(`|---|${'---:|'.repeat(columns.length + 5)}`);
    for (const { policy, found, recall, share, timesBreadthFirst, meanTimes, ...row } of rowsOf(some)) {
      const cells = marks.flatMap((_, at) => [
        found[at]?.toFixed(1),
        row.hosts[at]?.toFixed(1),
        percent(recall[at]),
        percent(share[at]),
      ]);
      console.log(
        `| ${policy} | ${cells.join(' | ')} | ${timesBreadthFirst.toFixed(2)} | ${meanTimes.toFixed(2)} | ${row.end.fetches.toFixed(0)} | ${percent(row.end.recall)} | ${percent(row.end.wasted)} |`,
      );
    }
    for (const { topic, draw, policy, corner } of some) {
      if (corner === undefined) continue;
      const { fetches, elsewhere } = corner;
      console.log(
        `\n${topic}, draw ${draw + 1}, ${policy}: half of the folder after ${fetches} fetches, ${elsewhere} of them off topic elsewhere (${percent(elsewhere / fetches)}).`,
      );
    }
    const like = meanLikeness(some);
    if (like === undefined) continue;
    const { common, spearman, kendall } = like;
    console.log(
      `\nBeside one queue: ${percent(common)} of the pages in common, in an order that correlates with ` +
        `its own by ${spearman.toFixed(2)} (Spearman), ${kendall.toFixed(2)} (Kendall).`,
    );
  }
  const crawls = results.length;
  const cpu = results.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1_000;
  console.log(
    `\n${crawls} crawls of ${marks.at(-1)} counted fetches, ${(cpu / crawls).toFixed(1)} s of processor time each.`,
  );
}

function percent(part = 0): string {
  return `${(100 * part).toFixed(1)} %`;
}

if (hasWeb()) {
  const [layout = 'random'] = named('layout', values.layout, layouts, (one) => one);
  const web = openWeb(Number(values.hosts), layout);
  const topics = named('topics', values.topics, web.topics, (topic) => topic);
  const modes = named('modes', values.modes, policies, ({ name }) => name);
  const starts = named('seeds', values.seeds, ['topic', 'any'] as const, (start) => start);
  const [kind = 'svm'] = named('filter', values.filter, ['svm', 'bayes'] as const, (one) => one);
  const began = performance.now();
  const results: Result[] = [];
  if (values.keep) mkdirSync(values.keep, { recursive: true });
  const rounds = topics.length * Number(values.draws);
  for (let draw = 0; draw < Number(values.draws); draw += 1) {
    for (const topic of topics) {
      const file = values.keep && join(values.keep, `${topic}-${draw}.json`);
      const all = await crawlsOf(
        web,
        topic,
        draw,
        {
          ...{ modes, starts, kind, allIdeal: values.ideal },
          examples: values.examples === undefined ? undefined : Number(values.examples),
          ...{ workers: Number(values.workers), gapMs: Number(values.gap) * 1_000 },
        },
        file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Result[]) : [],
      );
      if (file) writeFileSync(file, JSON.stringify(all));
      for (const { name } of modes) {
        results.push(...all.filter(({ seeds, policy }) => starts.includes(seeds) && policy === name));
      }
      const minutes = (performance.now() - began) / 60_000;
      const done = results.length / (modes.length * starts.length);
      const left = (minutes * (rounds - done)) / done;
      console.error(
        `${topic}, draw ${draw + 1}: after ${minutes.toFixed(1)} min, ${left.toFixed(1)} min to go`,
      );
    }
  }
  if (values.json) console.log(JSON.stringify(results));
  else print(results);
  if (values.plot !== undefined) {
    const says =
      'counted fetches; relevant pages among the last 100 (thin) and 1,000 (thick), seeds on topic';
    const lines = harvestLines(results.filter(({ seeds }) => seeds === starts[0]));
    writeFileSync(values.plot, linePlot(says, lines));
  }
}
