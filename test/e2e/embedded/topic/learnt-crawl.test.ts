import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import { modelName } from '../../../../lib/capabilities/latent/model-in-force.ts';
import { decodeLatent, writeClusterModel } from '../../../../lib/topic/models.ts';
import { winnow } from '../../../bin/test-io.ts';
import { modelOfSubjects } from '../../../topic/clusters/examples.ts';
import { jobDirectory } from '../../support/job-directory.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/${path}`, import.meta.url));

let web: ExampleWeb;
beforeAll(async () => {
  web = await serveExample(0);
});
afterAll(() => web.close());

async function run(...line: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(line);
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out;
}

const labelled = ['--good', examples('web/herbarium'), '--bad', examples('web/trains')];
const folder = mkdtempSync(join(tmpdir(), 'winnow-learnt-'));
const file = (name: string): string => join(folder, name);

async function trained(kind: 'svm' | 'bayes'): Promise<object> {
  await run(
    'train',
    kind,
    ...labelled,
    '--folds',
    '0',
    ...(kind === 'svm' ? ['--no-pairs'] : []),
    '--model',
    file(kind),
  );
  return { model: file(kind) };
}

/** What a crawl for a topic has learnt, and what it says of a link. */
async function learnt(
  name: string,
  topic: object,
): Promise<{ readonly texts: number; readonly why: string }> {
  const seeds = web.hosts.map((host) => `http://${host}/`);
  const focus = { mode: 'soft', latent: 'always' };
  const directory = jobDirectory(name, { seeds, topic, focus });
  // Files that are no pages are told, and no failure of the others.
  await winnow(['examples', 'add', '--job', directory, examples('web/herbarium')]);
  await winnow(['examples', 'add', '--job', directory, '--out', examples('web/trains')]);
  await run('crawl', '--job', directory);
  const bytes = readFileSync(join(directory, 'data', 'graph', name, 'parts', modelName));
  expect(await run('topic', 'expand', '--job', directory)).toMatch(
    /^# 0\.\d\d near.* in \d+ texts? on topic/,
  );
  const page = web.hosts.find((host) => host.startsWith('herbarium'));
  const why = await run('why', `http://${page}/nepenthes-rajah.html`, '--job', directory);
  return { texts: decodeLatent(bytes, 'it').texts, why };
}

it.each([
  ['a support vector machine', 'svm', () => trained('svm')],
  ['naive Bayes', 'bayes', () => trained('bayes')],
  [
    'a taxonomy',
    'taxonomy',
    async () => {
      await run('taxonomy', 'build', '--dir', examples('taxonomy'), '--folds', '0', '--model', file('tree'));
      return { model: file('tree'), good: ['/nature/plants/carnivorous'] };
    },
  ],
  [
    'clusters',
    'clusters',
    async () => {
      const model = modelOfSubjects({ isAutoIn: (name) => name.startsWith('trains') });
      writeFileSync(file('clusters'), writeClusterModel(model));
      return { clusters: file('clusters') };
    },
  ],
  [
    'a list of terms',
    'terms',
    async () => {
      writeFileSync(
        file('terms'),
        '30: carnivorous plants?=P\n20: sundews?=P\n20: pitchers?=P\n-50: railway=T\n',
      );
      return { file: file('terms') };
    },
  ],
])(
  'a crawl by %s learns what words mean beside its turns',
  async (_, name, topic) => {
    const { texts, why } = await learnt(name, await topic());
    expect(texts).toBeGreaterThan(20);
    expect(why).toMatch(/field +"[^"]+" on \S+ is (near .* of|not near) the topic's field/);
  },
  120_000,
);
