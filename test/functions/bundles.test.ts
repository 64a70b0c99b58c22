import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { pluginDigest } from '../../lib/config/job/plugin-files.ts';
import { functionNames } from '../../lib/config/stack/names.ts';
import { type BundleName, bundle } from '../../lib/infra/bundle/bundle.ts';
import { bundlePlugins } from '../../lib/infra/bundle/bundle-plugins.ts';
import { functionReader } from '../../lib/runtime/aws/aws-worker.ts';
import { functionConverter } from '../../lib/runtime/aws/convert-batch.ts';
import { docxType, stagedDocument } from '../support/converting/staged-document.ts';
import { zipOf } from '../support/documents/containers.ts';
import { withFunctionBundles } from '../support/function-bundle.ts';
import { functionVariables } from '../support/function-variables.ts';
import { defaultContentSettings } from '../support/settings.ts';
import { termTopic } from '../support/topic/topic.ts';

/** A larger bundle is a slower cold start; something has come in that need not be there. */
const budgets: Readonly<Record<BundleName, number>> = {
  dispatch: 700_000,
  harvest: 2_010_000,
  convert: 1_100_000,
  // It calls the function that distils, by the client of Lambda.
  recycle: 800_000,
  distil: 745_000,
  // It has the list of public suffixes, by which 'fetch' knows the gate that it waits for, the texts of all settings,
  // the rules of strategies, which 'why' asks, and the operations with what describes their results.
  ops: 1_030_000,
  view: 1_030_000,
  // With hono, the face that loops over the operations, and the schemas of what they answer.
  'ops-rest': 1_240_000,
  'view-rest': 1_240_000,
  jobs: 535_000,
  // The SDK, the stores, and a writer of Parquet.
  sql: 800_000,
  // The stores, and types of sinks over HTTP.
  sinks: 880_000,
};

/** For the thread that pages are read on, and the one that documents are converted on, with all converters. */
const threadBudget = 1_200_000;
const convertersBudget = 4_000_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'winnow-bundles-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a script in a process of its own, in the bundle's folder, far from our node_modules. */
async function run(name: BundleName, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(directory, name),
    env: functionVariables,
  });
  return stdout;
}

