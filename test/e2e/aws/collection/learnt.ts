import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import { readStoredObject } from '../../../../lib/base/stored-json.ts';
import { type MadeModel, modelName } from '../../../../lib/capabilities/latent/model-in-force.ts';
import { decodeLatent } from '../../../../lib/topic/models.ts';
import { winnow } from '../../../bin/test-io.ts';
import { until, withClockwork } from '../../support/clockwork.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/web/${path}`, import.meta.url));
const job = 'learnt';

/** A job whose harvesters judge links by what a function of its own has learnt of what they read. */
export function learnt(stack: () => DeployedStack): void {
  describe('a crawl that learns what words mean in its field', () => {
    let web: ExampleWeb;
    let tree: Readonly<Record<string, unknown>>;

    const noted = async (): Promise<MadeModel | undefined> =>
      readStoredObject<{ readonly done: MadeModel }>(
        (await stack().runtime.stores.jobs.note(job, 'latent'))?.text ?? '',
      )?.done;
    const files = () => stack().runtime.stores.graphs;

    beforeAll(async () => {
      web = await serveExample(0);
      const model = join(mkdtempSync(join(tmpdir(), 'winnow-learnt-')), 'svm.model');
      const source = ['--good', examples('herbarium'), '--bad', examples('trains')];
      const line = ['train', 'svm', ...source, '--folds', '0', '--no-pairs', '--model', model];
      expect(await winnow(line)).toMatchObject({ exit: 0 });
      tree = {
        seeds: [`http://${web.hosts[0]}/`],
        topic: { model },
        focus: { mode: 'soft' },
        turn: { maxPages: 2, maxSeconds: 2 },
      };
      await openOnStack(stack(), job, tree);
      await withClockwork(stack(), () =>
        until('the function has made a latent space', async () => (await noted())?.model !== undefined),
      );
    }, 240_000);

    afterAll(() => web.close());

    it('has one of what its model was trained with and of what it has read', async () => {
      const bytes = (await files().read(job, modelName)) as Uint8Array;
      expect(decodeLatent(bytes, 'it').labelled).toBeGreaterThan(5);
    });

    it('makes it again when harvesters do not find the one that the note names', async () => {
      const { jobs } = stack().runtime.stores;
      const { version = 0, text = '{}' } = (await jobs.note(job, 'latent')) ?? {};
      const { done, ...note } = JSON.parse(text);
      await jobs.putNote(
        job,
        'latent',
        version,
        JSON.stringify({ ...note, done: { ...done, model: 'lost' } }),
      );
      await files().delete(job, [modelName]);
      await withClockwork(stack(), () =>
        until('it is there again', async () => {
          const sought = await winnow(['reharvest', '--all', '--stack', stack().name, '--job-name', job]);
          return sought.exit === 0 && (await files().read(job, modelName)) !== undefined;
        }),
      );
    }, 240_000);
  });
}
