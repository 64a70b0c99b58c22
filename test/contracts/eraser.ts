import { describe, expect, it } from 'vitest';
import { memberPlace } from '../../lib/archive/warc/document-name.ts';
import { isMemberOf } from '../../lib/archive/warc/erase-in-bundle.ts';
import type { HostName } from '../../lib/base/url/url.ts';
import { batchName } from '../../lib/domain/collection/changes-name.ts';
import { stagedBeginning, stagedId } from '../../lib/domain/collection/staged-id.ts';
import type { ChangeStore, StagedChanges } from '../../lib/ports/changes.ts';
import type { DocumentStore } from '../../lib/ports/documents.ts';
import type { OffTopicPages } from '../../lib/ports/off-topic.ts';
import type { ErasedDocument, Eraser } from '../../lib/ports/operate/eraser.ts';
import { documentBody, fetchedDocument, putDocument } from '../support/put-document.ts';
import { type Fixture, freshName, noise, opened } from './fixture.ts';
import { md5Of } from './records/records-made.ts';

interface Stores {
  readonly eraser: Eraser;
  readonly documents: DocumentStore;
  readonly changes: ChangeStore;
  readonly offTopic: OffTopicPages;
  readonly staged: StagedChanges;
}

/**
 * What every adapter of `Eraser` must do.
 * @param traces what the store still has under keys that begin so, former versions too
 */
export function eraserContract(
  name: string,
  make: () => Promise<
    Fixture &
      Stores & {
        readonly traces: (prefix: string) => Promise<number>;
        /** Ends the bundles that are being written, where a bundle is written for longer than a put. */
        readonly finish?: () => Promise<void>;
      }
  >,
): void {
  describe(`${name} keeps the contract of Eraser`, () => {
    const fixture = opened(make);
    const host = 'a.example' as HostName;
    const secret = (at: number): string => `secret-${at}`;
    /** Pages of one bundle, each under a URL of its own. */
    async function put(job: string, count: number): Promise<readonly ErasedDocument[]> {
      const { documents } = fixture();
      const members = Array.from({ length: count }, (_, at) =>
        documents.encode(
          fetchedDocument({ md5: md5Of(at), body: noise(100 + at, at) }, `https://${secret(at)}.example/`),
        ),
      );
      const names = await documents.put(job, await Promise.all(members));
      return names.map((name, at) => ({ name, md5: md5Of(at) }));
    }
    const urlsIn = async (bundle: string): Promise<readonly string[]> =>
      (await fixture().documents.entries(bundle)).map(({ url }) => url);

    it('erases pages of a bundle, so that nothing of them is left, and their neighbours are where they were', async () => {
      const { eraser, documents, traces, finish } = fixture();
      const job = freshName();
      const pages = await put(job, 4);
      await finish?.();
      const [first, second, third, fourth] = pages as Required<typeof pages>;
      const bundle = memberPlace(first?.name ?? '')?.bundle ?? '';
      await eraser.erase([first as ErasedDocument, third as ErasedDocument]);
      for (const gone of [first, third]) {
        const bytes = (await documents.read(gone?.name ?? '')) ?? new Uint8Array();
        expect(isMemberOf(bytes, gone?.md5 ?? '')).toBe('erased');
      }
      expect(await documentBody(documents, second?.name)).toEqual(noise(101, 1));
      expect(await documentBody(documents, fourth?.name)).toEqual(noise(103, 3));
      expect(await urlsIn(bundle)).toEqual([1, 3].map((at) => `https://${secret(at)}.example/`));
      expect(await traces(bundle)).toBe(1);
    });

    it('erases pages of one bundle at once, and none of them comes back', async () => {
      const { eraser, documents, traces, finish } = fixture();
      const job = freshName();
      const pages = await put(job, 5);
      await finish?.();
      const bundle = memberPlace(pages[0]?.name ?? '')?.bundle ?? '';
      const [kept, ...gone] = pages as [ErasedDocument, ...ErasedDocument[]];
      await Promise.all(gone.map((page) => eraser.erase([page])));
      for (const { name, md5 } of gone)
        expect(isMemberOf((await documents.read(name)) ?? new Uint8Array(), md5)).toBe('erased');
      expect(await documentBody(documents, kept.name)).toEqual(noise(100, 0));
      expect(await urlsIn(bundle)).toEqual([`https://${secret(0)}.example/`]);
      expect(await traces(bundle)).toBe(1);
    });

    it('erases pages of a bundle that is being written, which goes on', async () => {
      const { eraser, documents, finish } = fixture();
      if (finish === undefined) return;
      const job = freshName();
      const [first, second] = await put(job, 2);
      await eraser.erase([first as ErasedDocument]);
      const third = await putDocument(documents, job, { md5: md5Of(9), body: noise(10, 9) });
      await finish();
      expect(await documentBody(documents, second?.name)).toEqual(noise(101, 1));
      expect(await documentBody(documents, third)).toEqual(noise(10, 9));
      const bundle = memberPlace(third)?.bundle ?? '';
      expect(await urlsIn(bundle)).toEqual([`https://${secret(1)}.example/`, 'https://a.example/page']);
    });

    it('refuses to erase the page of another record, and does nothing where nothing is', async () => {
      const { eraser, documents } = fixture();
      const job = freshName();
      const [only] = await put(job, 1);
      const { name, md5 } = only as ErasedDocument;
      await expect(eraser.erase([{ name, md5: md5Of(7) }])).rejects.toMatchObject({ code: 'corrupt' });
      expect(await documentBody(documents, name)).toEqual(noise(100, 0));
      await eraser.erase([]);
      await eraser.erase([{ name: `bundles/${job}/nowhere.warc.gz#7+100`, md5 }]);
      await eraser.erase([{ name, md5 }]);
      await eraser.erase([{ name, md5 }]);
    });

    it('forgets what a host’s objects were, and leaves what they are', async () => {
      const { eraser, changes, offTopic, staged, traces } = fixture();
      const [ofHost, ofOther] = [host, 'a.example.net'].map((one) =>
        stagedId({ host: one, turn: 1 }, 'x'),
      ) as [string, string];
      const shared = batchName(1, 'abcdefghijkl');
      const job = freshName();
      for (const lines of [['{"a":1}', '{"b":2}'], ['{"a":1}']]) {
        await changes.put(job, shared, lines);
        await offTopic.put({ job, host }, 'id', lines);
        await staged.put(job, ofHost, lines);
        await staged.put(job, ofOther, lines);
      }
      await staged.delete(job, ofHost);
      await eraser.forget({ job, host }, []);
      await eraser.forget({ job, host }, [changes.key(job, shared)]);
      expect(await changes.read(job, shared)).toEqual(['{"a":1}']);
      expect(await offTopic.read({ job, host }, 'id')).toEqual(['{"a":1}']);
      expect(await traces(changes.key(job, shared))).toBe(1);
      expect(await staged.read(job, ofOther)).toEqual(['{"a":1}']);
      expect(await traces(`staged/${job}/${stagedBeginning(host)}`)).toBeLessThanOrEqual(1);
    });
  });
}
