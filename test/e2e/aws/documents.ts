import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { lightDocuments } from '../../support/documents/light-samples.ts';
import { pdfOf, type SampleDocument, sampleDocuments } from '../../support/documents/samples.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { type Published, readPublished } from '../support/changes.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, readCollection } from '../support/collection.ts';
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

/** Documents that the convert function converts, from the order to the record, under its own role. */
export function documents(stack: () => DeployedStack): void {
  describe('a site of documents', () => {
    const names = documentsOf(() => '').map(({ name }) => name);
    let web: TestWeb;
    let collection: Collection;
    let records: Published['records'];
    const urlOf = (path: string) => web.url('d.localhost', path);

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path, port }) => {
          const all = documentsOf((name) => `http://d.localhost:${port}/linked-by-${name}`);
          if (path === '/robots.txt') return undefined;
          // More than a second's work; its job gives it no more.
          if (path === '/long.pdf')
            return {
              headers: { 'content-type': 'application/pdf' },
              body: pdfOf('long', Array<string>(2_000).fill('A page\nof many\nlike all others.'), ''),
            };
          if (path === '/broken.pdf')
            return { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7\nnot much of one' };
          const document = all.find(({ name }) => path === `/owls.${name}`);
          if (document !== undefined)
            return { headers: { 'content-type': document.mediaType }, body: document.body };
          const links = [...all.map(({ name }) => `/owls.${name}`), '/broken.pdf'];
          const body = path === '/' ? links.map((one) => `<a href="${one}">x</a>`).join(' ') : path;
          return { headers: { 'content-type': 'text/html' }, body: `<title>${path}</title>${body}` };
        },
      });
      await openOnStack(stack(), job, {
        seeds: [web.url('e.localhost', '/long.pdf'), urlOf('/')],
        content: { markdown: 'page' },
        turn: { maxSeconds: 2 },
        overrides: [{ host: 'e.localhost', convert: { timeout: 1 } }],
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

    it('leaves nothing in the queue and in the bucket', async () => {
      const { stores, bucket } = stack().runtime;
      expect(await stores.convertQueue.outstanding()).toBe(0);
      expect(await bucket.keys('test', `converting/${job}/`, 10)).toEqual([]);
      expect(await logOf(stack(), 'convert')).not.toContain('"event":"ticket-failed"');
    });
  });
}
