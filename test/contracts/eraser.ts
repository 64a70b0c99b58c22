import { describe, expect, it } from 'vitest';
import { batchName, turnName } from '../../lib/domain/collection/changes-name.ts';
import type { HostName } from '../../lib/domain/url/url.ts';
import type { ChangeStore } from '../../lib/ports/changes.ts';
import type { DocumentStore } from '../../lib/ports/documents.ts';
import type { Eraser } from '../../lib/ports/eraser.ts';
import type { OffTopicPages } from '../../lib/ports/off-topic.ts';
import { type Fixture, freshName, noise, opened } from './fixture.ts';
import { md5Of } from './records/records-made.ts';

interface Stores {
  readonly eraser: Eraser;
  readonly documents: DocumentStore;
  readonly changes: ChangeStore;
  readonly offTopic: OffTopicPages;
}

/**
 * What every adapter of `Eraser` must do.
 * @param traces what the store still has under keys that begin so, former versions too
 */
export function eraserContract(
  name: string,
  make: () => Promise<Fixture & Stores & { readonly traces: (prefix: string) => Promise<number> }>,
): void {
  describe(`${name} keeps the contract of Eraser`, () => {
    const fixture = opened(make);
    const host = 'a.example' as HostName;
    const put = (job: string, at: number): Promise<string> =>
      fixture().documents.put(job, {
        ...{ md5: md5Of(at), digest: '0123456789abcdef'.repeat(4) },
        ...{ body: noise(100, at), contentType: 'text/html' },
      });

    it('deletes documents, so that nothing of them is left, and no others', async () => {
      const { eraser, documents, traces } = fixture();
      const job = freshName();
      const [one = '', two = '', three = ''] = await Promise.all([1, 2, 3].map((at) => put(job, at)));
      await eraser.erase([one, three]);
      expect(await documents.read(one)).toBeUndefined();
      expect(await documents.read(three)).toBeUndefined();
      expect(await documents.read(two)).toBeDefined();
      expect(await traces(one)).toBe(0);
      expect(await traces(two)).toBeGreaterThan(0);
    });

    it('does nothing where nothing is, and a document can be put again', async () => {
      const { eraser, documents } = fixture();
      const job = freshName();
      const key = await put(job, 1);
      await eraser.erase([]);
      await eraser.erase([key]);
      await eraser.erase([key]);
      await put(job, 1);
      expect(await documents.read(key)).toBeDefined();
    });

    it('forgets what a host’s objects were, and leaves what they are', async () => {
      const { eraser, changes, offTopic, traces } = fixture();
      const shared = batchName(1, 'abcdefghijkl');
      const job = freshName();
      for (const lines of [['{"a":1}', '{"b":2}'], ['{"a":1}']]) {
        await changes.put(job, turnName({ host, turn: 1 }), lines);
        await changes.put(job, turnName({ host: 'a.example.net', turn: 1 }), lines);
        await changes.put(job, shared, lines);
        await offTopic.put({ job, host }, 'id', lines);
      }
      await eraser.forget({ job, host }, []);
      await eraser.forget({ job, host }, [changes.key(job, shared)]);
      expect(await changes.read(job, turnName({ host, turn: 1 }))).toEqual(['{"a":1}']);
      expect(await changes.read(job, shared)).toEqual(['{"a":1}']);
      expect(await offTopic.read({ job, host }, 'id')).toEqual(['{"a":1}']);
      expect(await changes.read(job, turnName({ host: 'a.example.net', turn: 1 }))).toEqual(['{"a":1}']);
      expect(await traces(changes.key(job, turnName({ host, turn: 1 })))).toBe(1);
      expect(await traces(changes.key(job, shared))).toBe(1);
    });
  });
}
