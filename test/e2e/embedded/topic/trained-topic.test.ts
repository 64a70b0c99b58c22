import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import type { TopicVerdict } from '../../../../lib/base/page/topic-verdict.ts';
import type { PageRecord } from '../../../../lib/domain/collection/record.ts';
import { winnow } from '../../../bin/test-io.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/${path}`, import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'winnow-trained-'));
const model = (name: string): string => join(directory, `${name}.model`);

const definition = [
  '30: carnivorous plants?=PLANTS',
  '20: sundews?=PLANTS',
  '20: flytraps?=PLANTS',
  '10: pitchers?=PLANTS',
  '10: (bladderwort|butterwort)s?=PLANTS',
  '5: bogs?=PLANTS',
  '-50: railway=TRAINS',
  '-50: gauge=TRAINS',
  '',
].join('\n');

let web: ExampleWeb;

async function run(...line: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(line);
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out;
}

const url = (path: string): string => `http://${path.replace('/', `.localhost:${web.port}/`)}`;

interface Crawl {
  /** Host and path of each record, and what the topic filter said of it. */
  readonly records: ReadonlyMap<string, TopicVerdict | undefined>;
  /** The outcome of each URL, by host and path. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** What `winnow why` says of a page's outcome. */
  why(path: string): Promise<string | undefined>;
  readonly job: string;
  readonly published: readonly PageRecord[];
}

async function crawl(name: string, topic: object, more: object = {}): Promise<Crawl> {
  const job = jobDirectory(name, {
    seeds: [`http://${web.hosts[0]}/`],
    topic,
    focus: { mode: 'hard' },
    ...more,
  });
  writeFileSync(join(job, 'topic.txt'), definition);
  await run('crawl', '--job', job);
  const data = openData(join(job, 'data'));
  const { records } = await data.published(name);
  const collection = await data.collection(name);
  data.close();
  const short = (long: string): string => long.replace(/^http:\/\/(\w+)\.localhost:\d+/, '$1');
  return {
    job,
    published: [...records.values()].flatMap(({ record }) => record ?? []),
    records: new Map([...records.values()].map((line) => [short(line.url), line.record?.topic])),
    outcomes: new Map([...collection].map(([one, { outcome }]) => [short(one), outcome ?? 'none'])),
    async why(path) {
      const report = await run('why', '--job', job, url(path));
      return /outcome +(.*), record|outcome +(.*), /.exec(report)?.slice(1).find(Boolean);
    },
  };
}

/** Pages of the example web that are about nothing but carnivorous plants. */
const species = ['drosera-rotundifolia', 'nepenthes-rajah', 'dionaea-muscipula', 'sarracenia-purpurea'];
const sundew = 'herbarium/drosera-rotundifolia.html';

beforeAll(async () => {
  web = await serveExample(0);
  await run(
    ...['taxonomy', 'build', '--dir', examples('taxonomy'), '--folds', '0', '--model', model('starter')],
    ...['--stop-words', examples('stop-words.txt')],
  );
  await run(
    ...['train', 'svm', '--good', examples('web/herbarium'), '--bad', examples('web/trains')],
    ...['--folds', '0', '--no-pairs', '--model', model('svm')],
  );
});

afterAll(async () => {
  await web.close();
});

