/**
 * Figures 8 to 11 of Chakrabarti, van den Berg and Dom (1999), by `winnow compare`: `node bench/compare.ts [--topic NAME] [--pages
 * 600] [--hosts 60] [--layout random|sites] [--out FILE] [--keep FOLDER] -- [options of compare]`. The encyclopedia web is served on
 * loopback; two soft crawls of a topic begin at disjoint seeds, and a third one from the first one's is unfocused.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { winnow } from '../test/bin/test-io.ts';
import { startWeb } from '../test/support/web/web-server.ts';
import { drawOf, hasWeb, type Layout, openWeb, type WebPage } from './focus/corpus.ts';
import { trainJudge } from './focus/judge.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    topic: { type: 'string' },
    pages: { type: 'string', default: '600' },
    hosts: { type: 'string', default: '60' },
    layout: { type: 'string', default: 'random' },
    out: { type: 'string' },
    keep: { type: 'string' },
  },
});

const seedsEach = 5;

async function told(words: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(words);
  if (exit !== 0) throw new Error(`winnow ${words.join(' ')}: ${err}`);
  return out;
}

if (hasWeb()) {
  const corpus = openWeb(Number(values.hosts), values.layout as Layout);
  const topic = values.topic ?? (corpus.topics[0] as string);
  const { training, seeds } = drawOf(corpus, topic, 0, 'topic', 2 * seedsEach);
  const pages = new Map(corpus.pages.map((page) => [page.url as string, page]));
  const web = await startWeb({
    pages({ name, path }) {
      const page = pages.get(`http://${name.replace('.localhost', '.test')}${path}`);
      return page && { headers: { 'content-type': 'text/html' }, body: served(page.html) };
    },
  });
  const served = (text: string): string =>
    text.replaceAll(/http:\/\/([\w-]+)\.test\//g, (_, host: string) => web.url(`${host}.localhost`));
  const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'winnow-compare-'));
  const job = (name: string, mode: string, from: readonly WebPage[]): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'topic.model'), trainJudge(corpus, topic, training, 'svm').bytes);
    writeFileSync(
      join(path, 'job.yaml'),
      [
        `name: ${name}`,
        'data: ../data',
        `seeds: ${JSON.stringify(from.map(({ url }) => served(url)))}`,
        'scope: { hosts: [localhost] }',
        'network: { allow: [localhost] }',
        'politeness: { waitIntervalHost: 0, responseFactor: 0 }',
        'turn: { maxPages: 1 }',
        'topic: { model: topic.model, good: [good], minRelevance: 0 }',
        `focus: { mode: ${mode}, latent: never }`,
        `stop: { pages: ${values.pages} }`,
      ].join('\n'),
    );
    return path;
  };
  const [ours, others] = [seeds.slice(0, seedsEach), seeds.slice(seedsEach)];
  const crawls = [
    job('soft-one', 'soft', ours),
    job('soft-two', 'soft', others),
    job('unfocused', 'unfocused', ours),
  ];
  for (const path of crawls) await told(['crawl', '--job', path]);
  const out = values.out === undefined ? [] : ['--out', values.out];
  console.log(
    await told([
      'compare',
      '--job',
      crawls[0] as string,
      'soft-one',
      'soft-two',
      'unfocused',
      ...out,
      ...positionals,
    ]),
  );
  await web.close();
  if (values.keep === undefined) rmSync(folder, { recursive: true });
}
