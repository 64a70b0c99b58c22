import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withInstallation } from '../../bin/commands/base/context.ts';
import { type ArmsReport, compareJobs } from '../../lib/capabilities/replay/compare-jobs.ts';
import { partOf } from '../../lib/rules/scope/host-share.ts';
import { winnow } from '../bin/test-io.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

const hosts = Array.from({ length: 30 }, (_, at) => `h${at}.localhost`);

let web: TestWeb;
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
  const directory = mkdtempSync(join(tmpdir(), 'winnow-arms-'));
  const arm = (name: string, mode: string, part: number): string => {
    const path = join(directory, name);
    mkdirSync(path);
    writeFileSync(join(path, 'topic.txt'), '100: owl=B.O\n');
    writeFileSync(
      join(path, 'job.yaml'),
      [
        `name: ${name}`,
        'data: ../data',
        `seeds: ${JSON.stringify(hosts.map((host) => web.url(host)))}`,
        `scope: { hosts: [localhost], share: { part: ${part}, of: 2 } }`,
        'network: { allow: [localhost] }',
        'politeness: { waitIntervalHost: 0, responseFactor: 0 }',
        'turn: { maxPages: 3 }',
        'topic: { file: topic.txt }',
        `focus: { mode: ${mode} }`,
      ].join('\n'),
    );
    return path;
  };
  const arms = [arm('owls-a', 'hard', 1), arm('owls-b', 'unfocused', 2)] as const;
  for (const job of arms) expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
  report = await withInstallation({ job: arms[0] }, 'guest', 'ensure', async ({ place }) =>
    compareJobs(place.ports, [await place.job('owls-a'), await place.job('owls-b')], 1_000),
  );
});

afterAll(() => web.close());

describe('two jobs that are compared', () => {
  test('crawled each host in one arm, by the policy of that arm', () => {
    const [a, b] = report.arms;
    expect(a).toMatchObject({ job: 'owls-a', policy: { mode: 'hard' }, share: { part: 1, of: 2 } });
    expect(b).toMatchObject({ job: 'owls-b', policy: { mode: 'unfocused' }, share: { part: 2, of: 2 } });
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

  test('differ by no chance where each domain says the same', () => {
    expect(report.difference).toBeCloseTo(1 / 8 - 1 / 6, 9);
    expect(report.verdict).toBe('first');
  });

  test('says why a link into the other arm is refused', async () => {
    const [foreign = ''] = hosts.filter((host) => partOf(host, 2) === 2);
    const arm = mkdtempSync(join(tmpdir(), 'winnow-arm-'));
    writeFileSync(join(arm, 'job.yaml'), 'name: arm\nscope:\n  share: { part: 1, of: 2 }\n');
    const { out } = await winnow(['why', '--job', arm, `http://${foreign}/`]);
    expect(out).toContain('scope.share (job.yaml:3): its host is in part 2 of 2');
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
