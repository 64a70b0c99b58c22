import { Buffer } from 'node:buffer';
import { gunzipSync, gzipSync } from 'node:zlib';
import { csvOf } from '../../base/csv.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { ClusterModel } from '../../topic/cluster.ts';
import type { ExampleLists, ListedPage } from './set/example-lists.ts';
import { describeRule } from './set/example-rule.ts';
import type { JobExamples } from './set/job-examples.ts';
import type { ListablePage } from './set/listable-page.ts';
import { listsPage } from './set/lists-page.ts';

type Cell = string | number | null;
type Row = readonly Cell[];

/** What a classification is told of. */
export interface Classification {
  readonly lists: ExampleLists;
  readonly set: JobExamples;
  /** Absent: the topic was not learnt by clusters. */
  readonly clusters?: ClusterModel;
  readonly documents: PagesByClass;
}

/** Characters of rows that wait before they are packed. */
const mostWaiting = 8_000_000;
const pageHead = ['url', 'relevance', 'visited'];

/** The pages of each class as rows of CSV, packed: about 10 bytes a page. */
export class PagesByClass {
  readonly #classes = new Map<string, { packed: Uint8Array[]; waiting: string; pages: number }>();
  #waiting = 0;

  add({ url, at, relevance, best = '' }: ListablePage): void {
    const own = this.#classes.get(best) ?? { packed: [], waiting: '', pages: 0 };
    this.#classes.set(best, own);
    own.pages += 1;
    const row = csvOf([[url, relevance ?? null, iso(at)]]);
    own.waiting += row;
    this.#waiting += row.length;
    if (this.#waiting < mostWaiting) return;
    for (const one of this.#classes.values()) pack(one);
    this.#waiting = 0;
  }

  /** The classes that have pages, the largest first. */
  classes(): readonly string[] {
    const sizeOf = (name: string): number => this.#classes.get(name)?.pages ?? 0;
    return [...this.#classes.keys()]
      .filter((name) => name !== '')
      .sort((a, b) => sizeOf(b) - sizeOf(a) || (a < b ? -1 : 1));
  }

  /** The rows of a class, in pieces with gzip; of no class: ''. */
  packed(name: string): readonly Uint8Array[] {
    const own = this.#classes.get(name);
    if (own === undefined) return [];
    pack(own);
    return own.packed;
  }
}

function pack(own: { packed: Uint8Array[]; waiting: string }): void {
  if (own.waiting !== '') own.packed.push(gzipSync(own.waiting, { level: 1 }));
  own.waiting = '';
}

/** The files of a classification: what was learnt and when, the pages of each class, and the pages that stand out. */
export function* reportFiles({ lists, set, clusters, documents }: Classification): Generator<Made> {
  const files = new Map(documents.classes().map((name, at) => [name, classFile(name, at + 1)]));
  yield whole('report.json', `${JSON.stringify(totalsOf(lists, set), null, 2)}\n`);
  yield whole('report.html', listsPage(lists));
  yield csv('rounds.csv', roundHead, roundRows(lists, set));
  yield csv('classes.csv', classHead, classRows(lists, files, clusters));
  for (const [name, file] of files) yield* streamed(file, documents.packed(name));
  yield* streamed('unclassified.csv', documents.packed(''));
  const { likely, unlikely, doubtful, contested = [] } = lists;
  for (const [name, pages] of Object.entries({ likely, unlikely, doubtful, contested }))
    yield csv(`outstanding/${name}.csv`, [...pageHead, 'class', 'title'], pages.map(outstanding));
  const examples = set.examples.map(({ side, source, url = null, title, origin, addedAt }) => [
    ...[side, source, url, title, origin, iso(addedAt)],
  ]);
  yield csv('examples.csv', ['side', 'source', 'url', 'title', 'by', 'added'], examples);
  yield csv(
    'rules.csv',
    ['side', 'kind', 'text', 'in words'],
    [...set.rules.map((rule) => [rule.side, rule.kind, rule.text, describeRule(rule)])],
  );
}

function totalsOf(
  { job, at, visited, unclassified, rounds }: ExampleLists,
  { examples, rules }: JobExamples,
) {
  const [first, last] = [rounds[0], rounds.at(-1)];
  const crawlMs = first && last ? last.begunAt + last.ms - first.begunAt : 0;
  return {
    ...{ v: 1, job, made: iso(at), pages: visited, classified: visited - unclassified.pages },
    ...{ unclassified: unclassified.pages, unclassifiedShare: unclassified.share },
    ...{ fitsBadly: unclassified.isHigh, examples: examples.length, rules: rules.length },
    /** From the beginning of the first round to the last page. */
    ...{ rounds: rounds.length, crawlMs },
  };
}

const roundHead = [
  ...['round', 'began', 'learner', 'learnt in ms', 'crawled in ms', 'in', 'out', 'unlabelled', 'fetched'],
  ...['on topic', 'harvest', 'labelled', 'precision', 'recall', 'f1', 'classes'],
];

function roundRows({ rounds }: ExampleLists, { rounds: learnt }: JobExamples): readonly Row[] {
  return rounds.map(({ number, accuracy, ...round }) => [
    ...[number, iso(round.begunAt), round.learner ?? null],
    learnt.find((one) => one.number === number)?.learntMs ?? null,
    ...[
      round.ms,
      round.in,
      round.out,
      round.unlabelled,
      round.fetched,
      round.relevant,
      round.harvest ?? null,
    ],
    ...[accuracy?.labelled ?? null, accuracy?.precision ?? null, accuracy?.recall ?? null],
    ...[accuracy?.f1 ?? null, Object.keys(round.byClass).length],
  ]);
}

const classHead = ['class', 'pages', 'on topic', 'examples', 'label', 'frequent terms', 'file'];

/** The classes that have pages, and the clusters that have none. */
function classRows(
  { classes }: ExampleLists,
  files: ReadonlyMap<string, string>,
  clusters: ClusterModel | undefined,
): readonly Row[] {
  const listed = new Map(classes.map((one) => [one.id, one]));
  const made = new Map(clusters?.clusters.map((one) => [one.id, one]));
  return [...new Set([...files.keys(), ...made.keys()])].map((id) => {
    const [one, cluster] = [listed.get(id), made.get(id)];
    const terms = cluster === undefined ? null : cluster.topTerms.join(' ');
    const label = cluster === undefined ? null : cluster.label.join(' ');
    return [id, one?.pages ?? 0, one?.relevant ?? 0, one?.rate ?? null, label, terms, files.get(id) ?? null];
  });
}

function outstanding({ url, relevance, at, best, title }: ListedPage): Row {
  return [url, relevance ?? null, iso(at), best ?? null, title ?? null];
}

/** A name that every file system takes, with the place of the class: two classes may read alike. */
function classFile(name: string, place: number): string {
  const read = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60);
  return `class-${String(place).padStart(3, '0')}-${read.replace(/^-|-$/g, '')}.csv`;
}

/** Few files are so long that they are made piece by piece. */
function* streamed(file: string, pieces: readonly Uint8Array[]): Generator<Made> {
  const head = bytesOf(csvOf([pageHead]));
  if (pieces.length < 2)
    yield { file, whole: Buffer.concat([head, ...pieces.map((one) => gunzipSync(one))]) };
  else {
    yield { file, bytes: head };
    for (const one of pieces) yield { file, bytes: gunzipSync(one) };
  }
}

function csv(file: string, head: Row, rows: readonly Row[]): Made {
  return whole(file, csvOf([head, ...rows]));
}

function whole(file: string, text: string): Made {
  return { file, whole: bytesOf(text) };
}

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);
const iso = (at: number): string => new Date(at).toISOString();
