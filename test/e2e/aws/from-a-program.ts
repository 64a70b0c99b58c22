import { CreateQueueCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Change, openCrawl } from '../../../lib/api/open-crawl.ts';
import { connectAws } from '../../../lib/runtime/aws/aws.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'programmed';

/** `openCrawl` with the names of a stack and a job: the same calls, while the functions crawl. */
export function fromAProgram(stack: () => DeployedStack): void {
  describe('a program that opens a crawl of it', () => {
    let web: TestWeb;
    let queue = '';

    beforeAll(async () => {
      const links = ['/1', '/2'].map((path) => `<a href="${path}">x</a>`).join(' ');
      web = await startWeb({
        pages: ({ path }) => ({
          body: `<title>page ${path}</title>${path === '/' ? links : `text of ${path}`}`,
        }),
      });
      await openOnStack(stack(), job, { seeds: [web.url('p.localhost')], turn: { maxSeconds: 2 } });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      const made = await stack().sqs.send(new CreateQueueCommand({ QueueName: `${stack().name}-program` }));
      queue = made.QueueUrl ?? '';
      const installation = await connectAws(stack().name);
      await installation.place.redeliver?.({ job, queueUrl: queue }, () => undefined);
      await installation.close();
    }, 120_000);

    afterAll(() => web?.close());

    it('reads its changes from the queue, asks and commands; what was not read comes again', async () => {
      const crawl = await openCrawl({ stack: stack().name, job, queue });
      const read: Change[] = [];
      for await (const change of crawl.run({ forever: true })) {
        read.push(change);
        if (read.length === 3) break;
      }
      expect(read.map(({ url }) => url).sort()).toEqual(
        ['/', '/1', '/2'].map((path) => web.url('p.localhost', path)),
      );
      expect((await crawl.status()).records).toBe(3);
      expect((await crawl.record(web.url('p.localhost', '/2')))?.record).toMatchObject({ title: 'page /2' });
      expect(await crawl.seed([web.url('p.localhost', '/1')])).toMatchObject({ refused: [] });
      await crawl.close();
    }, 60_000);

    it('is told what is missing: the stack, the job, the queue', async () => {
      const { name } = stack();
      await expect(openCrawl({ stack: 'nowhere', job })).rejects.toMatchObject({ code: 'not-found' });
      await expect(openCrawl({ stack: name, job: 'nobody' })).rejects.toThrow(/there is no job nobody/);
      const crawl = await openCrawl({ stack: name, job });
      await expect(crawl.run().next()).rejects.toThrow('open the crawl with `queue`');
      await crawl.close();
    }, 60_000);
  });
}
