import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { until } from '../../support/clockwork.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { startWinnow } from '../../support/process/winnow-process.ts';

const pages = 8;

/** Opened to have the page answered that is asked for last: until then the only turn does not end. */
const last = Promise.withResolvers<void>();
/** Pages that the crawl at hand has asked for: which of them comes last is the frontier's choice. */
const asked = new Set<string | undefined>();
const paths = Array.from({ length: pages - 1 }, (_, i) => `/${i}`);
const server = createServer(async ({ url }, response) => {
  if (url !== '/robots.txt') asked.add(url);
  if (asked.size === pages) await last.promise;
  const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
  response
    .writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' })
    .end(`<title>${url}</title>${links}`);
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  last.resolve();
  return new Promise((resolve) => void server.close(resolve));
});

async function statusOf(directory: string): Promise<Status> {
  const { exit, out, err } = await winnow(['status', '--job', directory, '--json']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as Status;
}

it('status moves in another process during a turn, forgets a killed crawl, and has the same numbers after the commit', {
  timeout: 120_000,
}, async () => {
  const directory = jobDirectory('status', {
    seeds: [`http://localhost:${(server.address() as AddressInfo).port}/`],
    turn: { maxPages: 100, maxSeconds: 240 },
    // Nobody gives up the page that is held while a busy machine answers questions.
    fetch: { timeout: 120 },
  });
  /** Runs a crawl until all pages but the one that is held were visited, by its status. */
  async function crawlOfOneTurn() {
    asked.clear();
    const crawl = startWinnow(['crawl', '--job', directory]);
    let status: Status | undefined;
    await until('the turn is told of', async () => {
      status = await statusOf(directory).catch(() => undefined);
      return (status?.fetched ?? 0) >= pages - 1;
    });
    return { crawl, status: status as Status };
  }

  const killed = await crawlOfOneTurn();
  expect(killed.status).toMatchObject({ hosts: { ticketed: 1 }, outcomes: { stored: pages - 1 } });
  killed.crawl.kill('SIGKILL');
  await killed.crawl.ended;
  await until('the killed turn counts for nothing', async () => (await statusOf(directory)).fetched === 0);

  const { crawl, status } = await crawlOfOneTurn();
  last.resolve();
  expect(await crawl.ended).toMatchObject({ exit: 0 });
  const after = await statusOf(directory);
  const { stored = 0, duplicate = 0 } = after.outcomes;
  expect(stored + duplicate).toBe(pages);
  expect(after.fetched).toBe(status.fetched + 1);
  expect(after.bytes).toBeGreaterThan(status.bytes);
  expect(Object.keys(after.outcomes)).toEqual(Object.keys(status.outcomes));
});
