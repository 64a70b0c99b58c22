/**
 * How well and how fast `winnow search` finds: `node bench/search.ts [pages [file]]`. Queries are class names of the open encyclopedia,
 * and the terms that tell the class from others on half of its pages; the other half is searched, and its labels judge. The same tokens
 * go into `bm25s` of PyPI, if the Python of WINNOW_PYTHON has it. Then so many pages of its passages are searched (default 100,000),
 * in a file that is kept where one is named; with 0 pages only what there is in it.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { searchPages } from '../lib/adapters/sinks/sqlite/search-pages.ts';
import { sqliteSink } from '../lib/adapters/sinks/sqlite/sqlite-sink.ts';
import { readQuery } from '../lib/capabilities/search/read-query.ts';
import type { RecordChange } from '../lib/pipeline/feed/outgoing.ts';
import { openModel, writeModel } from '../lib/topic/models.ts';
import { defaultBayes, openCorpus, train } from '../lib/topic/train.ts';
import { type Article, encyclopedia, type MadePage, mixedPages, queryKinds } from './search-pages.ts';

const [leastPages, listed] = [10, 10];
const [count = '100000', kept] = process.argv.slice(2);
const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'winnow-bench-search-'));

const tokensOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const md5Of = (text: string): string => createHash('md5').update(text).digest('hex');

/** Fills an index, and takes a thousand pages at a time. */
async function fill(file: string, pages: Iterable<MadePage>): Promise<void> {
  const sink = await sqliteSink.open({
    ...{ job: 'bench', name: 'search', generation: 1, secret: async () => '', directory: folder },
    web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
    ...{ now: () => 0, replaced: async () => undefined, settings: { tokens: 'words', file } },
  });
  let changes: RecordChange[] = [];
  const push = async (): Promise<void> => {
    await sink.push(changes, signal);
    changes = [];
  };
  for (const page of pages) {
    if (changes.push(changeOf(page)) === 1_000) await push();
  }
  await push();
  await sink.close();
}

function changeOf({ url, title, text, ...facts }: MadePage): RecordChange {
  const { class: id, score = 0, linkRank } = facts;
  const record = {
    ...{ title, text, depth: 1, mediaType: 'text/html', links: [], urls: [url], finalUrl: url },
    ...{ firstSeen: 1, lastChecked: 1, lastChanged: 1, response: { status: 200, bytes: 1 } },
    ...(id !== undefined && { topic: { score, relevant: true, classes: [{ id, score }] } }),
    ...(linkRank !== undefined && { ranks: { pageRank: linkRank / 1_000, of: 1_000 } }),
  };
  return { change: 'created', line: { md5: md5Of(url), record } } as unknown as RecordChange;
}

const ndcg = (found: readonly string[], relevant: ReadonlySet<string>): number => {
  const gain = (at: number): number => 1 / Math.log2(at + 2);
  const all = found.slice(0, listed).reduce((sum, name, at) => sum + (relevant.has(name) ? gain(at) : 0), 0);
  const best = Array.from({ length: Math.min(listed, relevant.size) }, (_, at) => gain(at));
  return all / best.reduce((sum, one) => sum + one, 0);
};
const mean = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0) / all.length;

/** The words that tell pages of a class from others. */
function termsOf(inside: readonly Article[], others: readonly Article[]): string {
  const frequencies = (pages: readonly Article[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const { text } of pages)
      for (const one of new Set(tokensOf(text))) counts.set(one, (counts.get(one) ?? 0) + 1);
    return counts;
  };
  const [near, far] = [frequencies(inside), frequencies(others)];
  const worth = ([word, pages]: readonly [string, number]): number => {
    const [here, there] = [pages / inside.length, ((far.get(word) ?? 0) + 1) / (others.length + 1)];
    return word.length < 3 || pages < 2 ? 0 : here * Math.log(here / there);
  };
  return [...near]
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, 3)
    .map(([word]) => word)
    .join(' ');
}

function judgeOf(inside: readonly Article[], others: readonly Article[]): (page: Article) => number {
  const builder = openCorpus();
  for (const { text } of inside) builder.add(text, 'in');
  for (const { text } of others) builder.add(text, 'out');
  const corpus = builder.finish();
  const trainingSet = { documents: inside.length + others.length, digest: corpus.digest };
  const model = train(corpus, Uint32Array.from(corpus.labels.keys()), defaultBayes);
  const bytes = writeModel(model, { kind: 'bayes', date: '', settings: {}, trainingSet });
  const judge = openModel(bytes, 'bench', { good: ['in'], crawlOnly: [] });
  return ({ text }) => judge.score(text);
}

const bm25s = `
import sys, json, bm25s
docs, queries, k = json.load(sys.stdin)
r = bm25s.BM25(); r.index(docs, show_progress=False)
print(json.dumps([r.retrieve([q], k=k, show_progress=False)[0][0].tolist() for q in queries]))
`;

