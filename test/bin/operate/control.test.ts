import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommandViews } from '../../../lib/pipeline/control/look.ts';
import type { ControlAnswer, RecordPage, Status } from '../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

let web: TestWeb;
let job: string;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (path === '/robots.txt') return undefined;
      const links = path === '/' ? '<a href="/one">1</a>' : '';
      return { headers: { 'content-type': 'text/html' }, body: `<p>${name} has ${path} ${links}` };
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-control-'));
  const text = [
    'name: figs',
    `seeds: ["${web.url('good.localhost')}", "${web.url('bad.localhost')}", "${web.url('www.bad.localhost')}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
  ];
  writeFileSync(join(job, 'job.yaml'), `${text.join('\n')}\n`);
});

afterAll(() => web.close());

async function said(...argv: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow([...argv, '--job', job]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return out;
}

async function data<T>(...argv: readonly string[]): Promise<T> {
  return JSON.parse(await said(...argv, '--json')) as T;
}

const hosts = () => new Set(web.log.map(({ host }) => host.replace(/:\d+$/, '')));

it('holds, lets go, blocks and purges hosts, and keeps who asked and why', { timeout: 240_000 }, async () => {
  expect(await said('pause', '--host', 'bad.localhost', '--reason', 'too slow')).toContain(
    'figs: bad.localhost is paused',
  );
  await winnow(['crawl', '--job', job]);
  expect(hosts()).toEqual(new Set(['good.localhost']));
  expect(await said('hosts')).toMatch(/www\.bad\.localhost\S* +on-hold .*pause bad.localhost: too slow/);
  expect(await said('why', web.url('bad.localhost'))).toContain(
    'the host is paused (bad.localhost): too slow',
  );

  await said('continue', '--host', 'bad.localhost');
  await winnow(['crawl', '--job', job]);
  expect(hosts()).toEqual(new Set(['good.localhost', 'bad.localhost', 'www.bad.localhost']));
  expect((await data<RecordPage>('records')).records).toHaveLength(6);

  const plan = await data<ControlAnswer>('block', 'bad.localhost', '--purge', '--dry-run');
  expect(plan.jobs).toMatchObject([{ job: 'figs', hosts: 2, visited: 4, purged: { pages: 4 } }]);
  expect(await said('block', 'bad.localhost', '--purge', '--dry-run')).toContain(
    '\n  4 pages would leave the collection;',
  );
  expect((await data<RecordPage>('records')).records).toHaveLength(6);
  await said('block', 'bad.localhost', '--purge', '--reason', 'the owner wrote', '--request-id', 'case-7');
  expect((await data<RecordPage>('records')).records).toHaveLength(2);
  const again = await data<ControlAnswer>('block', 'bad.localhost', '--purge', '--request-id', 'case-7');
  expect(again.repeated).toBe(true);
  const { exit, err } = await winnow(['fetch', web.url('bad.localhost'), '--job', job]);
  expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('the owner wrote') });

  const { commands } = await data<CommandViews>('audit');
  expect(commands.find(({ requestId }) => requestId === 'case-7')).toMatchObject({
    reason: 'the owner wrote',
    by: expect.stringMatching(/./),
    state: 'done',
    ended: { figs: { state: 'done', told: 2 } },
  });
  expect(await said('erase', 'bad.localhost')).toMatch(
    /raw documents +4 in 1 bundle\n[\s\S]*nothing was changed; to do it for good, run .* --yes\n/,
  );
  expect(await said('erase', 'bad.localhost', '--yes', '--reason', 'the law')).toMatch(
    /erased[\s\S]*texts of pages +4 /,
  );
  expect(await said('erase', 'bad.localhost')).toMatch(/raw documents +0\n/);
  const other = await winnow(['erase', 'good.localhost', '--yes', '--job', job]);
  expect(other).toMatchObject({ exit: 2, err: expect.stringContaining('good.localhost is not blocked') });
  expect(await said('commands')).toBe('no command is under way\n');
  expect(await said('audit')).toContain('the owner wrote');
  expect(await said('sanity')).toContain('Everything that is stored agrees with itself.');
});

it.each([
  [['reharvest', '--host', 'nosuch.localhost'], /it knows no host nosuch\.localhost, and none below it/],
  [
    ['events', 'replay', '--from', 'start', '--host', 'nosuch.localhost'],
    /no change of nosuch\.localhost was ever published/,
  ],
])('says that nothing matched, and fails: %j', async (argv, why) => {
  const { exit, err } = await winnow([...argv, '--job', job]);
  expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringMatching(why) });
  expect(await said('commands')).toBe('no command is under way\n');
});

it('stops a job until it is opened', async () => {
  await said('stop', '--reason', 'for the winter');
  expect(await said('howmany')).toContain('figs (stopped)');
  const refused = await winnow(['continue', '--job', job]);
  expect(refused).toMatchObject({ exit: 2, err: 'winnow: job figs: it was stopped: only `open` opens it\n' });
  expect((await data<Status>('status')).state).toBe('stopped');
  expect(await said('open')).toContain('figs is open');
  expect(await said('drain', '--all-jobs')).toContain('figs is draining');
  await said('continue');
  expect((await winnow(['block', '--job', job, 'no host'])).exit).toBe(2);
});
