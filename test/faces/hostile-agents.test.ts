import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounded } from '../../lib/faces/mcp/answer.ts';
import { loadOperation } from '../../lib/operations/everywhere.ts';
import { operations } from '../../lib/operations/operations.ts';
import { waysOf } from '../../lib/operations/ways.ts';
import { type KeptMcp, keptMcp } from '../support/rest/kept-mcp.ts';
import { oddInputs } from '../support/rest/odd-inputs.ts';

let server: KeptMcp;
beforeAll(async () => {
  server = await keptMcp('destroy');
});
afterAll(() => server.close());

const ping = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

describe('lines that are no requests', () => {
  it.each([
    ['no JSON', '{"jsonrpc":\n', -32_700],
    ['a batch', `[${ping(1).trim()}]\n`, -32_600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32_600],
    ['an id that is none', ping({ a: 1 }), -32_600],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}\n', -32_600],
    ['a number', '1\n', -32_600],
    ['a line of two million characters', `${ping('a'.repeat(2_000_000))}`, -32_600],
  ])('%s is refused, and the next one is answered', async (_, line, code) => {
    expect(await server.talk([line, ping(2)])).toEqual([
      { jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  it('are put together from pieces, and empty ones say nothing', async () => {
    const pieces = [...`\n \r\n${ping(1)}${ping(2)}`, ping(3).trim()];
    expect((await server.talk(pieces)).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it.each(['toString', '__proto__', 'constructor', 'logging/setLevel', ''])(
    'the method %j is unknown',
    async (method) => {
      expect(await server.ask([[method]])).toMatchObject([{ error: { code: -32_601 } }]);
    },
  );

  it('notifications and answers are not answered', async () => {
    const lines = [
      { method: 'notifications/initialized' },
      { method: 'notifications/cancelled', params: { requestId: {} } },
      { id: 1, result: {} },
    ];
    expect(await server.talk(lines.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`))).toEqual(
      [],
    );
  });
});

describe('an agent that asks for too much', () => {
  const call = (name: string, given: object = {}) => ['tools/call', { name, arguments: given }] as const;

  it('is refused what goes beyond 32 requests at once, and an id that is under way', async () => {
    const many = await server.ask(Array.from({ length: 200 }, () => call('records')));
    expect(many).toHaveLength(200);
    expect(many.filter(({ result }) => result).length).toBeGreaterThanOrEqual(32);
    expect(many.find(({ error }) => error)?.error).toEqual({ code: -32_000, message: expect.any(String) });
    const line = `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call('records')[1] })}\n`;
    expect(await server.talk([line, line])).toMatchObject([
      { id: 7, error: { code: -32_600 } },
      { id: 7, result: {} },
    ]);
  });

  it('gets no answer to what it gave up', async () => {
    const given = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: call('records')[1] };
    const up = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect(await server.talk([`${JSON.stringify(given)}\n${JSON.stringify(up)}\n`, ping(8)])).toMatchObject([
      { id: 8 },
    ]);
  });

  // The last two are for folders of a machine, and no tools.
  const others = ['remove', 'erase', 'changes', 'snapshot', 'dump', 'load'];
  it.each(Object.keys(operations).filter((name) => !others.includes(name)))(
    '%s answers in a bounded size, or says what is wrong',
    async (name) => {
      const named = await loadOperation(operations, name);
      const fields = waysOf(named?.operation as never).flatMap((way) => oddInputs(way.fields));
      const all = [...fields, ...['other', '../kept', '*', 1].map((job) => ({ job }))];
      const inputs = all.filter((input) => JSON.stringify(input).length < 1_000_000);
      for (let at = 0; at < inputs.length; at += 20) {
        const asked = inputs.slice(at, at + 20).map((input) => call(name, input));
        for (const [which, { result, error }] of (await server.ask(asked)).entries()) {
          const seen = `${name} ${JSON.stringify(inputs[at + which]).slice(0, 200)}`;
          const text = JSON.stringify(result ?? error);
          expect(error, seen).toBeUndefined();
          expect(text.length, seen).toBeLessThan(100_000);
          expect(text, seen).not.toMatch(/\.ts:\d+|\\n {4}at |node:internal|root:x:0/);
          if (result?.isError) expect(text.length, seen).toBeLessThan(4_000);
        }
      }
      expect(server.faults).toEqual([]);
    },
  );

  it('is told where what it may not do begins', async () => {
    const viewer = await keptMcp('view');
    const [raised, paused] = await viewer.ask([call('hubs', { raise: true }), call('pause')]);
    expect(raised?.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'usage', message: expect.stringContaining('--scope operate') } },
    });
    expect(paused?.error).toMatchObject({ code: -32_602 });
    expect((await viewer.ask([call('hubs')]))[0]?.result).not.toHaveProperty('isError');
    await viewer.close();
  });
});

describe('an answer', () => {
  const texts = (count: number, length: number) =>
    Array.from({ length: count }, () => ({ text: 'ä'.repeat(length) }));

  it('is clipped until it is small enough, and says where', () => {
    const { answer, cut } = bounded({ text: 'ä'.repeat(50_000), links: texts(500, 3_000) }, false);
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(60_000);
    expect(cut).toContain('text: 1000 of 50000 characters');
    expect(cut).toContain('links: 30 of 500 items');
    expect(cut.length).toBeLessThanOrEqual(20);
    const names = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`${at} ${'n'.repeat(999)}`, 'v']),
    );
    expect(JSON.stringify(bounded({ metadata: names }, false).answer).length).toBeLessThan(60_000);
  });

  it('has all rows of its page, or none', () => {
    const { answer } = bounded({ rows: texts(100, 900) }, true);
    expect((answer as { readonly rows: readonly unknown[] }).rows).toHaveLength(100);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`of ${at}`, 'ä'.repeat(80)]));
    expect(() => bounded({ rows: Array.from({ length: 100 }, () => many) }, true)).toThrow('a smaller limit');
  });

  it('is small as it was, where it is small', () => {
    const small = { a: [1, null, { b: 'c' }], d: true };
    expect(bounded(small, false)).toEqual({ answer: small, cut: [] });
    expect(bounded(undefined, true)).toEqual({ answer: null, cut: [] });
  });
});

it('what has no end ends for an agent: changes are followed for seconds, not for good', async () => {
  const given = { name: 'changes', arguments: { from: '2100-01-01', follow: true } };
  const [followed] = await server.ask([['tools/call', given]]);
  expect(followed?.result).toMatchObject({ structuredContent: { cut: ['rows: those of 10 seconds'] } });
}, 30_000);
