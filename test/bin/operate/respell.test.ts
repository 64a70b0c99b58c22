import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordPage } from '../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

let web: TestWeb;
let job: string;

const write = (...more: readonly string[]): void => {
  const text = [
    'name: figs',
    `seeds: ["${web.url('good.localhost')}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
    ...more,
  ];
  writeFileSync(join(job, 'job.yaml'), `${text.join('\n')}\n`);
};

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      if (path === '/robots.txt') return undefined;
      const links =
        path === '/' ? '<a href="/a?tok=1">1</a> <a href="/a?tok=2">2</a> <a href="/b?tok=3">3</a>' : '';
      return {
        headers: { 'content-type': 'text/html' },
        body: `<p>page ${path.replace(/\?.*/, '')} ${links}`,
      };
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-respell-'));
});

afterAll(() => web.close());

const run = (...argv: readonly string[]) => winnow([...argv, '--job', job]);
const named = async () =>
  (JSON.parse((await run('records', '--json')).out) as RecordPage).records.map(({ members }) => members);

it('applies other session ids to what is stored, after it was asked what that means', {
  timeout: 120_000,
}, async () => {
  write();
  await run('crawl');
  expect((await named()).toSorted()).toEqual([1, 1, 2]);
  write('url: { sessionIds: [tok] }');
  expect((await run('crawl')).err).toContain(
    '`winnow respell` gives what is stored the new ones; or set them back',
  );
  expect((await run('respell', '--dry-run')).out).toBe(
    'figs: url.sessionIds would rename 3 URLs of 1 host; 1 URL would become the same as another URL\nnothing was changed\n',
  );
  const asked = web.log.length;
  expect((await run('respell', '--reason', 'a new shop')).out).toContain(
    'figs: url.sessionIds is in force now',
  );
  expect(web.log).toHaveLength(asked);
  expect(await named()).toEqual([1, 1, 1]);
  // Those whose first URL was renamed are listed by their new names.
  expect((await run('records')).out.match(/http:\S+/g)?.toSorted()).toEqual(
    ['', 'a', 'b'].map((path) => `${web.url('good.localhost')}${path}`),
  );
  expect((await run('record', `${web.url('good.localhost')}b?tok=9`)).out).toContain('/b');
  expect((await run('respell', '--dry-run')).out).toContain('figs: the url section would rename 0 URLs');
  expect((await run('respell')).out).toContain('figs: the url section is in force now');
  expect(await run('crawl')).toMatchObject({ exit: 0 });
  expect((await run('sanity')).exit).toBe(0);
  expect((await run('audit')).out).toContain('respell');
});

it('takes two names of one server together, after both were crawled', { timeout: 120_000 }, async () => {
  job = mkdtempSync(join(tmpdir(), 'winnow-respell-'));
  const [shop, www] = ['shop', 'www'].map((name) => `${name}.localhost:${web.port}`) as [string, string];
  const settings = (...more: readonly string[]): void => {
    const text = [
      ...['name: shops', `seeds: ["http://${shop}/", "http://${www}/"]`, 'scope: { hosts: [localhost] }'],
      ...['network: { allow: [localhost] }', 'politeness: { waitIntervalHost: 0.2 }', ...more],
    ];
    writeFileSync(join(job, 'job.yaml'), `${text.join('\n')}\n`);
  };
  settings();
  await run('crawl');
  // Each of the four pages has two names, with three sessions.
  expect((await named()).toSorted()).toEqual([2, 2, 4]);
  settings(`url: { aliases: ["${www} ${shop}"] }`);
  expect((await run('respell', '--dry-run')).out).toBe(
    'shops: url.aliases would rename 4 URLs of 1 host; 4 URLs would become the same as another URL\nnothing was changed\n',
  );
  const asked = web.log.length;
  expect((await run('respell')).out).toContain('shops: url.aliases is in force now');
  expect(await run('crawl')).toMatchObject({ exit: 0 });
  expect(web.log).toHaveLength(asked);
  expect((await named()).toSorted()).toEqual([1, 1, 2]);
  expect((await run('record', `http://${shop}/b?tok=3`)).out).toContain(`http://${www}/b?tok=3`);
  expect((await run('sanity')).exit).toBe(0);
  // What is due again is asked of the preferred name alone, a gap apart.
  await run('reharvest', '--all');
  expect(await run('crawl')).toMatchObject({ exit: 0 });
  const again = web.log.slice(asked);
  expect(
    again
      .map(({ path }) => path)
      .filter((path) => path !== '/robots.txt')
      .toSorted(),
  ).toEqual(['/', '/a?tok=1', '/a?tok=2', '/b?tok=3']);
  expect(new Set(again.map(({ host }) => host))).toEqual(new Set([www]));
  for (const [i, { start }] of again.entries())
    expect(start - (again[i - 1]?.end ?? Number.NEGATIVE_INFINITY)).toBeGreaterThan(190);
});
