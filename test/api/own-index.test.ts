import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Crawl, openCrawl, type RunOptions } from '../../lib/api/open-crawl.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

const place = mkdtempSync(join(tmpdir(), 'winnow-own-index-'));
const texts = new Map([
  ['/', '<title>birds</title><a href="/owl">owl</a> <a href="/wren">wren</a>'],
  ['/owl', '<title>owl</title>Owls hunt at night.'],
  ['/wren', '<title>wren</title>Wrens are small.'],
]);
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const body = texts.get(path);
      return body === undefined ? { status: 410, body: '' } : { body };
    },
  });
});

afterAll(async () => {
  await web.close();
  rmSync(place, { recursive: true, force: true });
});

/** The loop of docs/api.md. */
async function takeIn(crawl: Crawl, index: Map<string, string>, options: RunOptions = {}): Promise<void> {
  for await (const change of crawl.run(options)) {
    if (change.kind === 'deleted') index.delete(change.md5);
    else index.set(change.md5, change.record.title ?? '');
  }
}

it('an index that takes in what runs yield is that of the collection: after new, changed and gone pages, too', async () => {
  const crawl = await openCrawl({
    ...{ name: 'birds', data: join(place, 'data'), seeds: [web.url('birds.localhost')] },
    ...{ scope: { hosts: [web.host('birds.localhost')] }, network: { allow: ['127.0.0.1'] } },
    politeness: { waitIntervalHost: 0 },
  });
  const index = new Map<string, string>();
  await takeIn(crawl, index);
  expect([...index.values()].toSorted()).toEqual(['birds', 'owl', 'wren']);

  texts.delete('/owl');
  texts.set('/wren', '<title>a wren</title>Wrens are small, and loud.');
  await crawl.reharvest();
  await takeIn(crawl, index);
  expect([...index.values()].toSorted()).toEqual(['a wren', 'birds']);
  const { records } = await crawl.records();
  expect(records.map(({ md5 }) => md5).toSorted()).toEqual([...index.keys()].toSorted());

  const anew = new Map<string, string>();
  for await (const line of crawl.snapshot()) if ('md5' in line) anew.set(line.md5, line.record?.title ?? '');
  expect(anew).toEqual(new Map([...index].toSorted()));
  await crawl.close();
});
