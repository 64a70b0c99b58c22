import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTokens } from '../../lib/faces/tokens.ts';
import { type KeptServer, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept();
});
afterAll(() => server.close());

it('an answer that goes on ends when the token of who asked is revoked', async () => {
  const tokens = openTokens(join(server.directory, 'tokens.json'));
  const token = tokens.add({ name: 'ann', scope: 'view' });
  const url = `http://127.0.0.1:${server.port}/v1/jobs/kept/changes?from=2100-01-01&follow=true`;
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
  const answer = await fetch(url, { headers });
  const told: string[] = [];
  const decoder = new TextDecoder();
  for await (const piece of answer.body ?? []) {
    told.push(decoder.decode(piece as Uint8Array));
    if (told.length === 1) tokens.revoke('ann');
  }
  expect(told[0]).toContain('"point"');
  expect(told.at(-1)).toMatch(/^event: problem\n.*the token ann is revoked/);
}, 40_000);
