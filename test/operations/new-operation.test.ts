import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pendingShares } from '../../examples/extending/pending-shares.ts';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import type { HostName } from '../../lib/base/url/url.ts';
import { everywhere, type OperationEntry } from '../../lib/operations/everywhere.ts';
import { operations } from '../../lib/operations/operations.ts';
import { order } from '../../lib/operations/order.ts';
import { deliver } from '../../lib/pipeline/frontier/deliver.ts';
import { ensureJob } from '../../lib/pipeline/job/open-job.ts';
import { readRequest } from '../../lib/runtime/operate/ops-request.ts';
import { type OpsParts, runOps } from '../../lib/runtime/operate/run-ops.ts';
import { openPlace } from '../../lib/runtime/shared/open-place.ts';
import { memoryLetters } from '../support/report/letters.ts';
import { keptMcp } from '../support/rest/kept-mcp.ts';
import { serveKept } from '../support/rest/kept-server.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const name = 'pending-shares' as 'hosts';
const lists = [everywhere, operations] as unknown as readonly Record<string, OperationEntry>[];
const summary = 'show which part of each host waits for its first visit';
const answer = { shares: [{ host: 'a.example', known: 0, share: 0 }] };

let ports: MemoryPorts;
beforeAll(async () => {
  // The line that docs/extending.md adds to the list.
  for (const list of lists) list[name] = { group: 'look', summary, load: async () => pendingShares };
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
  await deliver(
    ports,
    { job: 'birds', host: 'a.example' as HostName },
    { id: 'seed', message: { candidates: [] } },
  );
});
afterAll(() => {
  ports.close();
  for (const list of lists) delete list[name];
});

it('docs/extending.md shows the line of the list', () => {
  expect(read('docs/extending.md')).toContain(`summary: '${summary}',`);
  expect(read('docs/extending.md')).toContain('examples/extending/pending-shares.ts');
});

it('a new operation is in help, with options, ranges and texts of its schema', async () => {
  const { winnow } = await import('../bin/test-io.ts');
  expect((await winnow(['help'])).out).toMatch(/pending-shares +show which part of each host/);
  expect((await winnow(['help', name])).out).toMatch(
    /--limit <number> +list at most <number> hosts, 1 to 1000\s+\(default: 50\)/,
  );
  expect(await winnow([name, '--limit', '0'])).toMatchObject({ exit: 2 });
});

it('REST has a route for it, and OpenAPI describes it', async () => {
  const server = await serveKept();
  try {
    const route = '/v1/jobs/{job}/pending-shares';
    const described = JSON.parse((await server.ask('/openapi.json')).text) as {
      readonly paths: Readonly<Record<string, unknown>>;
    };
    expect(described.paths[route]).toMatchObject({
      get: {
        operationId: name,
        summary,
        parameters: [
          { name: 'job' },
          { name: 'limit', schema: { maximum: 1_000, default: 50 } },
          { name: 'cursor' },
        ],
      },
    });
    const { status, text } = await server.ask('/v1/jobs/kept/pending-shares?limit=1', {}, 'view');
    expect([status, JSON.parse(text)]).toMatchObject([200, { shares: [{ host: 'a.herons.example' }] }]);
    expect((await server.ask('/v1/jobs/kept/pending-shares?most=1')).status).toBe(400);
    const csv = await server.ask('/v1/jobs/kept/pending-shares', { headers: { accept: 'text/csv' } });
    expect(csv.text).toMatch(/^host,known,pending\r\n/);
  } finally {
    await server.close();
  }
});

it('MCP has a tool for it', async () => {
  const server = await keptMcp('view');
  const [listed, called] = await server.ask([
    ['tools/list'],
    ['tools/call', { name, arguments: { limit: 1 } }],
  ]);
  expect(listed?.result?.tools).toContainEqual(
    expect.objectContaining({ name, description: `${summary.replace('s', 'S')}.` }),
  );
  expect(called?.result?.structuredContent).toMatchObject({
    answer: { shares: [{ host: 'a.herons.example' }] },
  });
  await server.close();
});

it('the ops function and the API answer it with the same value', async () => {
  const standing = { alarmMetrics: 0, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 };
  const parts: OpsParts = {
    scope: 'operate',
    stores: ports,
    bucket: { put: async () => undefined },
    letters: memoryLetters([]),
    standing,
  };
  const request = await readRequest({ command: name, job: 'birds' });
  expect(await runOps(parts, request, 60_000)).toEqual({ done: answer });
  const summary = () => Promise.reject(new Error('nobody sums up'));
  const place = openPlace({ ports, name: 'here', summary });
  expect(await order(name, place, { job: 'birds' }, { by: 'a test', reason: '' })).toEqual(answer);
  const data = mkdtempSync(join(tmpdir(), 'winnow-new-'));
  const crawl = await openCrawl({
    name: 'birds',
    seeds: ['https://a.example/'],
    contact: 'a@b.example',
    data,
  });
  expect(await crawl.ask(name, { limit: 5 })).toMatchObject({ shares: [{ host: 'a.example' }] });
  await expect(crawl.ask('pending')).rejects.toThrow('there is no operation pending');
  await crawl.close();
  await expect(readRequest({ command: name, job: 'birds', most: 1 })).rejects.toThrow(
    'most: pending-shares knows nothing of it',
  );
});
