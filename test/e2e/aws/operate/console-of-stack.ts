import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../../../bin/main.ts';
import { type AccessKey, endKey, makeUser } from '../../../../localstack/iam.ts';
import { testIo, winnow } from '../../../bin/test-io.ts';
import { type Reply, send } from '../../../support/rest/kept-server.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { grantedPolicies } from '../../support/stack/granted-policies.ts';
import { storedOf } from '../../support/stack/stored-of.ts';

const job = 'shown';

/** A console that somebody has open. */
interface Opened {
  /** Asks as its screens do: with a body for what changes something. */
  ask(path: string, body?: object): Promise<Reply>;
  /** What the terminal says. */
  readonly said: { readonly err: string };
}

export function consoleOfStack(stack: () => DeployedStack): void {
  describe('`winnow console --stack`, the same pages over the credentials of whoever runs it', () => {
    let web: TestWeb;
    let host: string;
    let keys: Readonly<Record<'view' | 'operate', AccessKey>>;

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path }) =>
          path === '/robots.txt' || path === '/gone'
            ? undefined
            : {
                headers: { 'content-type': 'text/html' },
                body: `<title>Birds</title>A wren. <a href="/gone">gone</a>`,
              },
      });
      host = `a.localhost:${web.port}`;
      const { name, cloud } = stack();
      const directory = jobDirectory(job, { turn: { maxSeconds: 2 }, limits: { pagesPerDay: 10_000 } });
      for (const line of [
        ['deploy-job', directory],
        ['crawl', '--job-name', job],
        ['seed', web.url('a.localhost'), '--job-name', job],
      ])
        expect(await winnow([...line, '--stack', name])).toMatchObject({ exit: 0, err: '' });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      // Nothing but the console changes what is stored of it from now on.
      expect(await winnow(['pause', '--job-name', job, '--stack', name])).toMatchObject({ exit: 0 });
      const { view, operate } = await grantedPolicies(stack());
      keys = {
        view: await makeUser(cloud, `${name}-looks-on`, view),
        operate: await makeUser(cloud, `${name}-works-on`, operate),
      };
    });

    afterAll(() => web.close());

    function enter({ accessKeyId, secretAccessKey }: AccessKey): void {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
    }

    /** Somebody has the console open; all is allowed in it that the credentials allow. */
    async function inConsole(key: AccessKey, may: string, use: (opened: Opened) => Promise<void>) {
      enter(key);
      const interrupt = new AbortController();
      const { io, said } = testIo({ interrupt: interrupt.signal });
      const asked = ['--stack', stack().name, '--job-name', job, '--port', '0', '--scope', may];
      const ended = main(['console', ...asked], io);
      try {
        await vi.waitFor(() => expect(said.out).toMatch(/#token=/), { timeout: 60_000 });
        const [, port, token] = /127\.0\.0\.1:(\d+)\/console\/#token=(\S+)/.exec(said.out) ?? [];
        const headers = { authorization: `Bearer ${token}` };
        const ask: Opened['ask'] = (path, body) =>
          send(Number(port), path, body === undefined ? { headers } : { method: 'POST', headers, body });
        await use({ ask, said });
      } finally {
        interrupt.abort();
        enter({ accessKeyId: 'test', secretAccessKey: 'test' });
        expect(await ended).toBe(0);
      }
    }

    const of = (operation: string): string => `/v1/jobs/${job}/${operation}`;
    const inSql = (question: string): string =>
      `${of('sql')}?rows=100&question=${encodeURIComponent(question)}`;
    const stored = () => stack().runtime.stores.jobs.job(job);

    /** What the screens ask for, by what is seen in the answer. */
    const questions = (): readonly (readonly [screen: string, path: string, seen: string])[] => {
      const url = encodeURIComponent(web.url('a.localhost'));
      const waiting = "from pages p join hosts h on h.id = p.host where p.state in ('pending', 'held')";
      const failed =
        "select outcome, status, detail, count(*) as urls from pages where outcome in ('failed', 'gone') group by 1, 2, 3";
      return [
        ['all', '/console/session', `"job":"${job}"`],
        ['all', '/v1/jobs', job],
        ['Now', of('status'), '"state":"paused"'],
        ['Now', of('cost'), '"basis":"billed"'],
        ['Queue', inSql(`select count(*) as urls, count(distinct p.host) as hosts ${waiting}`), '"urls"'],
        ['Hosts', of('hosts'), host],
        ['Hosts', inSql('select h.host, h.fetches, h.stored from hosts h where h.fetches > 0'), host],
        ['Hosts', `${of('why')}?url=${encodeURIComponent(host)}`, host],
        ['Hosts', `${of('regions')}?host=${encodeURIComponent(host)}`, host],
        ['Failures', inSql(failed), 'gone'],
        ['Pages', `${of('records')}?topic=true`, 'Birds'],
        ['Pages', `${of('record')}?record=${url}`, 'A wren.'],
        ['Pages', `${of('record')}?record=${url}&format=raw`, '<title>Birds</title>'],
        ['Pages', `${of('why')}?url=${url}`, 'lines'],
        ['Pages', `${of('changes')}?from=start&host=${encodeURIComponent(host)}`, web.url('a.localhost')],
        ['Money', of('cost'), 'forecast'],
        ['Settings', of('config'), 'limits.pagesPerDay'],
        ['Settings', `${of('config')}?for=${url}`, 'limits.pagesPerDay'],
        ['Audit', '/v1/commands', 'commands'],
        ['Audit', '/v1/audit', 'commands'],
      ];
    };

    /** What the controls of the screens order. */
    const controls = (): readonly (readonly [path: string, body: object])[] => [
      ...['pause', 'drain', 'stop', 'continue', 'open'].map((order) => [of(order), {}] as const),
      ...[of('pause'), of('continue'), '/v1/block', '/v1/unblock'].map(
        (path) => [path, { scope: { host } }] as const,
      ),
      [of('fetch'), { url: web.url('a.localhost') }],
      [of('delete'), { host, confirmed: true }],
      [of('reharvest'), { scope: { status: 'gone' } }],
      [of('reharvest'), { all: true }],
      [of('recycle'), {}],
      ['/v1/deploy-job', { job, settings: { limits: { pagesPerDay: 5 } } }],
      ['/v1/cancel', { request: 'none' }],
    ];

    it('shows the job to who may operate it, continues it and pauses it', async () => {
      await inConsole(keys.operate, 'operate', async ({ ask }) => {
        expect(await ask('/console/')).toMatchObject({ status: 200 });
        const session = JSON.parse((await ask('/console/session')).text);
        expect(session).toMatchObject({ scope: 'operate', job, isStack: true });
        const tried = await ask(of('continue'), { dryRun: true });
        expect(JSON.parse(tried.text)).toMatchObject({ jobs: [{ job, state: 'open' }] });
        expect(await stored()).toMatchObject({ state: 'paused' });
        expect(await ask(of('continue'), { reason: 'room again' })).toMatchObject({ status: 200 });
        expect(await stored()).toMatchObject({ state: 'open' });
        const reason = 'the nests are full';
        expect(await ask(of('pause'), { requestId: 'of-a-console', reason })).toMatchObject({ status: 200 });
        expect(await stored()).toMatchObject({ state: 'paused', pause: { reason } });
        expect(JSON.parse((await ask(of('status'))).text)).toMatchObject({ state: 'paused' });
        expect((await ask('/v1/audit')).text).toContain(reason);
      });
    });

    it('answers who may only look what its screens ask, and refuses what its controls order', async () => {
      await inConsole(keys.view, 'destroy', async ({ ask, said }) => {
        // No control is offered.
        expect(JSON.parse((await ask('/console/session')).text)).toMatchObject({ scope: 'view' });
        for (const [screen, path, seen] of questions()) {
          const { status, text } = await ask(path);
          expect([screen, path, status, text]).toEqual([screen, path, 200, expect.stringContaining(seen)]);
        }
        const before = await storedOf(stack(), job);
        for (const [path, body] of controls()) {
          const { status, text } = await ask(path, { ...body, reason: 'a try' });
          const { detail } = JSON.parse(text);
          const denied = /^\S+ on \S+ is not allowed: the role or the credentials lack [a-z0-9]+:\w+$/;
          expect([path, status, detail]).toEqual([path, 403, expect.stringMatching(denied)]);
        }
        expect(await storedOf(stack(), job)).toEqual(before);
        expect(said.err).not.toMatch(/^\s+at /m);
      });
    });

    it('refuses by itself what its token is not for', async () => {
      await inConsole(keys.operate, 'view', async ({ ask }) => {
        const before = await storedOf(stack(), job);
        for (const [path, body] of controls())
          expect([path, (await ask(path, body)).status]).toEqual([path, 403]);
        expect(await storedOf(stack(), job)).toEqual(before);
      });
    });

    it('tells who has it open over the end of a key what to do, and who has none from the beginning', async () => {
      const { cloud, name } = stack();
      const user = `${name}-leaves`;
      const key = await makeUser(cloud, user, (await grantedPolicies(stack())).view);
      const unknown =
        /AWS does not take the credentials \([^\n]+\): sign in again, or name others, and start again$/;
      await inConsole(key, 'operate', async ({ ask, said }) => {
        expect(await ask(of('status'))).toMatchObject({ status: 200 });
        await endKey(cloud, user, key);
        for (const [path, body] of [[of('status')], [of('records')], [of('pause'), {}]] as const) {
          const { status, text } = await ask(path, body);
          expect([path, status, JSON.parse(text).detail]).toEqual([
            path,
            503,
            expect.stringMatching(unknown),
          ]);
        }
        expect(said.err).not.toMatch(/^\s+at /m);
      });
      enter(key);
      const begun = await winnow(['console', '--stack', name, '--job-name', job, '--port', '0']);
      enter({ accessKeyId: 'test', secretAccessKey: 'test' });
      expect(begun).toMatchObject({ exit: 1, out: '' });
      expect(begun.err).toMatch(/^winnow: AWS lets nobody in: [^\n]+\n$/);
    });
  });
}
