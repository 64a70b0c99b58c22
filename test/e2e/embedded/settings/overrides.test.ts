import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { winnow } from '../../../bin/test-io.ts';
import { type Access, startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';

/** What a host must see between the end of a request and the start of the next. */
const slowGapMs = 700;
const pagesPerHost = 4;
const filler = 'x'.repeat(5_000);

let web: TestWeb;
let directory: string;
let data: DataDirectory;

/** Two hosts with a few large pages each, of which some lie in an archive. */
beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (path === '/robots.txt') return undefined;
      const links = Array.from({ length: pagesPerHost - 1 }, (_, index) =>
        index === 0 ? '/archive/0' : `/page/${index}`,
      );
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${name}${path}</title>${links.map((link) => `<a href="${link}">${link}</a>`).join(' ')}<p>${filler}`,
      };
    },
  });
  const slow = `slow.localhost:${web.port}`;
  directory = jobDirectory('overrides', {
    seeds: ['fast', 'slow', 'denied'].map((name) => web.url(`${name}.localhost`)),
    overrides: [
      { host: slow, politeness: { waitIntervalHost: slowGapMs / 1_000 } },
      { surt: `http://(localhost,slow,:${web.port})/archive/`, fetch: { maxBytes: 2_048 } },
    ],
  });
  mkdirSync(join(directory, 'data'));
  writeFileSync(
    join(directory, 'data', 'installation.yaml'),
    stringify({ deny: ['denied.localhost'], fetch: { maxBytes: 4_096 } }),
  );
  expect((await winnow(['crawl', '--job', directory])).exit).toBe(0);
  data = openData(join(directory, 'data'));
});

afterAll(async () => {
  data.close();
  await web.close();
});

function gapsOf(log: readonly Access[], name: string): readonly number[] {
  const seen = log.filter(({ host }) => host.startsWith(`${name}.`));
  return seen.slice(1).map(({ start }, index) => start - (seen[index]?.end ?? 0));
}

describe('a crawl with overrides and the defaults of an installation', () => {
  it('leaves one host alone for longer than another', () => {
    expect(gapsOf(web.log, 'slow')).toHaveLength(pagesPerHost);
    for (const gap of gapsOf(web.log, 'slow')) expect(gap).toBeGreaterThanOrEqual(slowGapMs - 5);
    expect(gapsOf(web.log, 'fast')).toHaveLength(pagesPerHost);
    expect(Math.min(...gapsOf(web.log, 'fast'))).toBeLessThan(slowGapMs);
  });

  it('asks nothing of a host that the installation denies', () => {
    expect(web.log.filter(({ host }) => host.startsWith('denied.'))).toEqual([]);
  });

  it('cuts pages off where the prefix says, and where the installation does', async () => {
    const records = await data.records('overrides');
    const bytes = (name: string, path: string) =>
      records.find(({ firstUrl }) => firstUrl === web.url(`${name}.localhost`, path))?.bytes;
    expect(bytes('slow', '/archive/0')).toBe(2_048);
    expect(bytes('slow', '/page/1')).toBe(4_096);
    expect(bytes('fast', '/archive/0')).toBe(4_096);
  });

  it('says of each what set it', async () => {
    const argv = ['config', '--job', directory, '--for', web.url('slow.localhost', '/archive/0')];
    const { out } = await winnow(argv);
    expect(out).toMatch(/^fetch\.maxBytes +2048 bytes +job\.yaml:\d+ \(override for SURT prefix /m);
    expect(out).toMatch(
      /^politeness\.waitIntervalHost +0\.7 seconds +job\.yaml:\d+ \(override for host slow/m,
    );
  });
});
