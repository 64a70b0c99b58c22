/**
 * Clusters of two sets of pages with known classes: how near to them each method comes, on the same vectors; what mining
 * and judging cost. `node bench/clusters.ts`; on documents of the open cases, and without them it says so.
 */

import { loadStemmers } from '../lib/base/language/load-stemmers.ts';
import { readMarkup } from '../lib/documents/parse.ts';
import {
  type ClusterInput,
  clusteringInput,
  clusterMeasures,
  describeClusters,
  englishStopWords,
  type IndexUnit,
  itemSetsOf,
  methodNames,
  methods,
  openClusterJudge,
  openIndexBuilder,
  type TextIndex,
  unitCount,
} from '../lib/topic/cluster.ts';
import { hasCases, readCases } from '../test/support/cases.ts';
import { fMeasure } from '../test/support/topic/f-measure.ts';

interface Labelled {
  readonly title: string;
  readonly text: string;
  readonly class: string;
}

const encyclopedia = 'web/encyclopedia.jsonl.gz';
const university = 'web/university-1997.jsonl.gz';
/** Numbers of clusters that the paper on FIHC compares at; undefined: what the method chooses. */
const numbers = [3, 15, 30, 60, undefined] as const;
/** First centroids of k-means are drawn: the mean of so many draws. */
const seeds = [0, 1, 2];

/** Articles of one top category each. */
function articles(): readonly Labelled[] {
  type Article = { readonly title: string; readonly text: string; readonly categories: readonly string[] };
  return readCases<Article>(encyclopedia).flatMap(({ title, text, categories }) => {
    const [top, ...others] = new Set(categories.map((path) => path.split('.')[0] as string));
    return top === undefined || others.length > 0 ? [] : [{ title, text, class: top }];
  });
}

function pages(): readonly Labelled[] {
  type Page = { readonly body: string; readonly classes: readonly string[] };
  return readCases<Page>(university).flatMap(({ body, classes: [only, ...others] }) => {
    if (only === undefined || others.length > 0) return [];
    const { title, text } = readMarkup(body);
    return [{ title, text, class: only }];
  });
}

function indexOf(documents: readonly Labelled[], unit: IndexUnit = 'document'): TextIndex {
  const builder = openIndexBuilder({ tokeniser: { stopWords: englishStopWords, languages: ['en'] }, unit });
  for (const [at, { title, text }] of documents.entries()) builder.add({ name: String(at), title, text });
  return builder.finish();
}

/** CPU seconds of a run, and what it gave. */
function timed<T>(run: () => T): readonly [T, number] {
  const start = process.cpuUsage();
  const value = run();
  const { user, system } = process.cpuUsage(start);
  return [value, (user + system) / 1e6];
}

function compare(name: string, documents: readonly Labelled[]): void {
  const [index, indexing] = timed(() => indexOf(documents));
  const labels = index.documents.map((one) => documents[Number(one.name)]?.class as string);
  const whole = {
    method: '',
    clusters: [{ label: [] }],
    assignment: new Int32Array(labels.length),
    iterations: 0,
  };
  const input = clusteringInput(index);
  const [mined, mining] = timed(() => input.itemSets());
  console.log(
    `\n${name}: ${labels.length} pages, ${new Set(labels).size} classes, ${index.terms.length} terms; indexed in ${indexing.toFixed(1)} s; ${mined.itemSets.length} item sets in ${mined.minCount} pages or more, up to ${mined.completeUpTo} items, mined in ${mining.toFixed(1)} s; all in one cluster: F ${fMeasure(whole, labels).toFixed(3)}`,
  );
  for (const method of methodNames)
    console.log(
      `${method.padEnd(14)} ${numbers.map((clusters) => cell(input, labels, method, clusters)).join('  ')}`,
    );
}

