import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf } from '../../../lib/adapters/aws/queue/change-events.ts';
import { listChanges } from '../../../lib/pipeline/collection/replay-changes.ts';
import { winnow } from '../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { type DeployedIndexer, deployedIndexer } from '../support/stack/indexer-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'indexed';
const script = join(import.meta.dirname, '../../../examples/indexer/indexer.ts');
/** Not JSON, an object that is none of changes, and one that is not there. */
const poison = [
  'no JSON',
  ...['documents/indexed/x.gz', 'changes/indexed/nowhere.example/0000000001.jsonl.gz'].map((key) =>
    JSON.stringify({ Records: [{ s3: { bucket: { name: 'nowhere' }, object: { key } } }] }),
  ),
];
const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });

/** examples/indexer as its README has it deployed, under its own role, following a crawl through the deployed functions. */
export function indexerStack(stack: () => DeployedStack): void {
  describe('the example indexer, deployed beside it', () => {
    const words = new Map([1, 2, 3].map((number) => [`/${number}`, `page number${number}`]));
    let web: TestWeb;
    let indexer: DeployedIndexer;

    const onStack = async (...argv: readonly string[]) =>
      expect(await winnow([...argv, '--stack', stack().name, '--job-name', job])).toMatchObject({ exit: 0 });
    const crawl = () => withClockwork(stack(), () => untilQuiet(stack(), job));
    const crawlAgain = async (): Promise<void> => {
      await onStack('reharvest', '--all');
      await crawl();
    };

    /** Waits until the index has the pages of the collection, and no others. */
    const untilIndexed = (what: string) =>
      until(what, async () => {
        const { records } = await stack().runtime.stores.records.records(job, 100);
        const pages = await indexer.pages(job);
        const wanted = records.map(({ md5, firstUrl }) => `${md5} ${firstUrl}`).sort();
        return (
          [...pages]
            .map((page) => page.join(' '))
            .sort()
            .join() === wanted.join()
        );
      });

    const command = (...argv: readonly string[]): string => {
      const more = ['--bucket', indexer.bucket];
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...argv, ...more], {
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return stdout;
    };
    const search = (word: string): string => command('search', word);

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path, name }) => {
          const text = words.get(path);
          if (path === '/') return html([...words.keys()].map((key) => `<a href="${key}">x</a>`).join(name));
          return text === undefined
            ? { status: 404, body: '' }
            : html(`<title>${text}</title>${text} of ${name}`);
        },
      });
      const seeds = ['i.localhost', 'j.localhost'].map((name) => web.url(name));
      const turn = { maxPages: 25, maxSeconds: 2 };
      await Promise.all([
        openOnStack(stack(), job, { seeds, turn }).then(crawl),
        deployedIndexer(stack()).then((deployed) => {
          indexer = deployed;
        }),
      ]);
    }, 400_000);

    afterAll(async () => {
      await indexer?.close();
      await web.close();
    });

    it('has by a replay what was crawled before anybody told it, in whatever order, twice, and beside what nobody can read', async () => {
      await indexer.connect(job);
      const told: string[] = [];
      for await (const object of listChanges(stack().runtime.stores, job, {}, () => undefined))
        told.push(eventOf(stack().outputs.BucketName ?? '', object));
      await indexer.send([...poison, ...told.toReversed()]);
      await onStack('events', 'replay', '--from', 'start', '--to-queue', indexer.queueUrl);
      await untilIndexed('the index is that of the collection');
      expect((await indexer.pages(job)).size).toBeGreaterThanOrEqual(8);
    }, 400_000);

    it('fills a gap by itself, finds what was crawled just now, and no page that is gone', async () => {
      await indexer.disconnect();
      words.set('/4', 'an avocet');
      await crawlAgain();
      await indexer.connect(job);
      words.set('/5', 'a hoopoe');
      words.delete('/1');
      await crawlAgain();
      await untilIndexed('the index is that of the collection, with what it was not told');
      expect(search('hoopoe').match(/http:/g)).toHaveLength(2);
      expect(search('avocet').match(/http:/g)).toHaveLength(2);
      expect(search('number1')).toBe('');
    }, 400_000);

    it('is built anew from a snapshot', async () => {
      const before = await indexer.pages(job);
      expect(command('build', '--stack', stack().name, '--job-name', job)).toMatch(/^follow from 2/);
      expect(await indexer.pages(job)).toEqual(before);
      expect(search('avocet').match(/http:/g)).toHaveLength(2);
    }, 400_000);

    it('is told by S3 of what is crawled once the stack is deployed with its queue, as its README has it', async () => {
      await indexer.disconnect();
      const own = { kind: 'sqs', arn: indexer.queueArn, prefix: `changes/${job}/`, permission: 'exists' };
      await stack().deployAgain({
        changesDestinations: JSON.stringify([...stack().changesDestinations, own]),
      });
      words.set('/6', 'a dunlin');
      await crawlAgain();
      await untilIndexed('the index has what S3 has told of');
      expect(search('dunlin').match(/http:/g)).toHaveLength(2);
    }, 400_000);

    it('gives up what nobody can read, and nothing that came beside it', async () => {
      const letters: string[] = [];
      await until('the poison lies among the dead letters', async () => {
        letters.push(...(await indexer.givenUp()));
        return letters.length >= poison.length;
      });
      expect(letters.sort()).toEqual([...poison].sort());
    }, 400_000);
  });
}
