import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../bin/main.ts';
import { testIo, winnow } from '../bin/test-io.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { type Reply, type Sent, send } from '../support/rest/kept-server.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

const script = '<script>alert("birds")</script>';
const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });

let web: TestWeb;
let directory: string;
let served: Promise<number>;
const interrupt = new AbortController();
const { io, said } = testIo({ interrupt: interrupt.signal });
let port = 0;

beforeAll(async () => {
  const links = Array.from({ length: 20 }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ');
  web = await startWeb({
    pages: ({ path }) =>
      path === '/robots.txt'
        ? undefined
        : html(
            `<title>Birds ${path} ${script.replaceAll('<', '&lt;')}</title><p>Of ${path}. ${path === '/' ? links : ''}`,
          ),
  });
  directory = jobDirectory('birds', { seeds: [web.url('localhost')], userAgent: { contact: 'a@b.example' } });
  served = main(['serve', '--job', directory, '--listen', '127.0.0.1:0'], io);
  await vi.waitFor(() => expect(said.out).toMatch(/^winnow_.*\n$/), { timeout: 60_000 });
  port = Number(/127\.0\.0\.1:(\d+)/.exec(said.err)?.[1]);
});
afterAll(async () => {
  interrupt.abort();
  expect(await served).toBe(0);
  await web.close();
});

async function ask(path: string, sent: Sent = {}, token = said.out.trim()): Promise<Reply> {
  return await send(port, path, { ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } });
}
const data = async (path: string, sent?: Sent) =>
  JSON.parse((await ask(path, sent)).text) as Record<string, unknown>;
const post = (body: object = {}): Sent => ({ method: 'POST', body });

