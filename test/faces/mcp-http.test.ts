import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationScope } from '../../lib/operations/ways.ts';
import { type KeptServer, type Sent, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
const clients: Client[] = [];
beforeAll(async () => {
  server = await serveKept();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

async function connect(scope: OperationScope): Promise<Client> {
  const client = new Client({ name: 'an agent', version: '1' });
  const headers = { authorization: `Bearer ${server.tokens[scope]}` };
  const url = new URL(`http://127.0.0.1:${server.port}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  clients.push(client);
  return client;
}

const toolsOf = async (scope: OperationScope): Promise<readonly string[]> =>
  (await (await connect(scope)).listTools()).tools.map(({ name }) => name);

describe('an agent that asks over HTTP', () => {
  it('has the tools that its token is for', async () => {
    const [view, operate, destroy] = await Promise.all(
      (['view', 'operate', 'destroy'] as const).map((scope) => toolsOf(scope)),
    );
    expect(view).toContain('records');
    expect(view).not.toContain('pause');
    expect(operate).toContain('pause');
    expect(operate).not.toContain('remove');
    expect(destroy).toContain('remove');
  });

  it('gets pages with their Markdown', async () => {
    const client = await connect('view');
    const { content } = (await client.callTool({ name: 'records', arguments: { limit: 1 } })) as {
      readonly content: readonly { readonly type: string; readonly uri?: string }[];
    };
    const uri = content.find(({ type }) => type === 'resource_link')?.uri ?? '';
    const [page] = (await client.readResource({ uri })).contents;
    expect(page).toMatchObject({ uri, mimeType: 'text/markdown' });
    expect((await client.listResources()).resources.length).toBeGreaterThan(0);
  });

  it('is not let change anything by a token that is for looking', async () => {
    const client = await connect('view');
    await expect(client.callTool({ name: 'pause', arguments: { reason: 'x' } })).rejects.toThrow(
      'no such tool',
    );
  });

  it('stands in the log of commands as the token', async () => {
    const client = await connect('operate');
    await client.callTool({ name: 'pause', arguments: { reason: 'to test it' } });
    const { text } = await server.ask('/v1/audit?limit=1');
    expect(text).toContain('"by":"mcp token the-operate"');
    await client.callTool({ name: 'open', arguments: {} });
  });
});

describe('a request to the address of agents', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const post = (sent: Sent = {}) => server.ask('/mcp', { method: 'POST', body: ping, ...sent });

  it('is answered with one message, a notification with none', async () => {
    expect(await post()).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse((await post()).text)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await post({ body: note })).toMatchObject({ status: 202, text: '' });
  });

  it.each(['GET', 'DELETE', 'PUT'])(
    'is refused as %s: there are no streams and no sessions',
    async (method) => {
      expect(await server.ask('/mcp', { method })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    },
  );

  it('needs a token, our name, and no page of another origin', async () => {
    expect(await post({ headers: { authorization: 'Bearer x' } })).toMatchObject({ status: 401 });
    expect(await post({ headers: { host: 'evil.example' } })).toMatchObject({ status: 421 });
    expect(await post({ headers: { origin: 'http://evil.example' } })).toMatchObject({ status: 403 });
    expect(await post({ headers: { 'content-type': 'text/plain' } })).toMatchObject({ status: 415 });
  });

  it.each([
    ['no JSON', '{', -32_700],
    ['several messages', JSON.stringify([ping]), -32_600],
    ['no message', '{"id":{}}', -32_600],
  ])('is refused when it is %s', async (_, body, code) => {
    const { status, text } = await post({ body });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ id: null, error: { code } });
  });

  it('is refused in a version of the protocol that nobody knows', async () => {
    expect(await post({ headers: { 'mcp-protocol-version': '2025-06-18' } })).toMatchObject({ status: 200 });
    expect(await post({ headers: { 'mcp-protocol-version': '1999-01-01' } })).toMatchObject({ status: 400 });
  });
});
