import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterJob } from '../../../lib/api/open-local.ts';
import { order } from '../../../lib/operations/order.ts';
import { type Run, winnow } from '../../bin/test-io.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { labelled } from '../../topic/taxonomy/examples.ts';

const root = mkdtempSync(join(tmpdir(), 'winnow-classes-'));
const owls = 'owls of the barn hunt mice at night';
const trout = 'trout and other fish of the river have fins';
const pages: Readonly<Record<string, string>> = {
  '/': `<title>${owls}</title><p>${owls}<a href="/fish.html">fish</a><a href="/owls.html">owls</a>`,
  '/owls.html': `<title>more owls</title><p>${owls} ${owls}`,
  '/fish.html': `<title>fish</title><p>${trout}`,
};
let web: Awaited<ReturnType<typeof startWeb>>;
beforeAll(async () => {
  web = await startWeb({
    pages({ path }) {
      const body = pages[path];
      return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
});
afterAll(() => web.close());

interface Job {
  readonly directory: string;
  readonly at: (page: string) => string;
  /** Runs a command on the job. */
  run(...words: readonly string[]): Promise<Run>;
  /** The same, and reads what it prints. */
  ask<T>(...words: readonly string[]): Promise<T>;
}

/** A job whose topic is a taxonomy, and that has crawled three pages about owls and fish. */
async function openJob(name: string, good = '/nature/birds'): Promise<Job> {
  const directory = join(root, name);
  mkdirSync(directory);
  const at = (page: string) => web.url(`${name}.localhost`, page);
  const lines = labelled.map(([text, path], number) =>
    JSON.stringify({ id: `d${number}`, text, class: path }),
  );
  writeFileSync(join(directory, 'examples.jsonl'), lines.join('\n'));
  const model = join(directory, 'tree.model');
  await winnow([
    'taxonomy',
    'build',
    '--jsonl',
    join(directory, 'examples.jsonl'),
    '--model',
    model,
    '--folds',
    '0',
  ]);
  const text = [
    ...[
      `name: ${name}`,
      `seeds: ["${at('/')}"]`,
      'userAgent: { contact: a@b.example }',
      'scope: { hosts: [localhost] }',
    ],
    ...['network: { allow: [localhost] }', 'politeness: { waitIntervalHost: 0 }'],
    `topic: { model: tree.model, good: [${good}], followOffTopic: true }`,
  ];
  writeFileSync(join(directory, 'job.yaml'), text.join('\n'));
  const run = (...words: readonly string[]) => winnow([...words, '--job', directory]);
  expect(await run('crawl')).toMatchObject({ exit: 0 });
  return {
    ...{ directory, at, run },
    async ask<T>(...words: readonly string[]) {
      const { out, err, exit } = await run(...words, '--json');
      expect([exit, err.includes('winnow: ')]).toEqual([0, false]);
      return JSON.parse(out) as T;
    },
  };
}

interface Shown {
  readonly version: string;
  readonly classes: readonly {
    path: string;
    examples: number;
    within: number;
    mark?: string;
    kept?: number;
  }[];
  readonly changed?: { readonly by: string };
}

const bestOf = async ({ ask }: Job, url: string) =>
  (await ask<{ record: { topic: { classes: { id: string }[] } } }>('record', url)).record.topic.classes[0]
    ?.id;

it('shows the tree of a job with its marks, and how many pages have each class as their best', async () => {
  const job = await openJob('shown');
  const { classes, changed } = await job.ask<Shown>('classes', 'show', '--pages');
  expect(changed).toBeUndefined();
  expect(classes.find(({ path }) => path === '/nature')).toMatchObject({ examples: 2, within: 6 });
  expect(classes.find(({ path }) => path === '/nature/birds')).toMatchObject({ mark: 'good', kept: 2 });
  const listed = await job.ask<{ total: number; cursor: string; examples: { name: string }[] }>(
    ...['classes', 'examples', '/nature', '--below', '--limit', '4'],
  );
  expect([listed.total, listed.examples.map(({ name }) => name)]).toEqual([6, ['d0', 'd1', 'd2', 'd3']]);
  const rest = await job.ask<typeof listed>(
    ...['classes', 'examples', '/nature', '--below', '--cursor', listed.cursor],
  );
  expect(rest.examples.map(({ name }) => name)).toEqual(['d4', 'd5']);
});

it('moves an example: stored pages are judged by it after reclassify, and the files of the job do not undo it', async () => {
  const job = await openJob('moved', '/nature');
  const { version } = await job.ask<Shown>('classes', 'show');
  const move = ['classes', 'move', 'd0', 'd1', '--to', '/sports/owling', '--by', 'ann'];
  const dry = await job.ask<{ judged: number; pages: { pages: number; dropped: number } }>(
    ...move,
    '--dry-run',
  );
  expect(dry).toMatchObject({ judged: 2, pages: { pages: 3, dropped: 2 } });
  expect((await job.ask<Shown>('classes', 'show')).version).toBe(version);
  expect(await bestOf(job, job.at('/owls.html'))).toBe('/nature/birds');
  const moved = await job.ask<{ version: string; trained: number }>(...move, '--if-version', version);
  expect(moved.trained).toBeGreaterThan(0);
  const shown = await job.ask<Shown>('classes', 'show');
  expect(shown).toMatchObject({ version: moved.version, changed: { by: 'ann' } });
  expect(shown.classes.some(({ path }) => path === '/nature/birds')).toBe(false);
  expect(shown.classes.find(({ path }) => path === '/sports/owling')).toMatchObject({ examples: 2 });
  await job.run('reclassify', '--mark');
  expect(await bestOf(job, job.at('/owls.html'))).toBe('/sports/owling');
  expect((await job.run('crawl')).exit).toBe(0);
  expect((await job.ask<Shown>('classes', 'show')).version).toBe(moved.version);
  expect((await job.run('audit', '--json')).out).toContain('"command": "classes-move"');
});

it('refuses the change of somebody who has not seen that of another, and says whose it was', async () => {
  const job = await openJob('guarded');
  const { version } = await job.ask<Shown>('classes', 'show');
  await job.ask('classes', 'mark', '/nature/fish', '--by', 'ann', '--if-version', version);
  const late = await job.run('classes', 'move', 'd0', '--to', '/nature/fish', '--if-version', version);
  expect(late).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/the topic was changed, last by ann at 20/),
  });
});