describe('a session over REST', () => {
  it('begins with a job that the server made of its files, and a token that is shown once', async () => {
    expect(await data('/v1/jobs')).toMatchObject([{ name: 'birds', state: 'open' }]);
    expect(said.err).toContain(
      `curl -H 'authorization: Bearer ${said.out.trim()}' http://127.0.0.1:${port}/v1/jobs`,
    );
    const file = join(directory, 'data', 'tokens.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(said.out.trim());
  });

  it('follows a crawl of another process', async () => {
    expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
    expect(await data('/v1/jobs/birds/status')).toMatchObject({ records: 21, fetched: 21 });
    const rows = (await ask('/v1/jobs/birds/records', { headers: { accept: 'application/jsonl' } })).text;
    expect(rows.trimEnd().split('\n')).toHaveLength(21);
    const url = encodeURIComponent(web.url('localhost', '/3'));
    expect(await data(`/v1/jobs/birds/why?url=${url}`)).toMatchObject({ url: web.url('localhost', '/3') });
  });

  it('shows what pages wrote as data alone', async () => {
    const url = encodeURIComponent(web.url('localhost', '/3'));
    const shown = await ask(`/v1/jobs/birds/record?record=${url}`, { headers: { accept: 'text/html, */*' } });
    expect(shown.text).toContain(JSON.stringify(script).slice(1, -1));
    expect(shown.headers).toMatchObject({
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
    const raw = await ask(`/v1/jobs/birds/record?record=${url}&format=raw`);
    expect(raw.text).toContain('<title>Birds /3');
    expect(raw.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
    });
  });

  it('fetches a page at once, and seeds others again', async () => {
    const fetched = await data('/v1/jobs/birds/fetch', post({ url: web.url('localhost', '/new') }));
    expect(fetched).toMatchObject({ visit: { outcome: 'stored' } });
    expect(await data('/v1/jobs/birds/status')).toMatchObject({ records: 22 });
    const due = await data('/v1/jobs/birds/reharvest', post({ all: true, dryRun: true }));
    expect(due).toMatchObject({ jobs: [{ job: 'birds', visited: 22 }] });
    const refused = await ask('/v1/jobs/birds/fetch', post({ url: 'http://169.254.169.254/latest' }));
    expect(refused.status).toBe(400);
    // A port at which nobody listens: what was asked for is right, and cannot be had.
    const gone = await ask(`/v1/jobs/birds/examples-near?url=${encodeURIComponent('http://localhost:1/')}`);
    expect(gone).toMatchObject({ status: 404, text: expect.stringContaining('cannot be read') });
  });

  it('makes a job of settings as JSON, changes it, and says what changes', async () => {
    const settings = { seeds: [web.url('localhost', '/finch')], userAgent: { contact: 'a@b.example' } };
    const tried = await data('/v1/deploy-job', post({ job: 'finches', settings, dryRun: true }));
    expect(tried).toEqual({ job: 'finches', dryRun: true });
    expect((await ask('/v1/jobs/finches/status')).status).toBe(404);
    const made = await data('/v1/deploy-job', post({ job: 'finches', settings }));
    expect(made).toMatchObject({ job: { name: 'finches', state: 'open' }, seeds: { refused: [] } });
    const changed = { ...settings, limits: { pagesPerDay: 5 } };
    expect(await data('/v1/deploy-job', post({ job: 'finches', settings: changed }))).toMatchObject({
      changes: [{ key: 'limits.pagesPerDay', to: 5, says: 'limits.pagesPerDay: none → 5' }],
    });
    const { commands } = (await data('/v1/audit')) as { readonly commands: readonly object[] };
    expect(commands[0]).toMatchObject({
      by: 'token owner',
      command: { command: 'deploy-job', job: 'finches' },
      answer: { changes: ['limits.pagesPerDay: none → 5'] },
    });
    // Of two people who change what both were told of, the later one is told again.
    const other = (pagesPerDay: number) => ({
      job: 'finches',
      settings: { ...settings, limits: { pagesPerDay } },
    });
    const told = (await data('/v1/deploy-job', post({ ...other(6), dryRun: true }))) as {
      readonly config: string;
    };
    expect((await ask('/v1/deploy-job', post({ ...other(7), over: told.config }))).status).toBe(200);
    const late = await ask('/v1/deploy-job', post({ ...other(6), over: told.config }));
    expect(late).toMatchObject({ status: 409, text: expect.stringContaining('other settings meanwhile') });
    expect(await data('/v1/jobs/finches/status')).toMatchObject({ ceiling: 7 });
    expect((await ask('/v1/jobs/finches/stop', post())).status).toBe(200);
    const gone = await data('/v1/remove', post({ job: 'finches', confirmed: true }));
    expect(gone).toMatchObject({ job: 'finches' });
  });

  it.each([
    [
      'topic',
      { topic: { file: '/etc/passwd' } },
      'topic.file: only files of the machine itself say the file',
    ],
    ['aliases', { url: { aliasFile: '../a.txt' } }, 'url.aliasFile'],
    ['a list', { scope: { hosts: [{ file: 'hosts.txt' }] } }, 'scope.hosts.0.file'],
    [
      'a list of a rule',
      { overrides: [{ host: 'a.example', scope: { exclude: [{ file: 'b' }] } }] },
      'overrides.0',
    ],
    ['a filter', { topic: { filters: [{ model: 'm.bin' }] } }, 'topic.filters.0.model'],
    ['a plug-in', { analysers: [{ plugin: '/tmp/p.ts' }] }, 'analysers.0.plugin'],
    [
      'a program',
      { convert: { programs: [{ types: ['a/b'], command: ['sh', '{file}'], output: 'text' }] } },
      'convert.programs',
    ],
    ['a data directory', { data: '/tmp/elsewhere' }, 'data'],
    ['a database', { analysis: { ipDatabase: '/etc/passwd' } }, 'analysis.ipDatabase'],
    ['a secret', { fetch: { credentials: 'bank' } }, 'fetch.credentials'],
    [
      'a secret for one host',
      { overrides: [{ host: 'a.example', fetch: { credentials: 'bank' } }] },
      'overrides.0.fetch.credentials',
    ],
    ['private addresses', { network: { allow: ['127.0.0.1'] } }, 'network'],
    ['a proxy', { network: { proxy: 'http://169.254.169.254:80' } }, 'network'],
    ['nothing that is known', { toString: 1, x: {} }, 'x'],
    ['another name', { name: 'others' }, 'settings.name'],
  ])('refuses a job that names %s', async (_, settings, said) => {
    const refused = await ask('/v1/deploy-job', post({ job: 'finches-too', settings }));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(said);
    expect((await ask('/v1/jobs/finches-too/status')).status).toBe(404);
  });

  it('takes seeds, proposes some to who may only look, and logs who gave them', async () => {
    const urls = [web.url('localhost', '/seeded'), 'nowhere'];
    const tried = await data('/v1/jobs/birds/seed', post({ urls, dryRun: true }));
    expect(tried).toMatchObject({ accepted: [{ url: urls[0] }], refused: [{ line: 2, input: 'nowhere' }] });
    expect(await data('/v1/jobs/birds/howmany')).toMatchObject({ pending: 0 });
    expect(await data('/v1/jobs/birds/seed', post({ urls }))).toEqual(tried);
    expect((await ask('/v1/jobs/birds/seed', post({ urls: 'nowhere' }))).status).toBe(400);
    expect((await ask('/v1/jobs/birds/seed?suggest=true')).text).toContain('has no topic');
    expect((await ask('/v1/jobs/birds/seed?urls=a')).text).toContain('with POST');
    const { commands } = (await data('/v1/audit')) as { readonly commands: readonly object[] };
    expect(commands[0]).toMatchObject({
      by: 'token owner',
      command: { command: 'seed', job: 'birds', lines: 2, first: urls },
      answer: { accepted: 1, refused: 1 },
    });
  });

  it('streams changes and all records as lines, and says beside them what is no change', async () => {
    const rows = async (path: string) =>
      (await ask(`/v1/jobs/birds/${path}`)).text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const changes = await rows('changes?from=start');
    expect(changes.length).toBeGreaterThanOrEqual(22);
    expect(changes[0]).toMatchObject({ change: 'created', job: 'birds' });
    expect((await rows('snapshot')).at(-1)).toMatchObject({ snapshot: { job: 'birds', records: 22 } });
    expect(await rows('changes?from=2100-01-01')).toMatchObject([{ said: { code: 'no-change' } }]);
    const wrong = await ask('/v1/jobs/birds/changes?from=soon');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('expected a time')]);
    const queue = post({ from: 'start', toQueue: 'https://q.example/' });
    expect((await ask('/v1/jobs/birds/changes', queue)).text).toContain('only with --stack');
  });

  it('gives another token for less, and takes it away', async () => {
    const { out, exit } = await winnow(['serve', '--job', directory, '--token', 'ann', '--scope', 'view']);
    expect(exit).toBe(0);
    expect((await ask('/v1/jobs', {}, out.trim())).status).toBe(200);
    expect((await ask('/v1/jobs/birds/pause', post(), out.trim())).status).toBe(403);
    expect((await winnow(['serve', '--job', directory, '--revoke', 'ann'])).exit).toBe(0);
    expect((await ask('/v1/jobs', {}, out.trim())).status).toBe(401);
    const asked = await winnow(['serve', '--job', directory, '--token', 'ann', '--json']);
    expect(JSON.parse(asked.out)).toEqual({
      name: 'ann',
      scope: 'view',
      token: expect.stringMatching(/^winnow_/),
    });
    expect((await winnow(['serve', '--job', directory, '--revoke', 'ann'])).exit).toBe(0);
    expect(await winnow(['serve', '--job', directory, '--revoke', 'ann'])).toMatchObject({ exit: 1 });
  });

  it('removes the job when that is confirmed, and says who did', async () => {
    expect((await ask('/v1/jobs/birds/stop', post({ reason: 'it is over' }))).status).toBe(200);
    expect(await data('/v1/remove', post({ job: 'birds' }))).toMatchObject({ job: 'birds', dryRun: true });
    expect((await ask('/v1/jobs/birds/howmany')).status).toBe(200);
    expect((await ask('/v1/remove', post({ job: 'birds', confirmed: true }))).status).toBe(200);
    const { commands } = (await data('/v1/audit')) as { readonly commands: readonly object[] };
    expect(commands[0]).toMatchObject({ command: { command: 'remove' }, by: 'token owner' });
    expect((await ask('/v1/jobs/birds/open', post())).text).toContain('job birds: it was removed');
  });

  it('ends where the tokens cannot be read, before it serves anybody', async () => {
    const file = join(directory, 'data', 'tokens.json');
    const before = readFileSync(file);
    writeFileSync(file, '{');
    const damaged = await winnow(['serve', '--job', directory, '--listen', '0']);
    writeFileSync(file, before);
    expect(damaged).toMatchObject({ exit: 1, err: expect.stringContaining('make tokens anew') });
    expect(damaged.err).not.toContain('Serving');
  });

  it.each(['0.0.0.0:0', '[::]:0', '0:0', '127.1:0', 'LOCALHOST:0'])(
    'is answered at the address that is printed, when the server listens at %s',
    async (listen) => {
      const stop = new AbortController();
      const other = testIo({ interrupt: stop.signal });
      const ended = main(['serve', '--job', directory, '--listen', listen], other.io);
      await vi.waitFor(() => expect(other.said.err).toMatch(/ at http\S+ until/), { timeout: 60_000 });
      const [, url = ''] = / at (http\S+) until/.exec(other.said.err) ?? [];
      expect((await fetch(`${url}/v1/jobs`)).status).toBe(401);
      stop.abort();
      expect(await ended).toBe(0);
    },
  );

  it.each([
    ['--scope', 'view'],
    ['--name', 'http://winnow.example'],
    ['--name', 'winnow.example:443'],
    ['--token', 'bob', '--listen', '0'],
    ['--revoke', 'owner', '--name', 'winnow.example'],
  ])('is refused what does nothing: %s %s', async (...options) => {
    expect(await winnow(['serve', '--job', directory, ...options])).toMatchObject({ exit: 2 });
  });

  it('is refused an address that is none, and a port that is taken', async () => {
    for (const listen of ['here', '1.2.3.4:99999', ':', 'a:b:c'])
      expect(await winnow(['serve', '--job', directory, '--listen', listen])).toMatchObject({ exit: 2 });
    const taken = await winnow(['serve', '--job', directory, '--listen', `127.0.0.1:${port}`]);
    expect(taken).toMatchObject({ exit: 1, err: expect.stringContaining('the port is taken') });
  });
});
