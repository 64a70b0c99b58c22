import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import { readStoredObject } from '../../../../lib/base/stored-json.ts';
import {
  type MadeModel,
  modelName,
  modelToJudgeBy,
} from '../../../../lib/capabilities/latent/model-in-force.ts';
import { decodeLatent } from '../../../../lib/topic/models.ts';
import { winnow } from '../../../bin/test-io.ts';
import { ofVersion } from '../../../capabilities/latent/farming-web.ts';
import { until, withClockwork } from '../../support/clockwork.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/web/${path}`, import.meta.url));
const job = 'learnt';

function isWhole(bytes: Uint8Array | undefined): boolean {
  try {
    return bytes !== undefined && decodeLatent(bytes, 'it').texts > 0;
  } catch {
    return false;
  }
}

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

    /** Has the note name another model than harvesters know, and puts something else in its place. */
    const spoil = async (bytes: Uint8Array | undefined): Promise<void> => {
      const { jobs } = stack().runtime.stores;
      const { version = 0, text = '{}' } = (await jobs.note(job, 'latent')) ?? {};
      const { done, ...note } = JSON.parse(text);
      const spoilt = { ...note, done: { ...done, model: 'another' } };
      await jobs.putNote(job, 'latent', version, JSON.stringify(spoilt));
      if (bytes === undefined) await files().delete(job, [modelName]);
      else await files().put(job, modelName, bytes);
    };

    it('judges without one that is lost, damaged or of another version, and has it made again', async () => {
      const { stores } = stack().runtime;
      const whole = (await files().read(job, modelName)) as Uint8Array;
      for (const [at, bytes] of [undefined, whole.slice(0, -3), ofVersion(whole, 9)].entries()) {
        await spoil(bytes);
        // What a process knows of the note it reads again after ten seconds.
        const clock = { ...stores.clock, now: () => stores.clock.now() + (at + 1) * 60_000 };
        expect((await modelToJudgeBy({ ...stores, clock }, job)).bytes).toBeUndefined();
        expect(await noted()).not.toHaveProperty('model');
      }
      await spoil(whole);
    });

    it('makes it again when harvesters find the one damaged that the note names', async () => {
      await spoil(((await files().read(job, modelName)) as Uint8Array).slice(0, -3));
      await withClockwork(stack(), () =>
        until('it is there again', async () => {
          const sought = await winnow(['reharvest', '--all', '--stack', stack().name, '--job-name', job]);
          return sought.exit === 0 && isWhole(await files().read(job, modelName));
        }),
      );
    }, 240_000);
  });
}
