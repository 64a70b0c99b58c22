import { mkdtempSync } from 'node:fs';
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

/** A focused crawl whose filter is a taxonomy, which the function reads out of the bucket. */
export function trainedTopic(stack: () => DeployedStack): void {
  describe('a focused crawl with a taxonomy', () => {
    let web: ExampleWeb;
    let tree: Readonly<Record<string, unknown>>;
    let collection: Collection;

    beforeAll(async () => {
      web = await serveExample(0);
      const model = join(mkdtempSync(join(tmpdir(), 'winnow-trained-')), 'starter.model');
      const built = await winnow([
        ...['taxonomy', 'build', '--dir', examples('taxonomy'), '--folds', '0', '--model', model],
        ...['--stop-words', examples('stop-words.txt')],
      ]);
      expect(built).toMatchObject({ exit: 0, err: '' });
      tree = {
        seeds: [`http://${web.hosts[0]}/`],
        topic: { model, good: ['/nature/plants/carnivorous'] },
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
      const trains = collection.get(`http://trains.localhost:${web.port}/` as CanonicalUrl);
      expect(trains).toMatchObject({
        outcome: 'off-topic',
        detail: expect.stringContaining('best /hobbies/model-railways'),
      });
    });
  });
}
