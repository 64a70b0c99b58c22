import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import { startWeb, type TestWeb, type WebPage } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, reharvestAll, withInstallation } from '../../support/process/in-process.ts';

const program = fileURLToPath(new URL('../../../support/converting/program.mjs', import.meta.url));

/** A document that the program of the job reads: what it does, in JavaScript. */
const document = (script: string): WebPage => ({
  headers: { 'content-type': 'application/pdf' },
  body: `%PDF-1.7\n${script}`,
});
const good = (title: string, more = ''): WebPage =>
  document(`return ${JSON.stringify(`<title>${title}</title><h1>Report</h1><p>About ${title}.${more}`)}`);

const pages: Readonly<Record<string, WebPage>> = {
  '/good.pdf': good('apples', ' <a href="/from-pdf">more</a>'),
  '/same.pdf': good('apples', ' <a href="/from-pdf">more</a>'),
  '/download': { ...good('pears'), headers: { 'content-type': 'text/plain' } },
  '/hangs.pdf': document('await new Promise((resolve) => setTimeout(resolve, 60_000)); return ""'),
  '/crashes.pdf': document('process.kill(process.pid, "SIGKILL")'),
  '/fails.pdf': document('console.error("no such table"); process.exit(3)'),
  '/floods.pdf': document('return "<p>much " + "more ".repeat(1_000_000)'),
  '/from-pdf': { headers: { 'content-type': 'text/html' }, body: '<title>linked</title><p>By a document.' },
};

let web: TestWeb;
let directory: string;
let report: CrawlReport;
let data: DataDirectory;
let collection: Collection;
let records: ReadonlyMap<string, ChangeLine>;

const urlOf = (path: string) => web.url('a.localhost', path);
const found = (path: string) => collection.get(urlOf(path));
const recordAt = (path: string) => records.get(found(path)?.md5 ?? '')?.record;
const converting = (): readonly string[] =>
  readdirSync(join(directory, 'data', 'converting'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(document|result)$/.test(name),
  );

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      if (path === '/robots.txt') return undefined;
      if (path !== '/') return pages[path];
      const links = Object.keys(pages).filter((one) => one !== '/from-pdf');
      const body = links.map((one) => `<a href="${one}">x</a>`).join(' ');
      return { headers: { 'content-type': 'text/html' }, body: `<title>home</title>${body}` };
    },
  });
  directory = jobDirectory('documents', {
    seeds: [urlOf('/')],
    content: { markdown: 'page' },
    convert: {
      programs: [{ types: ['application/pdf'], command: ['node', program, '{file}'], output: 'html' }],
      timeout: 3,
      maxText: 100_000,
    },
  });
  report = await crawlHere(directory);
  data = openData(join(directory, 'data'));
  collection = await data.collection('documents');
  records = (await data.published('documents')).records;
});

afterAll(async () => {
  data.close();
  await web.close();
});

describe('documents that a program converts', () => {
  it('become records with title, text, Markdown, links and their own media type', () => {
    expect(found('/good.pdf')?.outcome).toMatch(/stored|duplicate/);
    expect(recordAt('/good.pdf')).toMatchObject({
      title: 'apples',
      mediaType: 'application/pdf',
      headings: [{ level: 1, text: 'Report' }],
      text: 'Report\nAbout apples. more',
      markdown: expect.stringContaining('# Report'),
      links: [expect.objectContaining({ url: urlOf('/from-pdf'), anchor: 'more' })],
    });
  });

  it('are one record where their text is the same', () => {
    expect(found('/same.pdf')?.md5).toBe(found('/good.pdf')?.md5);
  });

  it('lead to the pages that they link to', () => {
    expect(found('/from-pdf')?.outcome).toBe('stored');
  });

  it('are recognised by their bytes', () => {
    expect(recordAt('/download')).toMatchObject({ title: 'pears', mediaType: 'application/pdf' });
  });

  it('are kept as they came', () => {
    const key = records.get(found('/good.pdf')?.md5 ?? '')?.document ?? '';
    expect(data.document(key).body.toString()).toBe(String(pages['/good.pdf']?.body));
  });

  it.each([
    ['/hangs.pdf', 'unreadable: node: it takes longer than 3 s'],
    ['/crashes.pdf', 'unreadable: node: it was ended by SIGKILL'],
    ['/fails.pdf', 'unreadable: node: it ended with code 3: no such table'],
  ])('%s costs that one document', (path, detail) => {
    expect(found(path)).toMatchObject({ outcome: 'failed', status: 200, detail });
  });

  it('are cut off where they say too much', () => {
    expect(recordAt('/floods.pdf')?.text).toMatch(/^much more/);
    expect(recordAt('/floods.pdf')?.text.length).toBeLessThan(100_000);
  });

  it('leave nothing behind', () => {
    expect(converting()).toEqual([]);
    expect(data.faults()).toEqual([]);
  });

  it('are counted once, by their last outcome', () => {
    const { outcomes } = report.status;
    expect(outcomes.converting ?? 0).toBe(0);
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(9);
  });

  it('are not converted again while their bytes are the same', async () => {
    const again = await withInstallation(directory, async (installation, job) => {
      await reharvestAll(installation, job);
      return await installation.crawl(job, {});
    });
    expect(again.outcomes).toMatchObject({ unchanged: 6, failed: 3 });
    expect(again.outcomes.converting).toBeUndefined();
  });
});
