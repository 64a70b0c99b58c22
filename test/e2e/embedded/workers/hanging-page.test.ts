import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

/** Takes the reader many seconds where a job asks for a field of each paragraph. */
const hanging = '<p>'.repeat(4_000_000);

describe('a page that its worker reads without an end', { timeout: 120_000 }, () => {
  it('ends as unreadable, and costs no other page and no other host anything', async () => {
    const web = await startWeb({
      pages: ({ name, path }) => {
        if (path === '/robots.txt') return undefined;
        const links = Array.from(
          { length: 8 },
          (_, i) => `<a href="/${i === 5 ? 'hanging' : i}">${i}</a>`,
        ).join('');
        const isHanging = path === '/hanging' && name === 'h1.localhost';
        return {
          headers: { 'content-type': 'text/html' },
          body: isHanging ? hanging : `<title>${name} ${path}</title>${path === '/' ? links : ''}`,
        };
      },
    });
    const names = ['h1', 'h2', 'h3', 'h4'].map((one) => `${one}.localhost`);
    const directory = jobDirectory('hanging', {
      seeds: names.map((name) => web.url(name)),
      fetch: { maxBytes: 20_000_000, maxTries: 1 },
      extract: { first: 'p' },
      crawl: { workers: 1, patience: 1 },
    });
    const report = await crawlHere(directory, { workers: { pageMs: 1_500 } });
    await web.close();
    expect(report.end).toBe('done');
    const data = openData(join(directory, 'data'));
    const collection = await data.collection('hanging');
    const failed = [...collection].filter(([, { outcome }]) => outcome !== 'stored');
    expect(failed).toEqual([
      [
        web.url('h1.localhost', '/hanging'),
        expect.objectContaining({
          outcome: 'failed',
          detail: expect.stringContaining('unreadable: reading it took longer than 1500 ms'),
        }),
      ],
    ]);
    expect(collection.size).toBe(4 * 9);
    expect(data.faults()).toEqual([]);
    data.close();
  });
});
