import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { contentsOf, crawlSite, differences, siteSize } from '../../support/crawl-site.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { winnow } from '../../support/process/winnow-process.ts';

const site = crawlSite();
let web: TestWeb;
let directory: string;
let report: CrawlReport;
let data: DataDirectory;
let collection: Collection;

beforeAll(async () => {
  web = await startWeb({ pages: site.page });
  directory = jobDirectory('whole', { seeds: site.seeds(web.port) });
  const { exit, out, err } = await winnow(['crawl', '--job', directory, '--json']);
  expect({ exit, err }).toMatchObject({ exit: 0 });
  report = JSON.parse(out) as CrawlReport;
  data = openData(join(directory, 'data'));
  collection = await data.collection('whole');
});

afterAll(async () => {
  data?.close();
  await web.close();
});

describe(`a crawl of ${siteSize.hosts} hosts and ${siteSize.pages} pages`, () => {
  it('ends every URL with the class of outcome that it must have, equal pages on one record', () => {
    expect(report.end).toBe('done');
    expect(differences(collection, site, web.port)).toEqual([]);
  });

  it('has one record for each content, with all of its URLs', async () => {
    const records = await data.records('whole');
    expect(records).toHaveLength(contentsOf(site.expected(web.port)));
    expect(report.status.records).toBe(records.length);
    const md5s = new Set([...collection.values()].flatMap(({ md5 }) => md5 ?? []));
    expect(new Set(records.map(({ md5 }) => md5))).toEqual(md5s);
  });

  it('asks for every page once, and for robots.txt first and once a host', () => {
    const asked = web.log.map(({ host, path }) => `http://${host}${path}`);
    expect(new Set(asked).size).toBe(asked.length);
    const firsts = Map.groupBy(web.log, ({ host }) => host);
    expect(firsts.size).toBe(siteSize.hosts);
    for (const [first] of firsts.values()) expect(first?.path).toBe('/robots.txt');
    expect(asked.some((url) => url.includes('/private/'))).toBe(false);
  });

  it('publishes every record once, without gaps, with the document that was served', async () => {
    const { records, faults } = await data.published('whole');
    expect(faults).toEqual([]);
    expect(records.size).toBe(report.status.records);
    for (const { url, record, document = '' } of records.values()) {
      const { hostname, pathname } = new URL(url);
      const page = site.page({ name: hostname, path: pathname, port: web.port });
      expect(data.document(document).body.equals(Buffer.from(page?.body ?? ''))).toBe(true);
      expect(record?.text.length).toBeGreaterThan(0);
      expect(record?.response).toMatchObject({ status: 200, address: '127.0.0.1' });
    }
    expect(data.faults()).toEqual([]);
  });

  it('logs the links of every parsed page', () => {
    const logged = new Set(data.links('whole').map(({ url }) => url));
    const linking = [...site.expected(web.port)].filter(
      ([, { kind }]) => kind === 'content' || kind === 'redirected',
    );
    const silent = linking.filter(
      ([url, expected]) =>
        !logged.has(url) && !(expected.kind === 'content' && expected.mediaType === 'text/plain'),
    );
    expect(silent).toEqual([]);
  });

  it('has nothing to do when it is run again', async () => {
    const before = web.log.length;
    const { exit, out } = await winnow(['crawl', '--job', directory]);
    expect(exit).toBe(0);
    expect(out).toContain('Nothing more is due.');
    expect(web.log.length).toBe(before);
  });
});
