import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../examples/serve.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { RoundReport } from '../../../lib/capabilities/examples/operations/round.ts';
import type { ExampleLists } from '../../../lib/capabilities/examples/set/example-lists.ts';
import type { Difference } from '../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../bin/test-io.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import { jobDirectory, writeJob } from '../support/job-directory.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const examples = (path: string): string =>
  fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url));

const wellDescribed = examples('plugins/well-described.ts');

const definition =
  '30: carnivorous plants?=PLANTS\n20: (sundew|flytrap|pitcher)s?=PLANTS\n-50: railway=TRAINS\n';

/** A focused crawl with every kind of filter: models that the function reads out of the bucket, plug-ins of the stack. */
export function trainedTopic(stack: () => DeployedStack): void {
  describe('a focused crawl with a chain of filters', () => {
    let web: ExampleWeb;
    let tree: Readonly<Record<string, unknown>>;
    let collection: Collection;
    /** The same on one machine. */
    let directory: string;
    let model: string;

    const locally = async (): Promise<Collection> => {
      const data = openData(join(directory, 'data'));
      const found = await data.collection('trained');
      data.close();
      return found;
    };
    const onStack = (): readonly string[] => ['--stack', stack().name, '--job-name', 'trained'];
    const difference = async (...target: readonly string[]): Promise<Difference> => {
      const { exit, out, err } = await winnow(['reclassify', ...target, '--dry-run', '--json']);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      return JSON.parse(out) as Difference;
    };

    beforeAll(async () => {
      web = await serveExample(0);
      const files = mkdtempSync(join(tmpdir(), 'winnow-trained-'));
      const [svm, file] = ['svm.model', 'topic.txt'].map((name) => join(files, name));
      model = join(files, 'starter.model');
      writeFileSync(file as string, definition);
      const built = await winnow([
        ...['taxonomy', 'build', '--dir', examples('taxonomy'), '--folds', '0', '--model', model],
        ...['--stop-words', examples('stop-words.txt')],
      ]);
      expect(built).toMatchObject({ exit: 0, err: '' });
      const trained = await winnow([
        ...['train', 'svm', '--good', examples('web/herbarium'), '--bad', examples('web/trains')],
        ...['--folds', '0', '--no-pairs', '--model', svm as string],
      ]);
      expect(trained).toMatchObject({ exit: 0 });
      tree = {
        seeds: [`http://${web.hosts[0]}/`],
        topic: {
          filters: [
            { model, good: ['/nature/plants/carnivorous'] },
            { file, minScore: 20, minRelative: 0 },
            { model: svm },
            { plugin: wellDescribed, options: { minWords: 30 } },
          ],
        },
        analysers: [{ plugin: examples('plugins/reading-time.ts') }],
        offTopic: { keep: 'text' },
        turn: { maxPages: 25, maxSeconds: 2 },
      };
      await openOnStack(stack(), 'trained', tree);
      await withClockwork(stack(), () => untilQuiet(stack(), 'trained'));
      collection = await readCollection(stack().runtime.stores, 'trained');
    }, 200_000);

    afterAll(() => web.close());

    it('keeps and refuses what it does on one machine, for the same reasons', async () => {
      directory = jobDirectory('trained', tree);
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      expect(comparable(collection)).toEqual(comparable(await locally()));
      const chosen = [...collection.values()].find(({ detail }) => detail?.startsWith('well-described: '));
      expect(chosen?.detail).toMatch(/; taxonomy accepts \(.*; terms accepts \(.*; svm accepts \(/);
      const trains = collection.get(`http://trains.localhost:${web.port}/` as CanonicalUrl);
      expect(trains).toMatchObject({
        outcome: 'off-topic',
        detail: expect.stringContaining('best /hobbies/model-railways'),
      });
    });

    it('applies a changed topic to what it has as one machine does, and crawls the links of what it takes in', async () => {
      const topic = { filters: [{ model, good: ['/hobbies/model-railways'] }] };
      writeJob(directory, 'trained', { ...tree, topic });
      await openOnStack(stack(), 'trained', { ...tree, topic });
      const expected = await difference('--job', directory);
      expect(expected.counts).toMatchObject({ restored: expect.toSatisfy((count) => count > 0), missing: 0 });
      const { pages, counts, classes } = await difference(...onStack());
      expect({ pages, counts, classes }).toEqual({
        ...{ pages: expected.pages, counts: expected.counts, classes: expected.classes },
      });

      expect(await winnow(['reclassify', ...onStack()])).toMatchObject({ exit: 0, err: '' });
      await withClockwork(stack(), () => untilQuiet(stack(), 'trained'));
      expect((await difference(...onStack())).pages).toBe(0);
      expect(await winnow(['reclassify', '--job', directory])).toMatchObject({ exit: 0, err: '' });
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      collection = await readCollection(stack().runtime.stores, 'trained');
      expect(comparable(collection)).toEqual(comparable(await locally()));
      expect(collection.get(`http://trains.localhost:${web.port}/dcc.html` as CanonicalUrl)).toBeDefined();
    }, 200_000);

    it('says of what it has what one machine says: statistics, the verdict on a page, how the crawl went', async () => {
      const plants = `http://${web.hosts[0]}/`;
      for (const verb of [['stats'], ['stats', '--classes'], ['classify', plants]]) {
        const here = await winnow([...verb, '--job', directory, '--json']);
        expect(here).toMatchObject({ exit: 0, err: '' });
        expect({ verb, ...(await winnow([...verb, ...onStack(), '--json'])) }).toEqual({ verb, ...here });
      }
      const { exit, out, err } = await winnow(['report', ...onStack(), '--json']);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      expect(JSON.parse(out)).toMatchObject({
        job: 'trained',
        totals: { visited: collection.size, records: expect.toSatisfy((records) => records > 0) },
      });
    }, 60_000);

    it('is told examples, and learns a round of them and of what it has crawled, as on one machine', async () => {
      const said = async (target: readonly string[]) => {
        const data = async <T>(...words: readonly string[]): Promise<T> => {
          const { exit, out, err } = await winnow(['examples', ...words, ...target, '--json']);
          // Among the plants is a picture, of which nothing can be learnt.
          const isWhole = words[1] !== examples('web/herbarium');
          expect({ words, exit, err }).toEqual({ words, exit: isWhole ? 0 : 1, err: '' });
          return JSON.parse(out) as T;
        };
        await data('add', examples('web/herbarium'));
        await data('add', '--out', examples('web/trains'));
        const { round, problem, ownTopic, digest } = await data<RoundReport>('round');
        const { begunAt: _, topic: __, learntMs: ___, ...learnt } = round;
        const { likely, unlikely } = await data<ExampleLists>('lists');
        const urls = [likely, unlikely].map((list) => list.map(({ url }) => url).toSorted());
        return { ...{ learnt, problem, ownTopic, urls }, isLearnt: digest !== undefined };
      };
      const there = await said(onStack());
      expect(there).toMatchObject({ ownTopic: true, isLearnt: true, learnt: { number: 1 } });
      expect(there).toEqual(await said(['--job', directory]));
    }, 60_000);
  });
}
