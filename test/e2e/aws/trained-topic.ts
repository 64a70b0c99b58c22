import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../examples/serve.ts';
import type { CanonicalUrl } from '../../../lib/domain/url.ts';
import { winnow } from '../../bin/test-io.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import type { DeployedStack } from '../support/deployed-stack.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { openOnStack } from '../support/job-on-stack.ts';

const examples = (path: string): string => new URL(`../../../examples/${path}`, import.meta.url).pathname;

const definition =
  '30: carnivorous plants?=PLANTS\n20: (sundew|flytrap|pitcher)s?=PLANTS\n-50: railway=TRAINS\n';

/** A focused crawl with every kind of filter: models that the function reads out of the bucket, plug-ins of the stack. */
export function trainedTopic(stack: () => DeployedStack): void {
  describe('a focused crawl with a chain of filters', () => {
    let web: ExampleWeb;
    let tree: Readonly<Record<string, unknown>>;
    let collection: Collection;

    beforeAll(async () => {
      web = await serveExample(0);
      const directory = mkdtempSync(join(tmpdir(), 'winnow-trained-'));
      const [model, svm, file] = ['starter.model', 'svm.model', 'topic.txt'].map((name) =>
        join(directory, name),
      );
      writeFileSync(file as string, definition);
      const built = await winnow([
        ...['taxonomy', 'build', '--dir', examples('taxonomy'), '--folds', '0', '--model', model as string],
        ...['--stop-words', examples('stop-words.txt')],
      ]);
      expect(built).toMatchObject({ exit: 0, err: '' });
      const trained = await winnow([
        ...['train', 'svm', '--good', examples('web/herbarium'), '--bad', examples('web/trains')],
        ...['--folds', '0', '--no-pairs', '--model', svm as string],
      ]);
      expect(trained).toMatchObject({ exit: 0, err: '' });
      tree = {
        seeds: [`http://${web.hosts[0]}/`],
        topic: {
          filters: [
            { model, good: ['/nature/plants/carnivorous'] },
            { file, minScore: 20, minRelative: 0 },
            { model: svm },
            { plugin: examples('plugins/well-described.ts'), options: { minWords: 30 } },
          ],
        },
        analysers: [{ plugin: examples('plugins/reading-time.ts') }],
        turn: { maxPages: 25, maxSeconds: 2 },
      };
      await openOnStack(stack(), 'trained', tree);
      await withClockwork(stack(), () => untilQuiet(stack(), 'trained'));
      collection = await readCollection(stack().runtime.stores, 'trained');
    }, 200_000);

    afterAll(() => web.close());

    it('keeps and refuses what it does on one machine, for the same reasons', async () => {
      const directory = jobDirectory('trained', tree);
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      const data = openData(join(directory, 'data'));
      expect(comparable(collection)).toEqual(comparable(await data.collection('trained')));
      data.close();
      const chosen = [...collection.values()].find(({ detail }) => detail?.startsWith('well-described: '));
      expect(chosen?.detail).toMatch(/; taxonomy accepts \(.*; terms accepts \(.*; svm accepts \(/);
      const trains = collection.get(`http://trains.localhost:${web.port}/` as CanonicalUrl);
      expect(trains).toMatchObject({
        outcome: 'off-topic',
        detail: expect.stringContaining('best /hobbies/model-railways'),
      });
    });
  });
}
