import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KeptMcp, keptMcp } from '../support/rest/kept-mcp.ts';

let agent: KeptMcp;
beforeAll(async () => {
  agent = await keptMcp('view');
});
afterAll(() => agent.close());

interface Rows {
  readonly rows: readonly { readonly md5?: string; readonly turn?: number; readonly host?: string }[];
  readonly cursor?: string;
}

async function call(name: string, given: object) {
  const [reply] = await agent.ask([['tools/call', { name, arguments: given }]]);
  return reply?.result as {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent: { readonly answer: Rows; readonly cut?: readonly string[] };
  };
}

it('an agent reads all changes page by page, each once and in order', async () => {
  const whole = await call('changes', { from: 'start', limit: 100 });
  const { rows } = whole.structuredContent.answer;
  expect(rows.length).toBeGreaterThan(10);
  expect(whole.structuredContent.answer.cursor).toBeUndefined();
  const read: Rows['rows'][number][] = [];
  let cursor: string | undefined;
  do {
    const page: Rows = (await call('changes', { from: 'start', limit: 4, ...(cursor && { cursor }) }))
      .structuredContent.answer;
    expect(page.rows.length).toBeLessThanOrEqual(4);
    read.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(read).toEqual(rows);
});

it('goes on from the age that was meant at first, not from one that has grown', async () => {
  const { cursor = '' } = (await call('changes', { from: '365d', limit: 1 })).structuredContent.answer;
  const [, { from }] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  expect(from).toMatch(/^\d+$/);
});

it('reads a snapshot page by page, each record once, and the point of its beginning', async () => {
  const whole = (await call('snapshot', { limit: 100 })).structuredContent.answer;
  const md5s = whole.rows.map(({ md5 }) => md5);
  expect(md5s.length).toBeGreaterThan(5);
  const read: Rows['rows'][number][] = [];
  let cursor: string | undefined;
  do {
    const { structuredContent, content } = await call('snapshot', { limit: 3, ...(cursor && { cursor }) });
    const page = structuredContent.answer;
    expect(content[0]?.text).toContain(page.rows[0]?.md5 ?? 'snapshot');
    read.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(read.map(({ md5 }) => md5)).toEqual(md5s);
  expect(read.at(-1)).toMatchObject({ snapshot: { records: md5s.length - 1 } });
});

it('has each row of a snapshot however few come at once', async () => {
  let cursor: string | undefined;
  let rows = 0;
  do {
    const page = (await call('snapshot', { limit: 1, ...(cursor && { cursor }) })).structuredContent.answer;
    rows += page.rows.length;
    cursor = page.cursor;
  } while (cursor !== undefined && rows < 1_000);
  expect(rows).toBe((await call('snapshot', { limit: 100 })).structuredContent.answer.rows.length);
});

it.each([
  'x',
  '',
  'WzAsIHt9XQ',
  ...[
    [99_999_999, {}],
    [1, { from: 'start', toQueue: 'https://sqs.example/q' }],
  ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')),
])('a cursor that no answer said (%s) is refused', async (cursor) => {
  expect(await call('changes', { from: 'start', cursor })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('cursor') }],
  });
});

it('a cursor cannot ask for what the tool does not offer', async () => {
  const cursor = Buffer.from(JSON.stringify([1, { from: 'start', evil: 1, job: 'other' }])).toString(
    'base64url',
  );
  expect(await call('changes', { from: 'start', cursor })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('evil') }],
  });
});