describe.each<BundleName>([
  ...functionNames,
  'view',
  'view-rest',
  'ops-rest',
  'distil',
  'jobs',
  'sql',
  'sinks',
])('the bundle of %s', (name) => {
  beforeAll(() =>
    withFunctionBundles((folderOf) => cp(folderOf(name), join(directory, name), { recursive: true })),
  );

  test('fits its budget', async () => {
    const { size } = await stat(join(directory, name, 'index.mjs'));
    expect(size).toBeLessThan(budgets[name]);
  });

  test('starts from an otherwise empty folder, silently', async () => {
    const output = await run(name, "console.log(typeof (await import('./index.mjs')).handler)");
    expect(output).toBe('function\n');
  });

  test('looks for what was deployed with it in its own folder', async () => {
    const code = await readFile(join(directory, name, 'index.mjs'), 'utf8');
    expect(code.match(/new URL\([`'"]\.\.\/[^)]*import\.meta\.url\)/g)).toBeNull();
  });

  test('is the same bytes when it is built again', async () => {
    const again = join(directory, `${name}-again`);
    bundle(name, again);
    expect(await readFile(join(again, 'index.mjs'))).toEqual(
      await readFile(join(directory, name, 'index.mjs')),
    );
  });
});

test.each<BundleName>([...(['harvest', 'dispatch', 'recycle'] as const)])(
  '%s has beside it what an SDK of OpenTelemetry hears it by',
  async (name) => {
    const output = await run(
      name,
      "console.log(Object.keys(await import('./open-telemetry.mjs')).join(' '))",
    );
    expect(output).toBe('addFigures flush observeFigures spanAround\n');
  },
);

test('harvest reads a page on the thread that lies beside it, and ends one that stands still', async () => {
  const { size } = await stat(join(directory, 'harvest', 'reader-worker.mjs'));
  expect(size).toBeLessThan(threadBudget);
  const reader = functionReader(
    { commitMs: 0 },
    pathToFileURL(join(directory, 'harvest', 'reader-worker.mjs')),
  );
  const page = { url: 'http://a.example/' as CanonicalUrl, contentType: 'text/html', product: 'winnow' };
  const request = { ...page, urlSettings: parseOnly, extract: [], body: Buffer.from('<title>Owls</title>') };
  const rule = { field: 'x', selector: 'h1 ~ p', type: 'string', many: true } as const;
  const endless = { ...request, body: Buffer.from('<p></p>'.repeat(100_000)), extract: [rule] };
  expect(await Promise.all([reader.read(endless), reader.read(request)])).toMatchObject([
    { kind: 'unreadable', detail: 'reading it took longer than 5000 ms' },
    { kind: 'page', content: { title: 'Owls' } },
  ]);
  await reader.close();
  const patient = functionReader(
    { commitMs: 360_000 },
    pathToFileURL(join(directory, 'harvest', 'reader-worker.mjs')),
  );
  const text = 'Apples are picked in autumn, when they come off the branch with a turn of the hand.';
  const content = { ...defaultContentSettings, language: true };
  expect(await patient.read({ ...request, content, body: Buffer.from(`<p>${text}`) })).toMatchObject({
    kind: 'page',
    content: { rest: expect.stringContaining('"detectedLanguage":{"code":"en"') },
  });
  const apples = termTopic('90: apples=A');
  const topic = { ...apples, filters: apples.filters.map((one) => ({ ...one, onlyIn: ['sv'] })) };
  expect(
    await patient.read({ ...request, content, topic, body: Buffer.from(`<html lang=sv><p>${text}`) }),
  ).toMatchObject({
    content: { topic: { relevant: false } },
  });
  await patient.close();
});

test('convert converts a document on the thread that lies beside it', async () => {
  const { size } = await stat(join(directory, 'convert', 'convert-worker.mjs'));
  expect(size).toBeLessThan(convertersBudget);
  const converter = functionConverter({}, pathToFileURL(join(directory, 'convert', 'convert-worker.mjs')));
  const body = zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Owls at night</w:t></w:r></w:p></w:body></w:document>',
  });
  expect(await converter.convert(stagedDocument(body, docxType))).toMatchObject({
    kind: 'converted',
    html: expect.stringContaining('Owls at night'),
  });
  await converter.close();
});

test('ops refuses what it does not know, and writes it down', async () => {
  const output = await run(
    'ops',
    `const { handler } = await import('./index.mjs');
     const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 60_000 };
     await handler({ command: 'pauze', job: 'birds' }, context).catch((error) => console.log(error.message));`,
  );
  const [line = '', message] = output.trim().split('\n');
  expect(JSON.parse(line)).toMatchObject({
    event: 'error',
    function: 'ops',
    code: 'usage',
    requestId: 'request-1',
  });
  expect(message).toBe('command: "pauze": did you mean pause?');
});

test('harvest gives a message back that is no ticket, and only that', async () => {
  const output = await run(
    'harvest',
    `const { handler } = await import('./index.mjs');
     const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 60_000 };
     const record = { messageId: 'm-1', body: 'odd', attributes: { MessageGroupId: 'g' } };
     console.log(JSON.stringify(await handler({ Records: [record] }, context)));
     process.exit();`,
  );
  const [returned = '', invocation = '', response = ''] = output.trim().split('\n');
  expect(JSON.parse(returned)).toMatchObject({ event: 'ticket-failed', messageId: 'm-1', code: 'corrupt' });
  expect(JSON.parse(invocation)).toMatchObject({ event: 'invocation', ReturnedTickets: 1 });
  expect(JSON.parse(response)).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
});

test('harvest runs plug-ins that the stack was deployed with, far from their sources', async () => {
  const plugins = join(import.meta.dirname, '..', '..', 'examples', 'plugins');
  const digests = bundlePlugins(plugins, join(directory, 'harvest'));
  expect(digests).toEqual(
    ['between-marks.ts', 'reading-time.ts', 'shark-search.ts', 'well-described.ts'].map((name) =>
      pluginDigest(join(plugins, name), name),
    ),
  );
  const again = join(directory, 'plugins-again');
  expect(bundlePlugins(plugins, again)).toEqual(digests);
  for (const digest of digests) {
    const [one, other] = [join(directory, 'harvest'), again].map((place) =>
      readFile(join(place, 'plugins', `${digest}.mjs`)),
    );
    expect(await one).toEqual(await other);
  }
  const output = await run(
    'harvest',
    `import { Worker } from 'node:worker_threads';
     const worker = new Worker('./plugin-worker.mjs', { execArgv: [] });
     const asks = [
       { kind: 'load', module: new URL('plugins/${digests[1]}.mjs', 'file://' + process.cwd() + '/').href, role: 'analyse' },
       { kind: 'page', page: { url: 'http://a.example/', rest: '{"text":"one two"}', links: '[]' } },
     ];
     asks.push({ ...asks[0], kind: 'call', options: {}, since: '{}' });
     worker.on('message', (message) => {
       if (message !== 'ready') console.log(JSON.stringify(message));
       const next = asks.shift();
       if (next) worker.postMessage({ number: 3 - asks.length, ask: next });
       else process.exit();
     });`,
  );
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toMatchObject([1, 2, 3].map((number) => ({ number, answer: { ok: true } })));
  expect(JSON.parse(answers[2].answer.json)).toEqual({ words: 2, 'reading-minutes': 1, 'linked-hosts': [] });
});

test('a directory without plug-ins, or with one that cannot be bundled, is refused in words', async () => {
  const empty = await mkdtemp(join(directory, 'empty-'));
  expect(() => bundlePlugins(empty, join(directory, 'none'))).toThrow(
    `plugins: there is no module in ${empty}`,
  );
  await writeFile(join(empty, 'broken.ts'), 'export const filter = (;');
  expect(() => bundlePlugins(empty, join(directory, 'none'))).toThrow(/plugins: .*broken\.ts/);
});
