import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../../bin/main.ts';
import { consoleSession } from '../../../lib/faces/console/routes.ts';
import { bundleConsole } from '../../../packaging/bundle-console.ts';
import { testIo } from '../../bin/test-io.ts';
import { jobDirectory } from '../../e2e/support/job-directory.ts';
import { type KeptServer, send, serveKept } from '../../support/rest/kept-server.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept();
});
afterAll(() => server.close());

describe('the console', () => {
  it('is served without a token, and holds no data', async () => {
    const page = await send(server.port, '/console/');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).not.toContain('kept');
    expect(await send(server.port, '/console')).toMatchObject({
      status: 308,
      headers: { location: '/console/' },
    });
  });

  it('loads scripts, styles and data from the server alone, and lets text be neither markup nor code', async () => {
    const { headers } = await send(server.port, '/console/');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('has less than 150 kB in all, no inline script or style, and no address outside', async () => {
    const files = bundleConsole();
    let bytes = 0;
    for (const [name, text] of Object.entries(files)) {
      const served = await send(server.port, `/console/${name}`);
      expect(served).toMatchObject({ status: 200, text });
      expect(String(served.headers['content-security-policy'])).toContain("default-src 'none'");
      bytes += Buffer.byteLength(text);
    }
    expect(bytes).toBeLessThan(150_000);
    const page = files['index.html'] ?? '';
    expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="main.js">']);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
    const addresses = Object.values(files).flatMap((text) => text.match(/https?:\/\/[\w.-]+/g) ?? []);
    // Names of vocabularies, which nothing asks for.
    expect([...new Set(addresses)].filter((one) => one !== 'http://www.w3.org')).toEqual([]);
  });

  it('has no other file, whatever a path says', async () => {
    for (const path of ['nothing.js', '../package.json', '%2e%2e%2fpackage.json', 'toString', 'screens.ts'])
      expect((await server.ask(`/console/${path}`)).status).toBe(404);
  });

  it('tells who uses it what may be done, and nobody without a token', async () => {
    expect((await send(server.port, '/console/session')).status).toBe(401);
    const { text } = await server.ask('/console/session', {}, 'view');
    expect(JSON.parse(text)).toMatchObject({ by: 'token the-view', scope: 'view', job: 'kept' });
  });

  it.each([
    ['nothing where nothing may be changed', async (): Promise<boolean> => false, 'view'],
    ['all that the token may where that is allowed', async (): Promise<boolean> => true, 'operate'],
    [
      'the same where nobody knows',
      (): Promise<boolean> => Promise.reject(new Error('throttled')),
      'operate',
    ],
  ] as const)('offers %s', async (_, mayChange, scope) => {
    const { answer } = consoleSession({ job: 'birds', place: 'a stack', isStack: true }, { mayChange });
    const head = new Request('http://localhost/console/session');
    const given: Response = await answer(head, async () => '', { by: 'ann', scope: 'operate' });
    expect(await given.json()).toMatchObject({ scope });
  });

  it('is refused under foreign names and to pages of other origins', async () => {
    const under = (headers: Record<string, string>) => send(server.port, '/console/', { headers });
    expect((await under({ host: 'evil.example' })).status).toBe(421);
    expect((await under({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await under({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('refuses what a token may not have done, whoever asks for it', async () => {
    const sent = { method: 'POST', body: { reason: 'none' } };
    expect((await server.ask('/v1/jobs/kept/pause', sent, 'view')).status).toBe(403);
  });
});

describe('winnow console', () => {
  it('prints an address with a token behind #, which holds as long as the command', async () => {
    const directory = jobDirectory('birds', {
      seeds: ['http://localhost:1/'],
      userAgent: { contact: 'a@b.example' },
    });
    const interrupt = new AbortController();
    const { io, said } = testIo({ interrupt: interrupt.signal });
    const ended = main(['console', '--job', directory, '--port', '0', '--scope', 'view'], io);
    await vi.waitFor(() => expect(said.out).toMatch(/#token=/), { timeout: 60_000 });
    const [, port, token] = /127\.0\.0\.1:(\d+)\/console\/#token=(winnow_\S+)\n/.exec(said.out) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    const { text } = await send(Number(port), '/console/session', { headers });
    expect(JSON.parse(text)).toMatchObject({ scope: 'view', job: 'birds' });
    expect((await send(Number(port), '/v1/jobs/birds/status', { headers })).status).toBe(200);
    expect((await send(Number(port), `/v1/jobs/birds/status?a=${token}`, { headers })).status).toBe(400);
    interrupt.abort();
    expect(await ended).toBe(0);
  });

  it('says that its port is taken, and names no option of other commands', async () => {
    const directory = jobDirectory('taken', { userAgent: { contact: 'a@b.example' } });
    const { io, said } = testIo();
    expect(await main(['console', '--job', directory, '--port', String(server.port)], io)).toBe(1);
    expect(said.err).toContain(`127.0.0.1:${server.port} cannot be listened at: the port is taken`);
    expect(said.err).not.toContain('--listen');
  });

  it('refuses a port that is none', async () => {
    const { io, said } = testIo();
    expect(await main(['console', '--port', '70000'], io)).toBe(2);
    expect(said.err).toContain('Expected a port');
  });
});
