import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import { winnow } from '../../../bin/test-io.ts';
import { archiveOf, lightDocuments } from '../../../support/documents/light-samples.ts';
import { pdfOf, type SampleDocument, sampleDocuments } from '../../../support/documents/samples.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

let web: TestWeb;
let directory: string;
let collection: Collection;
let records: ReadonlyMap<string, ChangeLine>;

/** Of heavy formats, which are converted beside the turns, and of light ones, which are read with the pages. */
const documentsOf = (link: (name: string) => string): readonly SampleDocument[] => [
  ...sampleDocuments(link),
  ...lightDocuments(link),
];
const names = documentsOf(() => '').map(({ name }) => name);
const urlOf = (path: string) => web.url('a.localhost', path);
const recordAt = (path: string) => records.get(collection.get(urlOf(path))?.md5 ?? '')?.record;
const linked = (name: string): string => `/linked-by-${name}`;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, port }) => {
      const documents = documentsOf((name) => `http://a.localhost:${port}${linked(name)}`);
      if (path === '/robots.txt') return undefined;
      if (path === '/encrypted.pdf')
        return { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\nnot much of one' };
      const document = documents.find(({ name }) => path === `/owls.${name}`);
      if (document !== undefined)
        return { headers: { 'content-type': document.mediaType }, body: document.body };
      if (path === '/long.pdf')
        return {
          headers: { 'content-type': 'application/pdf' },
          body: pdfOf(
            'Long',
            Array.from({ length: 300 }, (_, i) => `Page ${i} of many.`),
            'http://a.localhost/',
          ),
        };
      if (path === '/archive')
        return {
          headers: { 'content-type': 'application/zip' },
          body: archiveOf('owls/barn.txt', 'owls/eagle.txt'),
        };
      const others = ['/long.pdf', '/encrypted.pdf', '/archive', '/empty'];
      if (path === '/empty') return { headers: { 'content-type': 'text/xml' }, body: '' };
      const links = [...documents.map(({ name }) => `/owls.${name}`), ...others];
      const body = path === '/' ? links.map((one) => `<a href="${one}">x</a>`).join(' ') : `About ${path}.`;
      return { headers: { 'content-type': 'text/html' }, body: `<title>Owls: ${path}</title><p>${body}` };
    },
  });
  const topic = { file: 'topic.txt', minScore: 1 };
  directory = jobDirectory('formats', { seeds: [urlOf('/')], content: { markdown: 'page' }, topic });
  writeFileSync(join(directory, 'topic.txt'), '10: owls=BIRDS\n1: page=BIRDS\n');
  await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  collection = await data.collection('formats');
  records = (await data.published('formats')).records;
  data.close();
}, 90_000);

afterAll(() => web.close());

describe('a site with a document of each format', () => {
  it.each(names)('has a record of its %s with title or text, links and Markdown', (name) => {
    const record = recordAt(`/owls.${name}`);
    expect(record?.text).toContain(`Owls as ${name}`);
    expect(record?.markdown).toContain(`Owls as ${name}`);
    expect(record?.mediaType).toBe(documentsOf(() => '').find((one) => one.name === name)?.mediaType);
    expect(record?.links.map(({ url }) => url)).toContain(urlOf(linked(name)));
  });

  it.each(names)('has the page that its %s links to', (name) => {
    expect(collection.get(urlOf(linked(name)))?.outcome).toBe('stored');
  });

  it('has all of a PDF of 300 pages', () => {
    expect(recordAt('/long.pdf')?.text).toContain('Page 299 of many.');
  });

  it('says why a broken one has none', () => {
    expect(collection.get(urlOf('/encrypted.pdf'))).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/^unreadable: (damaged|truncated)/),
    });
  });

  it('has the names of the files of an archive', () => {
    expect(recordAt('/archive')?.text).toBe('owls/barn.txt\nowls/eagle.txt');
  });

  it('says why one that is read with the pages has none', () => {
    expect(collection.get(urlOf('/empty'))).toMatchObject({
      outcome: 'failed',
      detail: 'unreadable: empty: the document has no bytes',
    });
  });

  it('shows the record of a document on the command line', async () => {
    const { out } = await winnow(['record', urlOf('/owls.docx'), '--job', directory]);
    expect(out).toContain('Owls as docx');
    const why = await winnow(['why', urlOf('/owls.docx'), '--job', directory]);
    expect(why.out).toContain('stored');
  });

  it.each(names)('shows its %s in the report', async (name) => {
    const { out } = await winnow(['report', '--job', directory, '--json']);
    const report = JSON.parse(out) as { readonly dots: readonly { readonly url: string }[] };
    expect(report.dots).toContainEqual(expect.objectContaining({ url: urlOf(`/owls.${name}`) }));
  });
});
