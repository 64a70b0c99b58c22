import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { openEmbedded } from '../../../../lib/runtime/embedded/embedded.ts';
import { jobDirectory } from '../../support/job-directory.ts';

/** Opened when progress was seen: until then the last page of the only turn does not come. */
const seen = Promise.withResolvers<void>();
const server = createServer(async ({ url }, response) => {
  if (url === '/last') await seen.promise;
  response
    .writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
    .end(`<title>${url}</title><a href="/last">x</a>`);
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => void server.close(resolve)));

it('the progress of a crawl moves while a turn is under way', { timeout: 60_000 }, async () => {
  const directory = jobDirectory('progress', {
    seeds: [`http://localhost:${(server.address() as AddressInfo).port}/`],
  });
  const installation = await openEmbedded(join(directory, 'data'), 'worker');
  try {
    const { settings } = loadJob(directory);
    await installation.ensureJob(settings);
    await installation.seed('progress', settings.seeds);
    const before: number[] = [];
    let isOver = false;
    const { progress } = await installation.crawl('progress', {
      onTurn: ({ visits }) => {
        isOver ||= visits.length > 0;
      },
      onProgress: ({ pages }) => {
        if (!isOver) before.push(pages);
        if (pages > 0) seen.resolve();
      },
    });
    expect(before).toContain(1);
    expect(progress.pages).toBe(2);
  } finally {
    seen.resolve();
    await installation.close();
  }
});
