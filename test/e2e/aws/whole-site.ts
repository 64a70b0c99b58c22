import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSchema, eventSchemas } from '../../../lib/config/stored/change-schema.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import { replayChanges } from '../../../lib/pipeline/collection/replay-changes.ts';
import { winnow } from '../../bin/test-io.ts';
import { linesOfTurn } from '../../support/collection/turn-lines.ts';
import type { Json } from '../../support/events/schema-breaks.ts';
import { unnamedFields } from '../../support/events/unnamed-fields.ts';
import { documentBody } from '../../support/put-document.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { contentsOf, crawlSite, differences, siteSize } from '../support/crawl-site.ts';
import { openData } from '../support/data-directory.ts';
import { runIndexer, waiting } from '../support/indexer.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { winnow as winnowProcess } from '../support/process/winnow-process.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';

interface S3Event {
  readonly Event?: string;
  readonly Records?: readonly { readonly s3: { readonly object: { readonly key: string } } }[];
}

const site = crawlSite();
const turn = { maxPages: 25, maxSeconds: 2 };

/** The crawl that the embedded runtime makes too, through the deployed functions and their mapping. */
export function wholeSite(stack: () => DeployedStack): void {
  describe(`a crawl of ${siteSize.hosts} hosts and ${siteSize.pages} pages through the deployed functions`, () => {
    let web: TestWeb;
    let collection: Collection;

    beforeAll(async () => {
      web = await startWeb({ pages: site.page });
      const { name } = stack();
      const seeds = site.seeds(web.port);
      const directory = jobDirectory('whole', { seeds, turn, limits: { pagesPerDay: 10_000 } });
      expect(await winnow(['deploy-job', directory, '--stack', name])).toMatchObject({ exit: 0, err: '' });
      const open = await winnow(['crawl', '--stack', name, '--job-name', 'whole']);
      expect(open).toMatchObject({ exit: 0, err: '' });
      await withClockwork(stack(), () => untilQuiet(stack(), 'whole'));
      collection = await readCollection(stack().runtime.stores, 'whole');
    }, 400_000);

    afterAll(() => web.close());

    it('ends every URL with the class of outcome that it must have, equal pages on one record', () => {
      expect(differences(collection, site, web.port)).toEqual([]);
    });

    it.each([
      ['on the thread of its program', {}],
      ['on one worker', { workers: 1 }],
      ['on four workers', { workers: 4 }],
    ])(
      'finds what the same crawl finds on one machine, %s: the same URLs, MD5s and outcomes',
      async (_, workers) => {
        const crawl = { patience: 1, ...workers };
        const directory = jobDirectory('whole', { seeds: site.seeds(web.port), turn, crawl });
        expect(await winnowProcess(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
        const data = openData(join(directory, 'data'));
        expect(comparable(collection)).toEqual(comparable(await data.collection('whole')));
        data.close();
      },
    );

    it('tells the queue of an indexer of every changes object, with a URL-encoded key', async () => {
      const bodies = await waiting(stack());
      const events = bodies.map((body) => JSON.parse(body) as S3Event);
      expect(events.filter(({ Event }) => Event === 's3:TestEvent')).toHaveLength(1);
      const keys = events.flatMap(({ Records = [] }) => Records.map(({ s3 }) => s3.object.key));
      expect(keys.length).toBeGreaterThan(0);
      for (const key of keys) {
        expect(key).toMatch(/^changes\/whole\/(~\d{13}-[\w-]+|h\d+\.localhost%3A\d+\/\d{10})\.jsonl\.gz$/);
      }
    });

    it('gives the minimal indexer every record', async () => {
      const lines = await runIndexer(stack());
      const upserted = new Set(lines.flatMap((line) => /^upsert (\w{32}) /.exec(line)?.[1] ?? []));
      const md5s = new Set([...collection.values()].flatMap(({ md5 }) => md5 ?? []));
      expect(md5s.size).toBe(contentsOf(site.expected(web.port)));
      expect([...md5s].filter((md5) => !upserted.has(md5))).toEqual([]);
    });

    it('publishes lines as their schema says, without a field that it does not name', async () => {
      const schema = eventSchemas().change as unknown as Json;
      let lines = 0;
      for await (const object of replayChanges(stack().runtime.stores, 'whole', {}, () => {})) {
        for (const line of object.lines.map((text) => JSON.parse(text))) {
          const issues = changeSchema.safeParse(line).error?.issues ?? [];
          expect([...issues, ...unnamedFields(line, schema)]).toEqual([]);
          lines += 1;
        }
      }
      expect(lines).toBeGreaterThan(0.6 * siteSize.pages);
    });

    it('keeps the documents that were served, where the changes say', async () => {
      const { records, changes, documents } = stack().runtime.stores;
      for (const { firstUrl = '', change } of (await records.records('whole', 5)).records) {
        const lines = await linesOfTurn(changes, 'whole', change.host, change.turn);
        const { document = '' } = JSON.parse(lines[change.ordinal] ?? '') as ChangeLine;
        const { hostname, pathname } = new URL(firstUrl);
        const page = site.page({ name: hostname, path: pathname, port: web.port });
        const body = Buffer.from((await documentBody(documents, document)) ?? []);
        expect(body.equals(Buffer.from(page?.body ?? ''))).toBe(true);
      }
    });
  });
}
