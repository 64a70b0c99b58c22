import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RemovedJob } from '../../../lib/capabilities/erase/remove-job.ts';
import type { Job } from '../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

let web: TestWeb;
let job: string;

const named = (name: string): void => {
  const text = [
    `name: ${name}`,
    `seeds: ["${web.url('good.localhost')}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
  ];
  writeFileSync(join(job, 'job.yaml'), `${text.join('\n')}\n`);
};

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) =>
      path === '/' ? { headers: { 'content-type': 'text/html' }, body: 'figs' } : undefined,
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-jobs-'));
  named('figs');
});

afterAll(() => web.close());

const run = (...argv: readonly string[]) => winnow([...argv, '--job', job]);
const jobs = async () => JSON.parse((await run('jobs', '--json')).out) as readonly Job[];

const looking = [
  ['status'],
  ['howmany'],
  ['hosts'],
  ['records'],
  ['record', 'https://a.example/'],
  ['why', 'https://a.example/'],
  ['stats'],
  ['metrics'],
  ['cost'],
  ['events', 'snapshot'],
  ['orphans'],
  ['recycle'],
  ['reclassify', '--dry-run'],
];

it('makes no job by looking: neither where nothing is stored nor under another name', {
  timeout: 120_000,
}, async () => {
  expect((await run('status')).out).toContain('figs (open');
  expect((await run('why', web.url('good.localhost'))).exit).toBe(0);
  expect(existsSync(join(job, 'data'))).toBe(false);
  for (const argv of [['jobs'], ['audit']]) {
    const { exit, err } = await run(...argv);
    expect({ argv, exit }).toEqual({ argv, exit: 1 });
    expect(err).toMatch(/run `winnow crawl` first: nothing is stored in \S+ yet\n/);
  }
  await run('crawl');
  expect((await jobs()).map(({ name }) => name)).toEqual(['figs']);
  named('dates');
  for (const argv of looking) {
    const { exit, err } = await run(...argv);
    expect({ argv, exit }).toEqual({ argv, exit: 1 });
    expect(err).toMatch(/there is no job dates in \S+; it has figs; `winnow crawl` makes it/);
  }
  expect((await run('audit')).exit).toBe(0);
  expect((await jobs()).map(({ name }) => name)).toEqual(['figs']);
});

it('lists and removes jobs, whichever name job.yaml has', { timeout: 120_000 }, async () => {
  await run('seed', web.url('good.localhost'));
  expect((await run('jobs')).out).toMatch(/^job +state.*\ndates +open.*\nfigs +open/);
  expect(await run('jobs', 'remove', 'dates', '--yes')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('job dates is open: `winnow stop` it first'),
  });
  expect((await run('jobs', '--help')).out).toContain('A job cannot be renamed');
  // job.yaml has the name of the other.
  named('figs');
  expect((await run('stop', '--job-name', 'dates')).out).toContain('dates');
  expect((await jobs()).map(({ state }) => state)).toEqual(['stopped', 'open']);
  expect(JSON.parse((await run('status', '--job-name', 'dates', '--json')).out)).toMatchObject({
    job: 'dates',
    state: 'stopped',
  });
  expect(await run('status', '--job-name', 'nosuch')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('it has dates, figs'),
  });
  await run('stop', '--all-jobs');
  const dry = await run('jobs', 'remove', 'dates');
  expect(dry.out).toContain('dates: would be removed');
  expect(dry.out).toContain(
    `nothing was changed; to do it for good, run winnow jobs remove dates --job ${job} --yes\n`,
  );
  expect(await jobs()).toHaveLength(2);
  expect((await run('jobs', 'remove', 'dates', '--yes', '--reason', 'misspelt')).out).toContain(
    'dates: removed',
  );
  expect((await jobs()).map(({ name }) => name)).toEqual(['figs']);
  const report = JSON.parse((await run('jobs', 'remove', 'figs', '--yes', '--json')).out) as RemovedJob;
  expect(report).toMatchObject({ job: 'figs', hosts: 1, collection: true, forgotten: false });
  expect((await run('jobs')).out).toMatch(/figs +removed/);
  named('figs');
  expect((await run('records')).out).toContain('good.localhost');
  expect((await run('crawl')).err).toContain('job figs was removed on');
  expect((await run('audit')).out).toMatch(/remove[\s\S]*misspelt/);
  expect(await run('jobs', 'remove', 'nosuch', '--yes')).toMatchObject({ exit: 1 });
});
