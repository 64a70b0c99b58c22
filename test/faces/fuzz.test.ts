import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, routesOf } from '../../lib/faces/rest/request.ts';
import { loadOperation } from '../../lib/operations/everywhere.ts';
import { leavesOf } from '../../lib/operations/leaves.ts';
import { operations } from '../../lib/operations/operations.ts';
import { type KeptServer, type Reply, serveKept } from '../support/rest/kept-server.ts';
import { hugeText, manyIds, oddInputs, script } from '../support/rest/odd-inputs.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept();
});
afterAll(() => server.close());

function queryOf(input: Readonly<Record<string, unknown>>, { fields }: Route): string {
  const dotted = leavesOf(fields).map(({ path }) => path.join('.'));
  const given = Object.entries(input).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const key = dotted.find((known) => known.startsWith(`${name}.`)) ?? name;
    return `${encodeURIComponent(key)}=${encodeURIComponent(text.toWellFormed().slice(0, 2_000))}`;
  });
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** What nobody may ever see. */
function check(what: string, { status, text, headers }: Reply): void {
  const seen = `${what.slice(0, 200)}: ${status} ${text.slice(0, 300)}`;
  expect(status, seen).toBeLessThan(500);
  expect(headers['x-content-type-options'], seen).toBe('nosniff');
  expect(String(headers['content-type']), seen).not.toContain('html');
  expect(text, seen).not.toMatch(/\.ts:\d+|\n {4}at |node:internal|root:x:0/);
  if (status >= 400) expect(text.length, seen).toBeLessThan(4_000);
}

describe('every route, whatever it is asked', () => {
  it.each(Object.keys(operations).filter((name) => name !== 'remove' && name !== 'erase'))(
    '%s answers, or says what is wrong',
    async (name) => {
      const named = await loadOperation(operations, name);
      if (named === undefined) throw new Error(`no ${name}`);
      for (const route of routesOf(named, ['json', 'lines'])) {
        for (const job of route.path.includes('{job}')
          ? ['kept', 'other', '%2e%2e%2fkept', script, '*']
          : ['']) {
          const path = route.path.replace('{job}', encodeURIComponent(job));
          for (const input of job === 'kept' || job === '' ? oddInputs(route.fields) : [{}]) {
            const asked =
              route.method === 'GET'
                ? await server.ask(`${path}${queryOf(input, route)}`)
                : await server.ask(path, { method: 'POST', body: input });
            check(`${route.method} ${path} ${JSON.stringify(input)}`, asked);
          }
        }
        check(
          `${route.path} text`,
          await server.ask(route.path.replace('{job}', 'kept'), { method: route.method, body: '{' }),
        );
      }
      expect(server.faults).toEqual([]);
    },
  );

  it('destroys nothing that is not confirmed', async () => {
    await server.ask('/v1/jobs/kept/open', { method: 'POST' });
    expect((await server.ask('/v1/jobs/kept/stop', { method: 'POST' })).status).toBe(200);
    for (const input of [
      { job: 'kept' },
      { job: 'kept', confirmed: false },
      { job: 'kept', confirmed: 'yes' },
    ])
      check('remove', await server.ask('/v1/remove', { method: 'POST', body: input }));
    const dry = await server.ask('/v1/remove', { method: 'POST', body: { job: 'kept' } });
    expect(JSON.parse(dry.text)).toMatchObject({ job: 'kept', dryRun: true });
    expect((await server.ask('/v1/jobs/kept/records')).status).toBe(200);
  });

  it('takes no more memory for a hundred large bodies than for a few', async () => {
    const body = { ids: manyIds, text: hugeText };
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 100; count++)
      expect((await server.ask('/v1/drop', { method: 'POST', body })).status).toBe(400);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(128 * 1_048_576);
  });
});