function cell(
  input: ClusterInput,
  labels: readonly string[],
  method: (typeof methodNames)[number],
  clusters: number | undefined,
): string {
  const draws = method === 'bisecting' ? seeds : [0];
  const runs = draws.map((seed) =>
    timed(() => {
      const options = { ...input.options, seed, ...(clusters === undefined ? {} : { clusters }) };
      return methods[method]({ ...input, options });
    }),
  );
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const f = mean(runs.map(([clustering]) => fMeasure(clustering, labels)));
  const found = new Set(runs[0]?.[0].assignment).size;
  return `${clusters ?? `own (${found})`}: F ${f.toFixed(3)}, ${mean(runs.map(([, seconds]) => seconds)).toFixed(1)} s`;
}

/** So many pages: articles, cut into pieces of 250 words, as often as needed. */
function mineMany(documents: readonly Labelled[], wanted: number): void {
  const pieces = documents.flatMap(({ title, text, class: id }) => {
    const words = text.split(/\s+/);
    return Array.from({ length: Math.ceil(words.length / 250) }, (_, at) => ({
      ...{ title, class: id },
      text: words.slice(250 * at, 250 * at + 250).join(' '),
    }));
  });
  const [index, indexing] = timed(() => indexOf(pieces.slice(0, wanted)));
  console.log(`\n${index.documents.length} pages of 250 words: indexed in ${indexing.toFixed(1)} s`);
  for (const minSupport of [0.05, 0.02, 0.01]) {
    const [{ itemSets, stopped }, seconds] = timed(() => itemSetsOf(index, { minSupport }));
    console.log(
      `item sets at ${100 * minSupport} %: ${itemSets.length}${stopped === undefined ? '' : `, stopped by ${stopped}`}, ${seconds.toFixed(1)} s`,
    );
  }
  const input = clusteringInput(index);
  for (const method of ['bisecting', 'fihc'] as const) {
    const [{ clusters }, seconds] = timed(() => methods[method](input));
    console.log(`${method}: ${clusters.length} clusters, ${seconds.toFixed(1)} s`);
  }
  const paragraphs = indexOf(documents.slice(0, 300), 'paragraph');
  const [{ itemSets }, seconds] = timed(() => itemSetsOf(paragraphs, { minSupport: 0.01 }));
  console.log(
    `${unitCount(paragraphs)} paragraphs of 300 articles: ${itemSets.length} item sets at 1 %, ${seconds.toFixed(1)} s`,
  );
}

/** What judging costs while more and more pages are judged. */
function judgeMany(documents: readonly Labelled[]): void {
  const index = indexOf(documents.slice(0, 1_000));
  const input = clusteringInput(index);
  const clustering = methods.bisecting(input);
  const texts = documents.map(({ title, text }) => `${title}\n${text.slice(0, 200)}`);
  console.log('\njudging pages of 200 characters');
  for (const measure of clusterMeasures) {
    const isAutoIn = (name: string): boolean => documents[Number(name)]?.class === 'Science';
    const model = describeClusters(index, { input, clustering }, { isAutoIn, measure, date: '' });
    const judge = openClusterJudge(model);
    let judged = 0;
    for (const goal of measure === 'tf-idf' ? [1e3, 1e4, 1e5, 1e6] : [1e3, 1e4, 1e5]) {
      const before = judged;
      const [, seconds] = timed(() => {
        for (; judged < goal; judged += 1) judge(texts[judged % texts.length] as string);
      });
      console.log(
        `${measure}, pages ${before} to ${goal}: ${((1e6 * seconds) / (goal - before)).toFixed(1)} µs each`,
      );
    }
  }
}

if (hasCases(encyclopedia) && hasCases(university)) {
  await loadStemmers(['en']);
  const parts = process.argv.slice(2);
  const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
  if (isWanted('methods')) {
    compare('university', pages());
    compare(
      'university, without the class `other`',
      pages().filter((one) => one.class !== 'other'),
    );
  }
  if (isWanted('mine')) mineMany(articles(), 10_000);
  if (isWanted('judge')) judgeMany(articles());
}
