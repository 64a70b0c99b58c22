import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status } from '../../../lib/runtime/installation.ts';
import { winnow } from '../../bin/test-io.ts';
import { jobDirectory } from '../support/job-directory.ts';

/** Lists of links that the topic knows no word of: those called silver lead to its pages, those called tin astray. */
function pageAt(path: string): string {
  const [, kind = '', number = '0'] = /^\/(list|silver|tin)-(\d+)/.exec(path) ?? [];
  const list = Number(number);
  if (kind === 'tin') return '<p>nothing of interest';
  if (kind === 'silver') return `<p>orchids orchids ${path}<p><a href="/list-${list + 1}">more</a>`;
  const links = [1, 2, 3, 4, 5].map((at) =>
    ['tin', 'silver'].map((name) => `<li><a href="/${name}-${list}-${at}">${name} ${at}</a>`).join(''),
  );
  return `<p>list ${list}<ul>${links.join('')}</ul>`;
}

const fetched: string[] = [];
let server: Server;
let seed: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    const isPage = /^\/(list|silver|tin)-/.test(path);
    if (isPage) fetched.push(path);
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    response.end(isPage ? `<!DOCTYPE html><title>${path}</title>${pageAt(path)}` : 'not here');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  seed = `http://localhost:${(server.address() as AddressInfo).port}/list-0`;
});

afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve));
});

async function run(...line: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(line);
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out;
}

it('learns in one crawl which links lead to the topic, and follows those in the next', async () => {
  const job = jobDirectory('learning', {
    seeds: [seed],
    topic: { file: 'topic.txt' },
    // The recycler looks in once a second, and is to see more than the end.
    politeness: { waitIntervalHost: 0.04, responseFactor: 0 },
    focus: { mode: 'soft', learning: true, explore: 0 },
    traps: { hold: false },
    turn: { maxPages: 5 },
  });
  writeFileSync(join(job, 'topic.txt'), '10: orchids=FLOWERS\n');
  await run('crawl', '--job', job, '--max-pages', '90');
  const { learnt } = JSON.parse(await run('status', '--job', job, '--json')) as Status;
  expect(learnt?.pages).toBeGreaterThan(20);
  expect(await run('status', '--job', job)).toMatch(
    /links +learnt from \d+ pages which of them lead to the topic/,
  );

  const before = fetched.length;
  await run('crawl', '--job', job, '--max-pages', '40');
  const [silver, tin] = ['/silver', '/tin'].map(
    (name) => fetched.slice(before).filter((path) => path.startsWith(name)).length,
  );
  expect(silver).toBeGreaterThan(3 * (tin ?? 0));
});
