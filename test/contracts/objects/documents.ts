import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memberPlace } from '../../../lib/archive/warc/document-name.ts';
import { storedDocument } from '../../../lib/archive/warc/stored-document.ts';
import type { DocumentStore } from '../../../lib/ports/documents.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { documentBody, fetchedDocument, putDocument } from '../../support/put-document.ts';
import { type Fixture, freshName, noise, opened } from '../fixture.ts';
import { md5Of } from '../records/records-made.ts';

const md5 = md5Of(1);

/** What every adapter of `DocumentStore` must do. */
export function documentsContract(
  name: string,
  make: () => Promise<Fixture & { readonly documents: DocumentStore }>,
): void {
  describe(`${name} keeps the contract of DocumentStore`, () => {
    const fixture = opened(make);
    const fresh = (): { readonly documents: DocumentStore; readonly job: string } => ({
      documents: fixture().documents,
      job: freshName(),
    });

    it('has nothing where nothing was put', async () => {
      const { documents, job } = fresh();
      expect(await documents.read(`bundles/${job}/nowhere.warc.gz#7+100`)).toBeUndefined();
      expect(await documents.entries(`bundles/${job}/nowhere.warc.gz`)).toEqual([]);
      expect(await documents.bundles(job, 10)).toEqual({ bundles: [] });
      expect(await documents.put(job, [])).toEqual([]);
      expect(await documents.bundles(job, 10)).toEqual({ bundles: [] });
    });

    it.each([
      ['gzip', 'gz'],
      ['zstd', 'zst'],
    ] as const)(
      'gives the bytes back under a name that tells the job and the place (%s)',
      async (compression, end) => {
        const { documents, job } = fresh();
        const stored = await putDocument(documents, job, { md5, body: noise(30_000), compression });
        expect(memberPlace(stored)?.bundle).toMatch(new RegExp(`^bundles/${job}/.+\\.warc\\.${end}$`));
        expect(await documentBody(documents, stored)).toEqual(noise(30_000));
        expect(storedDocument(stored, (await documents.read(stored)) as Uint8Array)).toMatchObject({ md5 });
      },
    );

    it('keeps what is put together in two bundles, where one part is gzip and one zstd', async () => {
      const { documents, job } = fresh();
      const members = await Promise.all(
        (['gzip', 'zstd', 'gzip', 'zstd'] as const).map((compression, at) =>
          documents.encode(fetchedDocument({ md5: md5Of(at), body: noise(500, at), compression })),
        ),
      );
      const names = await documents.put(job, members);
      for (const [at, stored] of names.entries())
        expect(await documentBody(documents, stored)).toEqual(noise(500, at));
      const { bundles } = await documents.bundles(job, 10);
      expect(bundles.map(({ key }) => key.replace(/.*\.warc/, '')).sort()).toEqual(['.gz', '.zst']);
      const entries = await Promise.all(bundles.map(({ key }) => documents.entries(key)));
      expect(entries.map(({ length }) => length)).toEqual([2, 2]);
    });

    it.each(['gzip', 'zstd'] as const)('keeps a gzip of the server as it came (%s)', async (compression) => {
      const { documents, job } = fresh();
      const gzip = gzipSync(noise(3_000), { level: 9, memLevel: 1 });
      const stored = await putDocument(documents, job, { md5, body: noise(3_000), gzip, compression });
      const { payload, isGzip } = storedDocument(stored, (await documents.read(stored)) as Uint8Array);
      expect(isGzip).toBe(true);
      expect(Buffer.compare(payload, gzip)).toBe(0);
      expect(await documentBody(documents, stored)).toEqual(noise(3_000));
    });

    it('keeps what is put together, in its order, and lists the pages by place', async () => {
      const { documents, job } = fresh();
      const members = await Promise.all(
        [1, 2, 3].map((at) =>
          documents.encode(
            fetchedDocument({ md5: md5Of(at), body: noise(100 * at, at) }, `https://${at}.example/`),
          ),
        ),
      );
      const names = await documents.put(job, members);
      for (const [index, stored] of names.entries())
        expect(await documentBody(documents, stored)).toEqual(noise(100 * (index + 1), index + 1));
      const { bundle } = memberPlace(names[0] as string) ?? {};
      const entries = await documents.entries(bundle ?? '');
      expect(entries.map(({ host, md5: one, url }) => [host, one, url])).toEqual(
        [1, 2, 3].map((at) => [`${at}.example`, md5Of(at), `https://${at}.example/`]),
      );
      expect(entries.map(({ offset, length }) => ({ bundle, offset, length }))).toEqual(
        names.map((stored) => memberPlace(stored)),
      );
    });

    it('is put by ten at once and has each', async () => {
      const { documents, job } = fresh();
      const names = await Promise.all(
        Array.from({ length: 10 }, (_, at) => putDocument(documents, job, { md5, body: noise(5_000, at) })),
      );
      expect(new Set(names).size).toBe(10);
      for (const [at, stored] of names.entries())
        expect(await documentBody(documents, stored)).toEqual(noise(5_000, at));
    });

    it('lists the bundles of a job, and of no other, page after page', async () => {
      const { documents, job } = fresh();
      const bundles = new Set<string>();
      for (let at = 0; at < 5; at++) {
        const stored = await putDocument(documents, job, { md5: md5Of(at), body: noise(10, at) });
        bundles.add(memberPlace(stored)?.bundle ?? '');
      }
      await putDocument(documents, `${job}-2`, { md5, body: noise(10) });
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await documents.bundles(job, 2, cursor);
        for (const { key, bytes } of page.bundles) {
          expect(bytes).toBeGreaterThan(0);
          listed.push(key);
        }
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(listed).toEqual([...bundles].sort());
    });

    it.each(['gzip', 'zstd'] as const)('keeps a document of many megabytes (%s)', async (compression) => {
      const { documents, job } = fresh();
      const stored = await putDocument(documents, job, { md5, body: noise(6_000_000), compression });
      const body = (await documentBody(documents, stored)) ?? new Uint8Array();
      expect(Buffer.compare(body, noise(6_000_000))).toBe(0);
    });

    it('survives a crash at every await of putting: what was named before stays, and a put can be made again', async () => {
      const { documents, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const job = freshName();
          return { job, before: await putDocument(documents, job, { md5, body: noise(500, 2) }) };
        },
        operation: ({ job }) => putDocument(documents, job, { md5, body: noise(3_000) }),
        check: async ({ job, before }) => {
          expect(await documentBody(documents, before)).toEqual(noise(500, 2));
          const again = await putDocument(documents, job, { md5, body: noise(3_000) });
          expect(await documentBody(documents, again)).toEqual(noise(3_000));
          const { bundles } = await documents.bundles(job, 1_000);
          for (const { key } of bundles)
            for (const { url } of await documents.entries(key)) expect(url).toBe('https://a.example/page');
        },
      });
    });
  });
}
