import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { explodingDocuments } from '../../support/documents/exploding.ts';
import { lightDocuments } from '../../support/documents/light-samples.ts';
import { pdfOf, type SampleDocument, sampleDocuments } from '../../support/documents/samples.ts';
import { startWeb, type TestWeb, type WebPage } from '../../support/web/web-server.ts';
import { type Published, readPublished } from '../support/changes.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, readCollection } from '../support/collection.ts';
import { expectPolite } from '../support/polite.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { logOf } from '../support/stack/function-log.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { toldTurns } from '../support/stack/published.ts';

const job = 'papers';

/** Of heavy formats, which the convert function reads, and of light ones, which the harvester does. */
const documentsOf = (link: (name: string) => string): readonly SampleDocument[] => [
  ...sampleDocuments(link),
  ...lightDocuments(link),
];

/** The paths of PDFs of one host, and its gap, ms. */
const heavy = Array.from(
  { length: process.env.WINNOW_TEST_FULL === '1' ? 50 : 12 },
  (_, i) => `/heavy-${i}.pdf`,
);
const heavyGapMs = 100;

/** Documents that the convert function converts, from the order to the record, under its own role. */
export function documents(stack: () => DeployedStack): void {
  describe('a site of documents', () => {
    const names = documentsOf(() => '').map(({ name }) => name);
    let web: TestWeb;
    let collection: Collection;
    let records: Published['records'];
    const urlOf = (path: string) => web.url('d.localhost', path);

    beforeAll(async () => {
      let pages: ReadonlyMap<string, WebPage> = new Map();
      web = await startWeb({ pages: ({ path }) => pages.get(path) });
      // Before the first request: they take seconds to make.
      pages = pagesOf(Number(new URL(urlOf('/')).port));
      await openOnStack(stack(), job, {
        seeds: [
          web.url('e.localhost', '/long.pdf'),
          urlOf('/'),
          web.url('h.localhost', '/heavy'),
          web.url('x.localhost', '/exploding'),
        ],
        content: { markdown: 'page' },
        turn: { maxSeconds: 2 },
        overrides: [
          { host: 'e.localhost', convert: { timeout: 1 } },
          { host: 'h.localhost', politeness: { waitIntervalHost: heavyGapMs / 1_000 } },
          { host: 'x.localhost', convert: { maxMemory: 64 } },
        ],
      });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      collection = await readCollection(stack().runtime.stores, job);
      records = readPublished(await toldTurns(stack().runtime.stores.changes, job)).records;
    }, 300_000);

    afterAll(() => web.close());

    it.each(names)('has a record of its %s, and the page that it links to', async (name) => {
      expect(collection.get(urlOf(`/owls.${name}`))?.outcome).toBe('stored');
      expect(collection.get(urlOf(`/linked-by-${name}`))?.outcome).toBe('stored');
      const { out } = await winnow([
        ...['record', urlOf(`/owls.${name}`), '--stack', stack().name, '--job-name', job],
      ]);
      expect(out).toContain(`Owls as ${name}`);
      const { md5 = '' } = collection.get(urlOf(`/owls.${name}`)) ?? {};
      const record = records.get(md5)?.record;
      expect(record?.text).toContain(`Owls as ${name}`);
      expect(record?.markdown).toContain(`Owls as ${name}`);
      expect(record?.links.map(({ url }) => url)).toContain(urlOf(`/linked-by-${name}`));
    });

    it('says of a broken one why it has none', () => {
      expect(collection.get(urlOf('/broken.pdf'))).toMatchObject({
        outcome: 'failed',
        detail: expect.stringMatching(/^unreadable: (damaged|truncated)/),
      });
    });

    it('ends a conversion that takes too long, which costs that one document', () => {
      expect(collection.get(web.url('e.localhost', '/long.pdf'))).toMatchObject({
        outcome: 'failed',
        detail: 'unreadable: it takes longer than 1 s',
      });
    });

    it.each(explodingDocuments.map(({ name, detail }) => [name, detail] as const))(
      'ends a conversion that explodes (%s)',
      (name, detail) => {
        expect(collection.get(web.url('x.localhost', `/${name}`))).toMatchObject({
          outcome: 'failed',
          detail: expect.stringMatching(detail),
        });
      },
    );

    it('asks a host of many heavy PDFs for each of them once, one after the other, never closer than its gap', () => {
      const log = web.log.filter(({ host }) => host.startsWith('h.localhost'));
      expectPolite(log, heavyGapMs);
      expect(log.map(({ path }) => path).sort()).toEqual(['/heavy', '/robots.txt', ...heavy].sort());
      const outcomes = heavy.map((path) => collection.get(web.url('h.localhost', path))?.outcome);
      expect(outcomes.filter((outcome) => outcome !== 'stored')).toEqual([]);
    });

    it('leaves nothing in the queue and in the bucket', async () => {
      const { stores, bucket } = stack().runtime;
      expect(await stores.convertQueue.outstanding()).toBe(0);
      expect(await bucket.keys('test', `converting/${job}/`, 10)).toEqual([]);
      expect(await logOf(stack(), 'convert')).not.toContain('"event":"ticket-failed"');
    });
  });
}

const typed = (type: string, body: string | Uint8Array): WebPage => ({
  headers: { 'content-type': type },
  body,
});

/** What the web of documents has by their paths; pages that lead to documents lead to nothing else. */
function pagesOf(port: number): ReadonlyMap<string, WebPage> {
  const all = documentsOf((name) => `http://d.localhost:${port}/linked-by-${name}`);
  const page = (path: string, links: readonly string[] = []) => {
    const body = links.map((one) => `<a href="${one}">x</a>`).join(' ') || path;
    return [path, typed('text/html', `<title>${path}</title>${body}`)] as const;
  };
  return new Map<string, WebPage>([
    page('/', [...all.map(({ name }) => `/owls.${name}`), '/broken.pdf']),
    page('/heavy', heavy),
    page(
      '/exploding',
      explodingDocuments.map(({ name }) => `/${name}`),
    ),
    ...all.map(({ name }) => page(`/linked-by-${name}`)),
    ...all.map(({ name, mediaType, body }) => [`/owls.${name}`, typed(mediaType, body)] as const),
    ...explodingDocuments.map(({ name, mediaType, make }) => [`/${name}`, typed(mediaType, make())] as const),
    ...heavy.map((path) => [path, typed('application/pdf', heavyPdf(path))] as const),
    ['/broken.pdf', typed('application/pdf', '%PDF-1.7\nnot much of one')],
    // More than a second's work; its job gives it no more.
    ['/long.pdf', typed('application/pdf', longPdf)],
  ]);
}

const longPdf = pdfOf('long', Array<string>(2_000).fill('A page\nof many\nlike all others.'), '');

function heavyPdf(path: string): Buffer {
  const pages = Array.from({ length: 40 }, (_, i) => `Page ${i} of ${path}.`);
  return pdfOf(path, pages, 'http://elsewhere.example/');
}
