import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerUrl, type UrlAnswer } from '../../lib/faces/function-url.ts';
import type { OperationScope } from '../../lib/operations/ways.ts';
import { keptServed } from '../support/rest/kept-served.ts';
import { urlEvent } from '../support/rest/url-event.ts';

let kept: Awaited<ReturnType<typeof keptServed>>;
beforeAll(async () => {
  kept = await keptServed();
});
afterAll(() => kept.close());

async function ask(
  event: unknown,
  scope: OperationScope = 'view',
): Promise<UrlAnswer & { readonly data: unknown }> {
  const answer = await answerUrl(event, { ...kept.served, scope });
  if (answer === undefined) throw new Error('it is an event of another kind');
  const isJson = /json/.test(answer.headers['content-type'] ?? '');
  return { ...answer, data: isJson ? JSON.parse(answer.body) : undefined };
}

interface Page {
  readonly rows: readonly object[];
  readonly cursor?: string;
}
const isLine = (row: object): boolean => 'md5' in row;

describe('a function URL', () => {
  it('has every operation that functions do, in pages with a cursor', async () => {
    const { statusCode, data } = await ask(urlEvent('/v1/jobs/kept/records', { query: 'limit=1' }));
    expect([statusCode, data]).toMatchObject([200, { records: [{}], cursor: expect.any(String) }]);
    const described = await ask(urlEvent('/openapi.json'));
    expect(described.data).toMatchObject({
      paths: { '/v1/jobs/{job}/status': {} },
      components: { securitySchemes: { caller: { 'x-amazon-apigateway-authtype': 'awsSigv4' } } },
    });
  });

  it('gives rows that come bit by bit by pages', async () => {
    for (const [name, from] of [
      ['changes', 'from=start&'],
      ['snapshot', ''],
    ] as const) {
      const path = `/v1/jobs/kept/${name}`;
      const all = (await ask(urlEvent(path, { query: `${from}limit=1000` }))).data as Page;
      expect(all.cursor).toBeUndefined();
      const read: object[] = [];
      let query: string | undefined = `${from}limit=7`;
      while (query !== undefined) {
        const { rows, cursor }: Page = (await ask(urlEvent(path, { query }))).data as Page;
        expect(rows.length).toBeLessThanOrEqual(7);
        read.push(...rows);
        query = cursor && `${from}limit=7&cursor=${cursor}`;
      }
      expect(read.filter(isLine)).toEqual(all.rows.filter(isLine));
      expect(read).toHaveLength(all.rows.length);
    }
    expect((await ask(urlEvent('/v1/jobs/kept/changes', { query: 'from=start&cursor=x' }))).statusCode).toBe(
      400,
    );
    expect((await ask(urlEvent('/v1/jobs/kept/changes', { method: 'POST' }), 'operate')).statusCode).toBe(
      405,
    );
  });

  it('has no answer that goes on without an end', async () => {
    for (const accept of ['application/jsonl', 'text/event-stream'])
      expect(await ask(urlEvent('/v1/jobs/kept/hosts', { accept }))).toMatchObject({ statusCode: 406 });
    const table = await ask(urlEvent('/v1/jobs/kept/hosts', { accept: 'text/csv' }));
    expect(table.body).toMatch(/^host,state,/);
  });

  it('changes what its scope allows, under the name that AWS has checked', async () => {
    const pause = { method: 'POST', body: { reason: 'a backup', by: 'somebody else' } };
    expect(await ask(urlEvent('/v1/jobs/kept/pause', { method: 'POST' }))).toMatchObject({
      statusCode: 403,
      data: { detail: expect.stringContaining('-ops changes, and none destroys') },
    });
    expect((await ask(urlEvent('/v1/jobs/kept/pause', pause), 'operate')).statusCode).toBe(400);
    const named = { method: 'POST', body: { reason: 'a backup' } };
    expect((await ask(urlEvent('/v1/jobs/kept/pause', named), 'operate')).statusCode).toBe(200);
    const { commands } = await kept.served.place.ports.commands.commands(1);
    expect(commands).toMatchObject([{ by: 'arn:aws:sts::123456789012:assumed-role/people/ann' }]);
  });

  it('lets nobody in without a name, as when its authentication was switched off', async () => {
    for (const arn of [null, undefined])
      expect(await ask(urlEvent('/openapi.json', { arn }))).toMatchObject({ statusCode: 401 });
  });

  it.each([
    [{ requestContext: { http: {} } }, 400],
    [{ ...urlEvent('/v1/jobs'), headers: 3 }, 400],
    [urlEvent('//[', { query: '%' }), 404],
    [urlEvent('/v1/jobs/kept/status', { method: 'TRACE' }), 405],
    [urlEvent('/v1/jobs/kept/remove', { method: 'POST' }), 404],
    [urlEvent('/v1/jobs/kept/pause', { method: 'POST', body: 'x'.repeat(1_048_577) }), 413],
  ])('says what is wrong with an odd request (%#)', async (event, status) => {
    const { statusCode, headers } = await ask(event, 'operate');
    expect([statusCode, headers['content-type']]).toEqual([status, 'application/problem+json']);
  });

  it('takes a body in base64, and leaves events of other kinds to the function', async () => {
    const event = urlEvent('/v1/jobs/kept/continue', { method: 'POST', body: { reason: 'done' } });
    const encoded = {
      ...event,
      body: Buffer.from(event.body ?? '').toString('base64'),
      isBase64Encoded: true,
    };
    expect((await ask(encoded, 'operate')).statusCode).toBe(200);
    for (const other of [undefined, {}, { command: 'status' }, { widget: 'jobs' }])
      expect(answerUrl(other, { ...kept.served, scope: 'view' })).toBeUndefined();
    expect(kept.faults).toEqual([]);
  });
});