describe('a focused crawl of the example site', () => {
  const plants = '/nature/plants/carnivorous';
  it.each([
    [
      'a topic file',
      { file: 'topic.txt' },
      /^stored \(status 200\): score \d+; best PLANTS 100 % \(sundews\?, /,
      /^off-topic \(status 200\): score -\d+$/,
    ],
    [
      'a support vector machine',
      { model: model('svm') },
      /^stored \(status 200\): score [\d.]+; best good \(.*sundew.*\)$/,
      /^off-topic \(status 200\): score -[\d.]+; best bad \(line, .*railway.*\)$/,
    ],
    [
      'a taxonomy',
      { model: model('starter'), good: [plants] },
      /^stored \(status 200\): score 0\.9\d+; best \/nature\/plants\/carnivorous \d+ % \(.*sundews.*\)$/,
      /^off-topic \(status 200\): score 0\.000\d+; best \/hobbies\/model-railways \d+ % \(.*gauge.*\)$/,
    ],
  ])('with %s keeps its topic, and says why', async (name, topic, accepted, refused) => {
    const { records, outcomes, why } = await crawl(name.replaceAll(' ', '-'), topic);
    for (const one of species) expect(records.has(`herbarium/${one}.html`)).toBe(true);
    expect([...records.keys()].filter((path) => path.startsWith('trains/'))).toEqual([]);
    expect(outcomes.get('trains/')).toBe('off-topic');
    expect(outcomes.has('trains/dcc.html')).toBe(false);
    expect(records.get(sundew)).toMatchObject({ relevant: true, score: expect.any(Number) });
    expect(await why(sundew)).toMatch(accepted);
    expect(await why('trains/')).toMatch(refused);
  });

  it('follows by hard focus what has a good class for its best one, though too few such pages are sure enough to be kept', async () => {
    const topic = { model: model('starter'), good: [plants, '/hobbies'], minRelevance: 0.999_999 };
    const { records, outcomes, why } = await crawl('surer-than-sure', topic);
    expect(await why('trains/')).toMatch(/^off-topic .*best \/hobbies\/model-railways/);
    expect(outcomes.has('trains/dcc.html')).toBe(true);
    expect(records.has('trains/')).toBe(false);
  });

  it('goes through classes that are crawled only, and keeps nothing of them', async () => {
    const topic = { model: model('starter'), good: [plants], crawlOnly: ['/hobbies'] };
    const { records, outcomes, why, job } = await crawl('through-hobbies', topic);
    expect(outcomes.get('trains/dcc.html')).toBe('off-topic');
    expect([...records.keys()].filter((path) => path.startsWith('trains/'))).toEqual([]);
    expect(await why('trains/')).toMatch(/; crawled for its links only$/);
    const suggested = await run('taxonomy', 'suggest', '--job', job);
    expect(suggested).toMatch(/\/nature\/plants\/carnivorous +\d\d +\d\n/);
    expect(suggested).toMatch(/\/hobbies\/model-railways +0 +[3-9]\n/);
    expect(suggested).toContain('no neighbour of /nature/plants/carnivorous has many pages\n');
    copyFileSync(model('starter'), model('corrected'));
    const corrected = await run(
      ...['taxonomy', 'correct', model('corrected'), url(sundew), '--to', `${plants}/sundews`, '--job', job],
    );
    expect(corrected).toContain(`${plants}/sundews: 1 example, new\n`);
    const { err } = await winnow([
      'taxonomy',
      'correct',
      model('corrected'),
      url('trains/'),
      '--to',
      plants,
      '--job',
      job,
    ]);
    expect(err).toContain('is neither in the collection nor in the off-topic store');
  });

  it('with a chain of terms, models and a plug-in keeps what all take, with the fields of an analyser', async () => {
    const filters = [
      { file: 'topic.txt', minScore: 20, minRelative: 0 },
      { model: model('starter'), good: ['/nature'] },
      { model: model('svm') },
      { plugin: examples('plugins/well-described.ts'), options: { minWords: 30 } },
    ];
    const analysers = [{ plugin: examples('plugins/reading-time.ts') }];
    const { records, outcomes, why, published, job } = await crawl('chain', { filters }, { analysers });
    expect(records.get(sundew)).toMatchObject({ filter: 'well-described', kind: 'plugin' });
    expect(records.get(sundew)?.chain?.map(({ filter }) => filter)).toEqual([
      ...['terms', 'taxonomy', 'svm', 'well-described'],
    ]);
    expect(outcomes.get('trains/')).toBe('off-topic');
    expect(await why(sundew)).toMatch(
      /^stored \(status 200\): well-described: score 1; best described 100 % \(\d+ words, .*; terms accepts \(\d+\)/,
    );
    expect(await run('why', url(sundew), '--job', job)).toMatch(
      /✓ topic +well-described: score 1; .*terms accepts/,
    );
    for (const { fields } of published) expect(fields).toMatchObject({ words: expect.any(Number) });
    expect(await run('status', '--job', job)).not.toContain('failed plug-ins');
  });

  it('goes on where a plug-in fails, and counts it', async () => {
    const plugin = join(directory, 'broken.mjs');
    writeFileSync(
      plugin,
      "export const filter = ({ url }) => { if (/drosera/.test(url)) throw new Error('no sundews'); return { relevant: true, score: 1 }; };\n",
    );
    const filters = [{ file: 'topic.txt' }, { plugin }];
    const { outcomes, why, job } = await crawl('broken', { filters });
    expect(outcomes.get(sundew)).toBe('failed');
    expect(outcomes.get('herbarium/dionaea-muscipula.html')).toBe('stored');
    expect(await why(sundew)).toBe('failed (status 200): plugin: broken: no sundews');
    expect(await run('status', '--job', job)).toMatch(/failed plug-ins +broken \(\d+ times?\)/);
    writeFileSync(plugin, 'export const filter = 5;\n');
    const { exit, err } = await winnow(['crawl', '--job', job]);
    expect({ exit, err }).toEqual({
      exit: 1,
      err: expect.stringContaining('it exports no function `filter`'),
    });
  });

  it('with a topic file and a taxonomy keeps what both take, or what either does', async () => {
    const both = { file: 'topic.txt', model: model('starter'), good: ['/nature'] };
    const all = await crawl('both', both);
    const any = await crawl('either', { ...both, match: 'any' });
    expect(all.records.get(sundew)).toMatchObject({ filter: 'taxonomy' });
    expect(any.records.get(sundew)).toMatchObject({ filter: 'terms' });
    const kept = ({ outcomes }: Crawl): ReadonlySet<string> =>
      new Set([...outcomes].filter(([, one]) => /stored|duplicate/.test(one)).map(([path]) => path));
    expect([...kept(all)].filter((path) => !kept(any).has(path))).toEqual([]);
    expect(any.records.size).toBeGreaterThan(all.records.size);
  });
});