async function quality(): Promise<void> {
  const all = encyclopedia();
  if (all.length === 0) return;
  const learnt = all.filter((_, at) => at % 2 === 0);
  const searched = all.filter((_, at) => at % 2 === 1);
  await fill(
    'open.db',
    searched.map(({ name, title, text }) => ({ url: `https://a.example/${name}`, title, text })),
  );
  const file = join(folder, 'open.db');
  const incoming = new Map<string, number>();
  for (const { links } of all) for (const to of links) incoming.set(to, (incoming.get(to) ?? 0) + 1);
  const db = new DatabaseSync(file);
  const setRank = db.prepare('UPDATE page_1 SET link_rank = ? WHERE url = ?');
  const addresses = new Map(searched.map((page) => [`https://a.example/${page.name}`, page.name]));
  for (const [url, name] of addresses) setRank.run((incoming.get(name) ?? 0) / 9, url);
  const setScore = db.prepare('UPDATE page_1 SET score = ? WHERE url = ?');
  const classes = [...new Set(searched.flatMap(({ categories }) => categories))].filter((name) =>
    [learnt, searched].every(
      (half) => half.filter((page) => page.categories.includes(name)).length >= leastPages,
    ),
  );
  const asked: { readonly kind: string; readonly query: string; readonly relevant: ReadonlySet<string> }[] =
    [];
  const figures = new Map<string, number[]>();
  const note = (name: string, value: number) => figures.set(name, [...(figures.get(name) ?? []), value]);
  for (const name of classes) {
    const isIn = ({ categories }: Article): boolean => categories.includes(name);
    const [inside, others] = [learnt.filter(isIn), learnt.filter((page) => !isIn(page))];
    const relevant = new Set(searched.filter(isIn).map((page) => page.name));
    const judge = judgeOf(inside, others);
    db.exec('BEGIN');
    for (const page of searched) setScore.run(judge(page), `https://a.example/${page.name}`);
    db.exec('COMMIT');
    const title = (name.split('.').at(-1) ?? name).replaceAll('_', ' ');
    for (const [kind, query] of [
      ['names', title],
      ['terms', termsOf(inside, others)],
    ] as const) {
      asked.push({ kind, query, relevant });
      for (const [relevance, rank] of [
        [0, 0],
        [0.5, 0],
        [1, 0],
        [3, 0],
        [1, 0.5],
        [1, 1],
        [3, 1],
      ] as const) {
        const request = {
          query: readQuery(query, 0),
          weights: { relevance, rank },
          limit: listed,
          offset: 0,
        };
        const names = searchPages(file, request).pages.map(({ url }) => addresses.get(url) ?? '');
        note(`${kind}, relevance ${relevance}, rank ${rank}`, ndcg(names, relevant));
      }
    }
  }
  db.close();
  const python = spawnSync(process.env.WINNOW_PYTHON ?? 'python3', ['-c', bm25s], {
    input: JSON.stringify([
      searched.map(({ title, text }) => tokensOf(`${title} ${text}`)),
      asked.map(({ query }) => tokensOf(query)),
      listed,
    ]),
    maxBuffer: 1e8,
  });
  if (python.status === 0)
    for (const [at, found] of (JSON.parse(python.stdout.toString()) as number[][]).entries()) {
      const { kind, relevant } = asked[at] as (typeof asked)[number];
      note(
        `${kind}, bm25s`,
        ndcg(
          found.map((one) => searched[one]?.name ?? ''),
          relevant,
        ),
      );
    }
  else console.log('no bm25s: WINNOW_PYTHON names a Python that has it');
  console.log(`nDCG@10 of ${classes.length} classes over ${searched.length} pages:`);
  for (const [name, values] of figures) console.log(`  ${mean(values).toFixed(4)}  ${name}`);
}

async function latency(pages: number): Promise<void> {
  const file = kept ?? join(folder, 'mixed.db');
  const began = performance.now();
  if (pages > 0) await fill(file, mixedPages(pages));
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${pages} pages in ${seconds.toFixed(0)} s, ${(statSync(file).size / 1e6).toFixed(0)} MB`);
  for (const [kind, query] of Object.entries(queryKinds())) {
    const times = Array.from({ length: 100 }, () => {
      const weights = { relevance: 1, rank: 1 };
      const request = { query: readQuery(query(), 0), weights, limit: 10, offset: 0 };
      const start = process.cpuUsage();
      searchPages(file, request);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    }).sort((a, b) => a - b);
    const [half, most, worst] = [50, 95, 99].map((at) => times[at]?.toFixed(1));
    console.log(`  ${kind}: ${half} ms of CPU in the middle, ${most} of 95 %, ${worst} at worst`);
  }
}

try {
  await quality();
  await latency(Number(count));
} finally {
  rmSync(folder, { recursive: true });
}
