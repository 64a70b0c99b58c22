/**
 * How long the changes of a taxonomy take in a job of this machine, by the operations that the console orders:
 * `node bench/taxonomy-edits.ts [DOCUMENTS]`, 100,000 by default. The documents are made up: 100 different words of 50,000 each, words
 * as frequent as in a language, in 200 classes of 10 branches.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJob } from '../lib/api/open-local.ts';
import { loadJob } from '../lib/config/job/load-job.ts';
import { order } from '../lib/operations/order.ts';
import { writeTaxonomy } from '../lib/topic/models.ts';
import { defaultTaxonomyRecipe, openExampleSet, trainTaxonomy } from '../lib/topic/train.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const documents = Number(process.argv[2] ?? 100_000);
const [branches, leaves, vocabulary, wordsOfDocument] = [10, 20, 50_000, 100];
const random = seededRandom(1);
const settings = defaultTaxonomyRecipe;

function classOf(document: number): string {
  const leaf = document % (branches * leaves);
  return `/branch-${leaf % branches}/leaf-${Math.floor(leaf / branches)}`;
}

/** Rare words are as rare as in a language; a class has words of its own among them. */
function bagOf(document: number): ReadonlyMap<string, number> {
  const leaf = document % (branches * leaves);
  const bag = new Map<string, number>();
  while (bag.size < wordsOfDocument) {
    const number = Math.floor(vocabulary ** random()) - 1;
    const word = random() < 0.2 ? `w${(number * 211 + leaf * 97) % vocabulary}` : `w${number}`;
    bag.set(word, (bag.get(word) ?? 0) + 1);
  }
  return bag;
}

async function timed<T>(what: string, work: () => Promise<T> | T): Promise<T> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const [wall, spent] = [(performance.now() - began) / 1_000, (user + system) / 1_000_000];
  console.log(`${what.padEnd(44)} ${wall.toFixed(2)} s, ${spent.toFixed(2)} s of CPU`);
  return result;
}

const builder = openExampleSet();
for (let at = 0; at < documents; at += 1) builder.put(`d${at}`, classOf(at), bagOf(at));
const set = builder.finish();
const taxonomy = await timed('training of all', () => trainTaxonomy(set, settings));
const directory = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
try {
  const model = writeTaxonomy({ taxonomy, set, notes: { date: '', settings } });
  console.log(`file ${(model.length / 1e6).toFixed(0)} MB`);
  mkdirSync(join(directory, 'job'));
  writeFileSync(join(directory, 'job', 'tree.model'), model);
  const text = 'name: edits\nseeds: [https://a.example/]\nuserAgent: { contact: a@b.example }\n';
  writeFileSync(
    join(directory, 'job', 'job.yaml'),
    `${text}topic: { model: tree.model, good: [/branch-0/leaf-1] }\n`,
  );
  const crawl = await timed('job stored', () => openJob(loadJob(join(directory, 'job')), { guest: true }));
  const { place } = crawl.installation;
  const asker = { by: 'bench', reason: 'measured' };
  const classes = { job: 'edits' };
  await timed('show', () => order('classes-show', place, classes, asker));
  const leaf = { ...classes, class: '/branch-0/leaf-1' };
  await timed('first page of the examples of a class', () => order('classes-examples', place, leaf, asker));
  for (const round of [1, 2]) {
    const move = (to: string, at: number) =>
      order('classes-move', place, { ...classes, examples: [`d${at}`], to }, asker);
    await timed(`move beside the class (${round})`, () => move('/branch-0/leaf-2', round * 200));
    await timed(`move to another branch (${round})`, () => move('/branch-1/leaf-2', round * 200 + 10));
  }
  await timed('mark', () =>
    order('classes-mark', place, { ...classes, classes: ['/branch-0/leaf-2'] }, asker),
  );
  console.log(`memory ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`);
  await crawl.close();
} finally {
  rmSync(directory, { recursive: true, force: true });
}
