import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import { modelName } from '../../../../lib/capabilities/latent/model-in-force.ts';
import { decodeLatent } from '../../../../lib/topic/models.ts';
import { winnow } from '../../../bin/test-io.ts';
import { jobDirectory } from '../../support/job-directory.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/web/${path}`, import.meta.url));

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

it('a crawl by a trained model has a latent space made beside its turns, of what the model was trained with and of what it read', async () => {
  const model = join(mkdtempSync(join(tmpdir(), 'winnow-learnt-')), 'svm.model');
  const source = ['--good', examples('herbarium'), '--bad', examples('trains')];
  expect(
    (await winnow(['train', 'svm', ...source, '--folds', '0', '--no-pairs', '--model', model])).exit,
  ).toBe(0);
  const seeds = [`http://${web.hosts[0]}/`];
  const directory = jobDirectory('learnt', { seeds, topic: { model }, focus: { mode: 'soft' } });
  await run('crawl', '--job', directory);
  const bytes = readFileSync(join(directory, 'data', 'graph', 'learnt', 'parts', modelName));
  expect(decodeLatent(bytes, 'it').labelled).toBeGreaterThan(5);
  expect(
    await run(
      'why',
      `http://${web.hosts.find((host) => host.startsWith('herbarium'))}/nepenthes-rajah.html`,
      '--job',
      directory,
    ),
  ).toMatch(/field +"[^"]+" on \S+ is (near .* of|not near) the topic's field/);
}, 120_000);
