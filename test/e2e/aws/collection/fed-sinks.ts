import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Check } from '../../../../lib/pipeline/report/reports.ts';
import type { SinkReport } from '../../../../lib/pipeline/sinks/sink-report.ts';
import { type AccessKey, makeUser } from '../../../../localstack/iam.ts';
import { type Run, winnow } from '../../../bin/test-io.ts';
import { stubOpenSearch } from '../../../support/search-servers/stub-open-search.ts';
import type { Asked, StubServer } from '../../../support/search-servers/stub-server.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { aKey, type Heard, kept, startReceiver } from '../../../support/webhooks/hook.ts';
import { until, untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';
import { canFindWorkers, workerBehind } from '../../support/process/worker-process.ts';
import { type DeployedStack, giveSecret } from '../../support/stack/deployed-stack.ts';
import { logOf } from '../../support/stack/function-log.ts';
import { grantedPolicies } from '../../support/stack/granted-policies.ts';

const job = 'fed';
const paths = Array.from({ length: 12 }, (_, at) => `/${at}`);
const [refusedPage, deletedPage, lastPage] = ['/3', '/5', '/7'];
const login = { user: 'feeder', password: 'Ren-vind-4' };
const basic = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;

/** A search server and a webhook get the collection from the function of the stack, under its role. */
export function fedSinks(stack: () => DeployedStack): void {
  describe('sinks of a job', () => {
    let web: TestWeb;
    let search: StubServer;
    let hook: Awaited<ReturnType<typeof startReceiver>>;
    let keys: Readonly<Record<'view' | 'operate', AccessKey>>;
    let refuses = ({ message }: Heard) => String(message.data.url).endsWith(refusedPage);
    const taken: Heard[] = [];
    const directory = jobDirectory(job);

    const ask = (...words: readonly string[]): Promise<Run> =>
      winnow([...words, '--stack', stack().name, '--job-name', job]);
    async function run(...words: readonly string[]): Promise<string> {
      const { exit, out, err } = await ask(...words);
      expect({ words, exit, err }).toEqual({ words, exit: 0, err: '' });
      return out;
    }
    async function reportOf(name: string): Promise<SinkReport> {
      const all = JSON.parse(await run('sinks', 'list', '--json')) as readonly SinkReport[];
      const found = all.find((one) => one.name === name);
      if (found === undefined) throw new Error(`there is no sink ${name}`);
      return found;
    }
    /** Has the function called as often as it takes; the schedule calls it beside that. */
    const untilFed = (...names: readonly string[]): Promise<void> =>
      until(`${names.join(' and ')} have caught up`, async () => {
        const { failed, answer } = await stack().invoke('sinks');
        expect({ failed, answer }).toEqual({ failed: false, answer: expect.anything() });
        const all = await Promise.all(names.map(reportOf));
        return all.every(({ behind, state }) => behind === 0 && state === 'going');
      });
    const quiet = () => withClockwork(stack(), () => untilQuiet(stack(), job));

    async function collection(): Promise<Readonly<Record<string, string>>> {
      const { records } = await stack().runtime.stores.records.records(job, 100);
      const leads = records.map(async ({ md5 }) => {
        const [url] = await stack().runtime.stores.records.urls(job, md5, 2);
        return url === undefined ? [] : [[md5, url] as const];
      });
      return Object.fromEntries((await Promise.all(leads)).flat());
    }
    async function indexed(): Promise<Readonly<Record<string, string>>> {
      const asked = await fetch(`${search.url}/pages/_search`, { headers: { authorization: basic } });
      const { hits } = (await asked.json()) as {
        hits: { hits: readonly { _id: string; _source: { url: string } }[] };
      };
      return Object.fromEntries(hits.hits.map(({ _id, _source }) => [_id, _source.url]));
    }
    const received = (): Readonly<Record<string, string>> =>
      Object.fromEntries([...kept(taken)].map(([md5, { url }]) => [md5, String(url)]));

    async function deletePage(path: string): Promise<void> {
      await run('delete', web.url('fed.localhost', path), '--yes');
      const isGone = async (): Promise<boolean> =>
        !Object.values(await collection()).some((url) => url.endsWith(path));
      await withClockwork(stack(), () => until(`${path} is gone`, isGone));
      await quiet();
    }

    /** Does something with the credentials of a role. */
    async function as<T>(role: keyof typeof keys, work: () => Promise<T>): Promise<T> {
      const { accessKeyId, secretAccessKey } = keys[role];
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
      try {
        return await work();
      } finally {
        Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
      }
    }

    async function deploy(installation: string): Promise<void> {
      const file = join(directory, 'installation.yaml');
      writeFileSync(file, installation);
      const words = ['deploy-job', directory, '--stack', stack().name, '--installation', file];
      expect(await winnow(words)).toMatchObject({ exit: 0, err: '' });
    }

    const onlyWithLogin = ({ headers }: Asked) =>
      headers.authorization === basic ? undefined : { status: 401, json: { error: 'who are you?' } };

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path }) => {
          if (name !== 'fed.localhost' || (path !== '/' && !paths.includes(path))) return undefined;
          const links = paths.map((one) => `<a href="${one}">${one}</a>`).join(' ');
          const body = `<title>page ${path}</title><p>What ${path} says. ${path === '/' ? links : ''}`;
          return { headers: { 'content-type': 'text/html' }, body };
        },
      });
      search = await stubOpenSearch();
      search.before = onlyWithLogin;
      hook = await startReceiver((heard) => {
        if (refuses(heard)) return { status: 422, body: 'no page of that number' };
        taken.push(heard);
        return { status: 204 };
      });
      await giveSecret(stack(), 'search-login', JSON.stringify({ ...login, password: 'old' }));
      await giveSecret(stack(), 'hook-key', aKey);
      writeJob(directory, job, {
        seeds: [web.url('fed.localhost')],
        limits: { pagesPerDay: 10_000 },
        turn: { maxSeconds: 2 },
        sinks: [
          { name: 'search', to: 'opensearch', url: search.url, index: 'pages', credentials: 'search-login' },
          { name: 'hook', to: 'webhook', url: hook.url, secret: 'hook-key' },
        ],
      });
      await deploy('sinkNetworks: [127.0.0.0/8]\n');
      await run('crawl');
      const policies = await grantedPolicies(stack());
      const key = (role: 'view' | 'operate') =>
        makeUser(stack().cloud, `${stack().name}-${job}-${role}`, policies[role]);
      keys = { view: await key('view'), operate: await key('operate') };
      await quiet();
    }, 400_000);

    afterAll(async () => {
      await deploy('');
      await Promise.all([web.close(), search.stop(), hook.close()]);
    });

    it('that a target does not let in is said by `sinks` and `doctor`, and holds up no other', async () => {
      await untilFed('hook');
      const all = await collection();
      expect(Object.keys(all)).toHaveLength(paths.length + 1);
      expect(Object.keys(received())).toHaveLength(paths.length);
      for (const { body, headers, message } of hook.heard)
        expect(new Webhook(aKey).verify(body, headers as Record<string, string>)).toEqual(message);
      const { state, trouble } = await reportOf('search');
      expect({ state, says: trouble?.says }).toEqual({
        state: 'config',
        says: expect.stringContaining('check the secret search-login'),
      });
      const { out } = await ask('doctor', '--json');
      const checks = JSON.parse(out) as readonly Check[];
      for (const name of ['function sinks', 'schedule sinks'])
        expect(checks.find((one) => one.name === name)).toMatchObject({ ok: 'ok' });
      const check = checks.find(({ name }) => name === 'sink search');
      expect(check).toMatchObject({ ok: 'fail', detail: expect.stringContaining('search-login') });
      expect(out).not.toContain(login.password);
    });

    it('that was mended has the collection once somebody retries it', async () => {
      await giveSecret(stack(), 'search-login', JSON.stringify(login));
      await run('sinks', 'retry', 'search');
      await untilFed('search');
      expect(await indexed()).toEqual(await collection());
    });

    it('is shown to those who look, who change nothing of it', async () => {
      await as('view', async () => {
        expect(await run('sinks', 'list')).toMatch(/search +opensearch +going/);
        expect(await run('sinks', 'refused', 'hook')).toContain('no page of that number');
        for (const words of [['retry', 'hook'], ['pause', 'hook'], ['rebuild', 'search'], ['run']]) {
          const { exit, err } = await ask('sinks', ...words);
          expect({ words, exit, err }).toEqual({
            words,
            exit: 1,
            err: expect.stringMatching(/is not allowed/),
          });
        }
      });
      expect(await reportOf('hook')).toMatchObject({ state: 'going', refused: 1 });
    });

    it('is searched by those who may read its secret; others are told which, and what to do', async () => {
      expect(await ask('search', 'says')).toMatchObject({
        exit: 0,
        out: expect.stringContaining('page /'),
        err: expect.stringMatching(/^\d+ pages;/),
      });
      for (const role of ['view', 'operate'] as const) {
        const { exit, out, err } = await as(role, () => ask('search', 'says'));
        expect({ exit, out }).toEqual({ exit: 1, out: '' });
        expect(err).toMatch(
          /^winnow: the secret search-login of the sink search, .*lack secretsmanager:GetSecretValue; ask whoever may read it, .*\n$/,
        );
      }
    });

    it('is sent by those who operate what it refused, and then has the collection', async () => {
      refuses = () => false;
      await as('operate', async () => {
        await run('sinks', 'retry', 'hook');
        expect(await run('sinks', 'run')).toMatch(/hook +webhook +going .* 0 +nothing/);
      });
      expect(received()).toEqual(await collection());
    });

    it('hears of a deletion; the one that is paused, or whose target is down, hears of it later', async () => {
      await as('operate', () => run('sinks', 'pause', 'hook'));
      search.before = () => ({ status: 503, json: { error: 'too busy' } });
      await deletePage(deletedPage);
      await until('the search server is asked in vain', async () => {
        await stack().invoke('sinks');
        return (await reportOf('search')).state === 'unavailable';
      });
      expect((await reportOf('search')).behind).toBeGreaterThan(0);
      await until('the log of the function says how far behind it is', async () => {
        const lines = (await logOf(stack(), 'sinks')).split('\n').filter((line) => line.includes('SinkLag'));
        return lines.some((line) => /"SinkLagSeconds":[1-9]/.test(line) && line.includes('"sink":"search"'));
      });
      const { out } = await as('view', () => ask('metrics', '--prometheus'));
      expect(out).toMatch(/winnow_sink_lag_seconds\{job="fed",sink="search"\} [1-9]/);
      expect(out).toMatch(/winnow_pushed_changes_total\{job="fed",sink="hook"\} 13/);
      expect(await reportOf('hook')).toMatchObject({ state: 'paused' });
      expect(Object.keys(received())).toHaveLength(paths.length + 1);
      search.before = onlyWithLogin;
      await as('operate', async () => {
        await run('sinks', 'continue', 'hook');
        await run('sinks', 'run');
      });
      await untilFed('search', 'hook');
      const all = await collection();
      expect(Object.keys(all)).toHaveLength(paths.length);
      expect(await indexed()).toEqual(all);
      expect(received()).toEqual(all);
    });

    it.skipIf(!canFindWorkers)(
      'is filled anew beside what its readers see, by a function that is killed meanwhile',
      async () => {
        let kills = 0;
        search.before = (asked) => {
          if (asked.path[1] === '_bulk' && kills === 0) {
            const pid = workerBehind(stack(), 'sinks', asked.clientPort);
            if (pid !== undefined) {
              process.kill(pid, 'SIGKILL');
              kills += 1;
            }
          }
          return onlyWithLogin(asked);
        };
        await as('operate', () => run('sinks', 'rebuild', 'search'));
        await until('the function is killed', async () => {
          await stack().invoke('sinks');
          return kills > 0;
        });
        await deletePage(lastPage);
        await untilFed('hook');
        expect(received()).toEqual(await collection());
        await untilFed('search');
        expect(await indexed()).toEqual(await collection());
        expect(await reportOf('search')).toMatchObject({ generation: 2, refused: 0 });
      },
    );
  });
}