it('makes a stored page an example under its URL, and corrects its class with a second one', async () => {
  const job = await openJob('corrected');
  const names = async (path: string) =>
    (await job.ask<{ examples: { name: string }[] }>('classes', 'examples', path)).examples.map(
      ({ name }) => name,
    );
  await job.ask('classes', 'add', job.at('/owls.html'), '--to', '/nature/fish');
  expect(await names('/nature/fish')).toEqual(['d2', 'd3', job.at('/owls.html')]);
  await job.ask('classes', 'add', job.at('/owls.html'), '--to', '/nature/birds');
  expect(await names('/nature/fish')).toEqual(['d2', 'd3']);
  expect(await names('/nature/birds')).toEqual(['d0', 'd1', job.at('/owls.html')]);
  expect(await job.run('classes', 'add', job.at('/none.html'), '--to', '/nature')).toMatchObject({
    err: expect.stringContaining('is no stored page of job corrected'),
  });
});

it('keeps the marks of classes that are moved or merged, and refuses to leave no class good', async () => {
  const job = await openJob('marked');
  const report = await job.ask<{ good: string[] }>(
    'classes',
    'move',
    '--class',
    '/nature/birds',
    '--to',
    '/arts',
  );
  expect(report.good).toEqual(['/arts/birds']);
  const merged = await job.ask<{ good: string[] }>(
    'classes',
    'merge',
    '/arts/birds',
    '/arts/painting',
    '--to',
    '/arts',
  );
  expect(merged.good).toEqual(['/arts']);
  expect(await job.run('classes', 'eliminate', '/arts')).toMatchObject({
    err: expect.stringContaining('no class would be good'),
  });
  await job.ask('classes', 'mark', '/sports', '/arts');
  const { good } = await job.ask<{ good: string[] }>('classes', 'eliminate', '/arts');
  expect(good).toEqual(['/sports']);
});

it('loses neither the changes of people nor those of the files: where both changed, a command says so', async () => {
  const job = await openJob('both');
  await job.ask('classes', 'move', 'd0', '--to', '/nature/fish', '--by', 'ann');
  const model = join(job.directory, 'tree.model');
  await winnow(['taxonomy', 'move', model, 'd3', '--to', '/sports/cycling']);
  expect(await job.run('crawl')).toMatchObject({
    exit: 1,
    err: expect.stringMatching(
      /tree\.model was changed in its files, and by ann at .*`winnow classes save FILE`/,
    ),
  });
  const saved = join(job.directory, 'saved.model');
  expect(await job.run('classes', 'save', saved)).toMatchObject({ exit: 0 });
  expect((await winnow(['taxonomy', 'show', saved, '/nature/fish'])).out).toContain('fish  3');
  writeFileSync(model, readFileSync(saved));
  await job.ask('classes', 'discard');
  expect(await job.run('crawl')).toMatchObject({ exit: 0 });
  const shown = await job.ask<Shown>('classes', 'show');
  expect(shown.classes.find(({ path }) => path === '/nature/fish')).toMatchObject({ examples: 3 });
  expect(shown.changed).toBeUndefined();
});

it('classifies a stored page or a text by the topic in force, as the command line does', async () => {
  const job = await openJob('classified', '/nature');
  const crawl = await enterJob(join(job.directory, 'data'), 'classified', { guest: true });
  const { place } = crawl.installation;
  const ask = (fields: object) =>
    order('classify', place, { job: 'classified', ...fields }, { by: 'a test', reason: '' });
  const owls = await ask({ page: job.at('/owls.html') });
  expect(owls).toMatchObject({
    verdict: { relevant: true, classes: [{ id: '/nature/birds' }] },
    filters: [{ minRelevance: 0.5, reasons: [{ id: '/nature/birds' }] }],
  });
  expect(owls.filters[0]?.reasons?.[0]?.words.map(({ word }) => word)).toContain('owls');
  expect(await ask({ text: 'a bicycle with new tyres and a chain' })).toMatchObject({
    verdict: { relevant: false, classes: [{ id: '/sports/cycling' }] },
  });
  await expect(ask({ page: job.at('/none.html') })).rejects.toThrow('is not in the collection');
  await expect(ask({})).rejects.toThrow('give either a page or a text');
  await job.ask('classes', 'move', '--class', '/sports/cycling', '--to', '/nature');
  expect((await ask({ text: 'a bicycle with new tyres and a chain' })).verdict).toMatchObject({
    relevant: true,
    classes: [{ id: '/nature/cycling' }],
  });
  await crawl.close();
  const ride = join(job.directory, 'ride.txt');
  writeFileSync(ride, 'a bicycle with new tyres and a chain');
  expect((await job.run('classify', ride)).out).toContain('/nature/cycling');
});
