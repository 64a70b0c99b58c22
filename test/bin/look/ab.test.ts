import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf } from '../../../lib/domain/scope/host-share.ts';
import type { ArmsReport } from '../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const hosts = Array.from({ length: 30 }, (_, at) => `h${at}.localhost`);

let web: TestWeb;
let job: string;
let other: string;
let report: ArmsReport;

/** Each host has a page about owls, which links to five about trains, and to the next host. */
beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const at = hosts.indexOf(name);
      if (at === -1 || path === '/robots.txt') return undefined;
      const next = web.url(hosts[(at + 1) % hosts.length] ?? '');
      const own = Array.from({ length: 5 }, (_, place) => `<a href="/train-${place}">train</a>`);
      const more = path.endsWith('-0') ? '<a href="/deep-1">more</a><a href="/deep-2">more</a>' : '';
      const body =
        path === '/'
          ? `<title>${name}</title><p>${'owl '.repeat(6)} ${name}</p>${own.join('')}<a href="${next}">on</a>`
          : `<title>${name}${path}</title><p>steam train ${name} ${path}</p>${more}`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-ab-'));
  other = mkdtempSync(join(tmpdir(), 'winnow-ab-b-'));
  for (const directory of [job, other]) writeFileSync(join(directory, 'topic.txt'), '100: owl=B.O\n');
  writeFileSync(
    join(job, 'job.yaml'),
    [
      'name: owls',
      `seeds: ${JSON.stringify(hosts.map((host) => web.url(host)))}`,
      'scope: { hosts: [localhost] }',
      'network: { allow: [localhost] }',
      'politeness: { waitIntervalHost: 0, responseFactor: 0 }',
      'turn: { maxPages: 3 }',
      'topic: { file: topic.txt }',
      'focus: { mode: hard }',
    ].join('\n'),
  );
  writeFileSync(join(other, 'job.yaml'), 'name: b\ntopic: { file: topic.txt }\nfocus: { mode: unfocused }\n');
  const { exit, out } = await winnow(['ab', '--job', job, '--b', other, '--pages', '500', '--json']);
  expect(exit).toBe(0);
  report = JSON.parse(out) as ArmsReport;
});

afterAll(() => web.close());

describe('winnow ab', () => {
  test('crawls each host in one arm, by the policy of that arm', () => {
    const [a, b] = report.arms;
    expect(a).toMatchObject({ job: 'owls-ab-a', policy: { mode: 'hard' }, share: { part: 1, of: 2 } });
    expect(b).toMatchObject({ job: 'owls-ab-b', policy: { mode: 'unfocused' }, share: { part: 2, of: 2 } });
    const inFirst = hosts.filter((host) => partOf(host, 2) === 1);
    expect({ a: a.domains, b: b.domains }).toEqual({ a: inFirst.length, b: hosts.length - inFirst.length });
    // Hard focus does not follow what trains link to.
    expect(a).toMatchObject({ judged: 6 * a.domains, relevant: a.domains });
    expect(b).toMatchObject({ judged: 8 * b.domains, relevant: b.domains });
    for (const host of hosts) {
      const deep = web.log.filter((one) => one.host === web.host(host) && one.path.startsWith('/deep'));
      expect({ host, deep: deep.length }).toEqual({ host, deep: partOf(host, 2) === 1 ? 0 : 2 });
    }
  });

  test('asks for nothing twice: no host is in both arms', () => {
    const asked = web.log.map(({ host, path }) => host + path);
    expect(asked).toHaveLength(new Set(asked).size);
  });

  test('says in a table what each harvested, and in words whether that is chance', async () => {
    expect(report.difference).toBeCloseTo(1 / 8 - 1 / 6, 9);
    const { exit, out } = await winnow(['ab', '--job', job, '--arms', 'owls-ab-a,owls-ab-b']);
    expect(exit).toBe(0);
    expect(out).toMatch(/job +policy +hosts +domains +fetches +judged +relevant +harvest/);
    expect(out).toMatch(/owls-ab-a +hard, relevance +part 1 of 2 .* 16\.7 % ± 0\.0 +6\.0 fetches/);
    expect(out).toContain('owls-ab-b harvests 4.2 points less than owls-ab-a (95 % interval -4.2 to -4.2)');
    expect(out).toContain('An arm follows no link to hosts of the other');
    expect(report.verdict).toBe('first');
  });

  test('says why a link into the other arm is refused', async () => {
    const [foreign = ''] = hosts.filter((host) => partOf(host, 2) === 2);
    const arm = mkdtempSync(join(tmpdir(), 'winnow-arm-'));
    writeFileSync(join(arm, 'job.yaml'), 'name: arm\nscope:\n  share: { part: 1, of: 2 }\n');
    const { out } = await winnow(['why', '--job', arm, `http://${foreign}/`]);
    expect(out).toContain('scope.share (job.yaml:3): its host is in part 2 of 2');
  });

  test.each([
    [['--b', 'no-such-dir'], 1, 'no-such-dir'],
    [[], 2, 'give the job with the second policy with --b DIR'],
    [['--stack', 'winnow', '--b', '.'], 2, 'compare two deployed jobs with --stack NAME --arms A,B'],
    [['--arms', 'one'], 2, 'the names of two jobs'],
    [['--arms', 'one,two'], 1, 'there is no job one'],
  ])('%j is refused', async (options, exit, why) => {
    const run = await winnow(['ab', '--job', job, ...options]);
    expect(run).toMatchObject({ exit, err: expect.stringContaining(why) });
  });

  test('needs seeds for both arms', async () => {
    const one = mkdtempSync(join(tmpdir(), 'winnow-ab-one-'));
    writeFileSync(
      join(one, 'job.yaml'),
      `name: one\nseeds: ["${web.url('h0.localhost')}"]\nnetwork: { allow: [localhost] }\nscope: { hosts: [localhost] }\n`,
    );
    const run = await winnow(['ab', '--job', one, '--b', other]);
    expect(run).toMatchObject({ exit: 2, err: expect.stringContaining('no seed is on a host of part') });
  });

  test('refuses parts that there are not', async () => {
    const bad = mkdtempSync(join(tmpdir(), 'winnow-ab-bad-'));
    writeFileSync(join(bad, 'job.yaml'), 'name: bad\nscope: { share: { part: 3, of: 2 } }\n');
    const run = await winnow(['config', '--job', bad]);
    expect(run).toMatchObject({
      exit: 1,
      err: expect.stringContaining('a `part` from 1 to the number of parts'),
    });
  });
});
