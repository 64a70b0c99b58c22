import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Detection } from '../../../lib/capabilities/alias/detect.ts';
import type { RankRow } from '../../../lib/graph/reports/rank-report.ts';
import type { CommandViews } from '../../../lib/pipeline/control/look.ts';
import type { RecordPage } from '../../../lib/ports/records.ts';
import type {
  Check,
  FetchReport,
  RecordView,
  Status,
  WhyReport,
} from '../../../lib/runtime/shared/installation.ts';
import { type Run, winnow } from '../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, untilQuiet, withClockwork } from '../support/clockwork.ts';
import { jobDirectory } from '../support/job-directory.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';

const job = 'steered';
const pages = 40;
const settings = { limits: { pagesPerDay: 10_000 }, turn: { maxPages: 10, maxSeconds: 2 } };

/** One host of many short pages that all hang below its home page, slow enough to be stopped half-way. */
function longList(): Promise<TestWeb> {
  return startWeb({
    delayMs: 40,
    pages: ({ path }) => {
      if (path === '/robots.txt') return { body: 'User-agent: *\nDisallow: /secret' };
      const links = Array.from({ length: pages - 1 }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');
      const body = path === '/' ? `${links} <a href="/secret">no</a>` : `page ${path}`;
      return { headers: { 'content-type': 'text/html' }, body: `<title>${path}</title>${body}` };
    },
  });
}

/** The command line against the stack, in process, command by command as somebody would steer a crawl. */
export function commandLine(stack: () => DeployedStack): void {
  describe('the command line with --stack', () => {
    let web: TestWeb;
    const run = (verb: string, ...rest: readonly string[]): Promise<Run> =>
      winnow([verb, ...rest, '--stack', stack().name, '--job-name', job, '--json']);
    const data = async <T>(verb: string, ...rest: readonly string[]): Promise<T> => {
      const { exit, out, err } = await run(verb, ...rest);
      expect({ verb, exit, err }).toEqual({ verb, exit: 0, err: '' });
      return JSON.parse(out) as T;
    };
    const status = (): Promise<Status> => data<Status>('status');

    beforeAll(async () => {
      web = await longList();
    });

    afterAll(() => web.close());

    it('deploys no job without a ceiling of pages per day', async () => {
      const { exit, out, err } = await winnow(['deploy-job', jobDirectory(job), '--stack', stack().name]);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(err).toMatch(/^winnow: .*set limits\.pagesPerDay: .*\n$/);
    });

    it('deploys a job paused, which says so', async () => {
      const directory = jobDirectory(job, settings);
      const deployed = await winnow(['deploy-job', directory, '--stack', stack().name, '--json']);
      expect(deployed).toMatchObject({ exit: 0, err: '' });
      expect(await status()).toMatchObject({ state: 'paused', pending: 0, fetched: 0, ceiling: 10_000 });
      expect((await status()).reasons.join()).toContain('paused');
    });

    it('says what a deploy changes before it does, does nothing then, and logs who has changed what', async () => {
      const directory = jobDirectory(job, { ...settings, limits: { pagesPerDay: 9_000 } });
      const deploy = (...more: readonly string[]) =>
        winnow(['deploy-job', directory, '--stack', stack().name, ...more]);
      const log = async () =>
        JSON.parse((await winnow(['audit', '--stack', stack().name, '--json'])).out) as CommandViews;
      const before = await log();
      expect(await deploy('--dry-run')).toEqual({
        exit: 0,
        out: `changed: limits.pagesPerDay: 10000 → 9000\nnothing was changed: job ${job} would be deployed\n`,
        err: '',
      });
      expect(await log()).toEqual(before);
      expect(await status()).toMatchObject({ ceiling: 10_000 });
      const { out } = await deploy('--reason', 'too dear', '--request-id', 'cheaper');
      expect(out).toContain('changed: limits.pagesPerDay: 10000 → 9000\n');
      expect((await log()).commands[0]).toMatchObject({
        reason: 'too dear',
        caller: 'arn:aws:iam::000000000000:root',
        command: { command: 'deploy-job', job },
        answer: { changes: ['limits.pagesPerDay: 10000 → 9000'] },
      });
      expect((await deploy('--request-id', 'cheaper')).out).toContain('was done before');
      expect((await winnow(['audit', '--stack', stack().name])).out).toMatch(
        /deploy-job steered .* done, limits\.pagesPerDay: 10000 → 9000 .*@.* \(root\) +too dear/,
      );
      expect(
        await winnow(['deploy-job', jobDirectory(job, settings), '--stack', stack().name]),
      ).toMatchObject({ exit: 0, out: expect.stringContaining('limits.pagesPerDay: 9000 → 10000') });
    });

    it('keeps the defaults and the deny list of the installation, and says what set what', async () => {
      const directory = jobDirectory(job, settings);
      const file = join(directory, 'installation.yaml');
      writeFileSync(file, 'fetch: { maxTries: 5 }\ndeny: [denied.localhost]\n');
      const deploy = ['deploy-job', directory, '--stack', stack().name];
      expect(await winnow([...deploy, '--installation', file])).toMatchObject({ exit: 0, err: '' });
      expect(await winnow(deploy)).toMatchObject({ exit: 0, err: '' });
      const { settings: effective } = await data<{ readonly settings: readonly object[] }>('config');
      expect(effective).toContainEqual(
        expect.objectContaining({ key: 'fetch.maxTries', source: 'installation.yaml:1' }),
      );
      expect(effective).toContainEqual(
        expect.objectContaining({
          key: 'limits.pagesPerDay',
          source: expect.stringMatching(/^job\.yaml:\d+$/),
        }),
      );
      writeFileSync(file, '');
      expect(await winnow([...deploy, '--installation', file])).toMatchObject({ exit: 0, err: '' });
    });

    it('takes seeds in, and says of each line why not', async () => {
      const home = web.url('list.localhost');
      const { exit, out } = await run(
        'seed',
        home,
        'nonsense',
        'ftp://list.localhost/',
        'http://example.org/',
      );
      expect(exit).toBe(1);
      expect(JSON.parse(out)).toMatchObject({
        accepted: [{ line: 1, url: home }],
        refused: [{ line: 2 }, { line: 3 }, { line: 4 }],
      });
    });

    it('crawls only when it is opened, and pauses within one turn', async () => {
      await stack().invoke('dispatch');
      expect(web.log).toEqual([]);
      await data('crawl');
      await withClockwork(stack(), async () => {
        await until('the crawl has begun', async () => web.log.length > 6);
        await data('pause', '--reason', 'enough for now');
        await until('no ticket is out', async () => (await status()).hosts.ticketed === 0);
        const soFar = web.log.length;
        await sleep(3_000);
        expect(web.log.length).toBe(soFar);
        expect(soFar).toBeLessThan(pages);
      });
      const { state, pause, pending, reasons } = await status();
      expect({ state, reason: pause?.reason }).toEqual({ state: 'paused', reason: 'enough for now' });
      expect(pending).toBeGreaterThan(0);
      expect(reasons.join()).toContain('enough for now');
    });

    it('says why a page waits, is forbidden or out of scope', async () => {
      const verdicts = async (url: string): Promise<readonly string[]> =>
        (await data<WhyReport>('why', url)).lines.map(({ step, verdict }) => `${step} ${verdict}`);
      expect(await verdicts(web.url('list.localhost', '/secret'))).toContain('robots no');
      expect(await verdicts('http://example.org/')).toContain('scope no');
      expect(await verdicts(web.url('list.localhost'))).toContain('robots yes');
    });

    it('goes on where it was and finishes', async () => {
      await data('continue');
      const waited = await withClockwork(stack(), () => run('crawl', '--wait'));
      expect(waited.exit).toBe(0);
      expect(waited.err).toMatch(/ · \d+ pages? · /);
      expect(JSON.parse(waited.out)).toMatchObject({
        state: 'open',
        pending: 0,
        outcomes: { stored: pages, denied: 1 },
        records: pages,
        // What robots.txt forbids was allowed for too.
        pagesToday: pages + 1,
      });
    });

    it('lists the collection in pages, and shows a record by MD5 and by URL', async () => {
      const first = await data<RecordPage>('records', '--limit', '25');
      const second = await data<RecordPage>('records', '--cursor', first.cursor ?? '');
      expect(first.records.length + second.records.length).toBe(pages);
      const url = web.url('list.localhost', '/7');
      const view = await data<RecordView>('record', url);
      expect(view).toMatchObject({
        urls: [url],
        record: { title: '/7', text: expect.stringContaining('page /7') },
      });
      expect(view.document).toMatch(new RegExp(`^s3://${stack().outputs.BucketName}/bundles/${job}/`));
      expect(await data<RecordView>('record', view.entry.md5)).toEqual(view);
    });

    it('fetches one page now', async () => {
      const url = web.url('list.localhost', '/7');
      const report = await withClockwork(stack(), () => data<FetchReport>('fetch', url));
      expect(report.visit).toMatchObject({ url, status: 200 });
      expect(web.log.filter(({ path }) => path === '/7')).toHaveLength(2);
    });

    it('analyses links with the rights of the person who asks, and hosts write ranks in their turns', async () => {
      const [first] = await data<readonly RankRow[]>('ranks', '--sort', 'pageRank', '--top', '1');
      expect(first?.ranks.of).toBe(pages + 1);
      expect(await data('hubs', '--raise')).toMatchObject({ pages, raised: 1 });
      const out = join(jobDirectory(job), 'directory');
      expect(await data('directory', '--out', out)).toMatchObject({ whole: { pages } });
      expect(existsSync(join(out, 'index.html'))).toBe(true);
      const requests = web.log.length;
      expect(await data('ranks', '--write')).toEqual({ hosts: 1, pages });
      const url = web.url('list.localhost', '/7');
      const ranks = async () => (await data<RecordView>('record', url)).record?.ranks;
      await withClockwork(stack(), () =>
        until('a record has ranks', async () => (await ranks()) !== undefined),
      );
      expect(await ranks()).toMatchObject({ of: pages + 1, linkedBy: 0 });
      expect(web.log).toHaveLength(requests);
    });

    it('gives stored URLs other names in the turns of their hosts, without a request', async () => {
      const old = web.url('list.localhost', '/7?from=list');
      await data('seed', old);
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(await status()).toMatchObject({ records: pages + 1 });
      const requests = web.log.length;
      const directory = jobDirectory(job, { ...settings, url: { sessionIds: ['from'] } });
      const respell = ['respell', '--job', directory, '--stack', stack().name];
      expect((await winnow([...respell, '--dry-run'])).out).toContain(
        'would rename 1 URL of 1 host; 1 URL would become the same as another URL',
      );
      expect(await winnow(respell)).toMatchObject({ exit: 0, err: '' });
      await withClockwork(stack(), () =>
        until('the URL is one with that of its page', async () => (await status()).records === pages),
      );
      expect((await data<RecordView>('record', old)).urls).toEqual([web.url('list.localhost', '/7')]);
      expect(web.log).toHaveLength(requests);
    });

    it('makes a www twin one host with the other in their turns, and takes them apart again', async () => {
      const home = web.url('list.localhost', '/');
      await data('seed', web.url('www.list.localhost', '/'));
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      const urls = async () => (await data<RecordView>('record', home)).urls.toSorted();
      const before = await urls();
      expect(before).toEqual([home, web.url('www.list.localhost', '/')]);
      const [group] = (await data<Detection>('alias', 'detect')).groups;
      expect(group?.aliases).toHaveLength(1);
      const requests = web.log.length;
      expect(await data('alias', 'apply', '--all')).toMatchObject({ groups: [{ aliases: [{}] }] });
      await withClockwork(stack(), () => until('one URL', async () => (await urls()).length === 1));
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect((await data<Detection>('alias', 'detect')).groups).toEqual([]);
      expect(await data('alias', 'undo', '--all')).toMatchObject({ groups: [{}] });
      await withClockwork(stack(), () => until('two URLs', async () => (await urls()).length === 2));
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(await urls()).toEqual(before);
      expect(web.log).toHaveLength(requests);
    });

    it('finds that what is stored agrees with itself', async () => {
      expect(await data('sanity', '--documents')).toEqual([]);
    });

    it('examines the stack', async () => {
      const checks = await data<readonly Check[]>('doctor');
      const names = checks.map(({ name }) => name);
      for (const name of [
        'stack',
        'frontier table',
        'ready queue',
        'dead-letter queue',
        'function harvest',
      ]) {
        expect(names).toContain(name);
      }
      expect(checks.filter(({ ok }) => ok !== 'ok')).toEqual([]);
    });

    it('says what became of seeds of which none could be had, and ends with 1', async () => {
      const other = `${job}-in-vain`;
      const target = ['--stack', stack().name, '--job-name', other];
      const seeds = [web.url('list.localhost', '/secret')];
      const directory = jobDirectory(other, { ...settings, seeds });
      expect(await winnow(['deploy-job', directory, '--stack', stack().name])).toMatchObject({ exit: 0 });
      await winnow(['seed', ...seeds, ...target]);
      const { exit, out, err } = await withClockwork(stack(), () => winnow(['crawl', '--wait', ...target]));
      await winnow(['pause', ...target]);
      expect(out).toContain('1 denied');
      expect({ exit, last: err.trimEnd().split('\n').at(-1) }).toEqual({
        exit: 1,
        last: 'winnow: no seed could be had: 1 denied; `winnow why URL` shows more, `winnow doctor` asks all these hosts',
      });
    });

    it('says in one line what there is no such stack, job or record of', async () => {
      const oneLine = async (argv: readonly string[]): Promise<string> => {
        const { exit, out, err } = await winnow(argv);
        expect({ exit, out, lines: err.split('\n').length }).toEqual({ exit: 1, out: '', lines: 2 });
        return err;
      };
      const { name } = stack();
      expect(await oneLine(['status', '--stack', 'nowhere'])).toContain('there is no stack nowhere');
      expect(await oneLine(['status', '--stack', name, '--job-name', 'none'])).toContain(
        'there is no job none',
      );
      expect(
        await oneLine(['record', 'http://list.localhost/none', '--stack', name, '--job-name', job]),
      ).not.toBe('');
    });

    describe('without a cloud that lets it in', () => {
      let keep: NodeJS.ProcessEnv;

      beforeAll(() => {
        keep = { ...process.env };
      });

      afterEach(() => {
        process.env = { ...keep };
      });

      it('says in one line that there are no credentials', async () => {
        for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE'])
          delete process.env[name];
        Object.assign(process.env, {
          AWS_CONFIG_FILE: '/nonexistent',
          AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
          AWS_EC2_METADATA_DISABLED: 'true',
        });
        const { exit, out, err } = await winnow(['status', '--stack', stack().name]);
        expect({ exit, out }).toEqual({ exit: 1, out: '' });
        expect(err).toMatch(/^winnow: AWS lets nobody in: .*\n$/);
      });

      it('says in one line that the cloud is down', async () => {
        process.env.AWS_ENDPOINT_URL = 'http://127.0.0.1:1';
        const { exit, out, err } = await winnow(['status', '--stack', stack().name]);
        expect({ exit, out }).toEqual({ exit: 1, out: '' });
        expect(err).toMatch(/^winnow: AWS does not answer for the stack .*\n$/);
      });
    });
  });
}
