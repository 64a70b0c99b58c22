import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../../lib/ports/documents.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, noise, opened } from '../fixture.ts';
import { md5Of } from '../records/records-made.ts';

const digest = '0123456789abcdef'.repeat(4);
const md5 = md5Of(1);

function documentOf(body: Uint8Array, over: { readonly md5?: string; readonly digest?: string } = {}) {
  return { md5, digest, body, contentType: 'text/html; charset="utf-8"', ...over };
}

/** What is kept under a key, undone; undefined when there is nothing. */
async function bodyOf(documents: DocumentStore, key: string): Promise<Uint8Array | undefined> {
  const gzip = await documents.read(key);
  return gzip && new Uint8Array(gunzipSync(gzip));
}

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

    it('has no document until it is put', async () => {
      const { documents, job } = fresh();
      expect(await documents.read(documents.key(job, md5, digest))).toBeUndefined();
    });

    it('gives the bytes back, as gzip, under a key that tells the job and the content', async () => {
      const { documents, job } = fresh();
      const key = await documents.put(job, documentOf(noise(30_000)));
      expect(key).toBe(documents.key(job, md5, digest));
      expect(key.startsWith(`documents/${job}/`)).toBe(true);
      expect(key).toContain(`${md5}-${digest.slice(0, 16)}`);
      expect(await bodyOf(documents, key)).toEqual(noise(30_000));
    });

    it('keeps a gzip that is there already as it is', async () => {
      const { documents, job } = fresh();
      const gzip = gzipSync(noise(3_000), { level: 9, memLevel: 1 });
      const key = await documents.put(job, { ...documentOf(noise(3_000)), gzip });
      expect(Buffer.compare((await documents.read(key)) ?? new Uint8Array(), gzip)).toBe(0);
    });

    it('writes over a document that is damaged, where that is asked for', async () => {
      const { documents, job } = fresh();
      const key = await documents.put(job, documentOf(noise(100, 1)));
      expect(await documents.put(job, { ...documentOf(noise(200, 2)), replace: true })).toBe(key);
      expect(await bodyOf(documents, key)).toEqual(noise(200, 2));
      const other = documentOf(noise(50), { md5: md5Of(2) });
      expect(await bodyOf(documents, await documents.put(job, { ...other, replace: true }))).toEqual(
        noise(50),
      );
    });

    it('does nothing when the document is there', async () => {
      const { documents, job } = fresh();
      const key = await documents.put(job, documentOf(noise(100, 1)));
      expect(await documents.put(job, documentOf(noise(200, 2)))).toBe(key);
      expect(await bodyOf(documents, key)).toEqual(noise(100, 1));
    });

    it('is put by ten at once and is whole', async () => {
      const { documents, job } = fresh();
      const keys = await Promise.all(
        Array.from({ length: 10 }, () => documents.put(job, documentOf(noise(50_000)))),
      );
      expect(new Set(keys).size).toBe(1);
      expect(await bodyOf(documents, keys[0] ?? '')).toEqual(noise(50_000));
    });

    it('keeps different bytes of the same text apart, and the jobs', async () => {
      const { documents, job } = fresh();
      const one = await documents.put(job, documentOf(noise(10, 1)));
      const two = await documents.put(job, documentOf(noise(10, 2), { digest: 'f'.repeat(64) }));
      const three = await documents.put(`${job}-2`, documentOf(noise(10, 3)));
      expect(new Set([one, two, three]).size).toBe(3);
      expect(await bodyOf(documents, one)).toEqual(noise(10, 1));
      expect(await bodyOf(documents, two)).toEqual(noise(10, 2));
      expect(await bodyOf(documents, three)).toEqual(noise(10, 3));
    });

    it('lists the documents of a job, and of no other, by MD5, page after page', async () => {
      const { documents, job } = fresh();
      const md5s = ['00', '0f', '10', '7f', 'a0', 'ff'].map((start, at) => start + md5Of(at).slice(2));
      const keys: string[] = [];
      for (const [at, one] of md5s.entries())
        keys.push(await documents.put(job, documentOf(noise(10, at), { md5: one })));
      keys.push(
        await documents.put(
          job,
          documentOf(noise(10, 9), { md5: md5s.at(-1) as string, digest: 'f'.repeat(64) }),
        ),
      );
      await documents.put(`${job}-2`, documentOf(noise(10)));
      const listed: { readonly key: string; readonly md5: string }[] = [];
      let cursor: string | undefined;
      do {
        const page = await documents.list(job, 2, cursor);
        listed.push(...page.documents);
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(listed.map(({ md5: one }) => one)).toEqual([...md5s, md5s.at(-1)]);
      expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort());
    });

    it('keeps a document of many megabytes', async () => {
      const { documents, job } = fresh();
      const key = await documents.put(job, documentOf(noise(6_000_000)));
      expect(Buffer.compare((await bodyOf(documents, key)) ?? new Uint8Array(), noise(6_000_000))).toBe(0);
    });

    it('survives a crash at every await of putting', async () => {
      const { documents, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: (job) => documents.put(job, documentOf(noise(3_000))),
        check: async (job) =>
          expect(await bodyOf(documents, documents.key(job, md5, digest))).toEqual(noise(3_000)),
      });
    });
  });
}
