import { describe, expect, it } from 'vitest';
import type { OffTopicPages } from '../../../lib/ports/off-topic.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, many, oddHosts, opened } from '../fixture.ts';

/** What every adapter of `OffTopicPages` must do. */
export function offTopicContract(
  name: string,
  make: () => Promise<Fixture & { readonly offTopic: OffTopicPages }>,
): void {
  describe(`${name} keeps the contract of OffTopicPages`, () => {
    const fixture = opened(make);
    const example = () => ({ job: freshName(), host: hostName('example.org') });

    it('has nothing that was not put', async () => {
      expect(await fixture().offTopic.read(example(), '1-a')).toBeUndefined();
    });

    it('gives the lines back', async () => {
      const { offTopic } = fixture();
      const key = example();
      const lines = ['{"text":"a\\n\u2028“ü”"}', JSON.stringify({ text: 'long '.repeat(100_000) })];
      await offTopic.put(key, '17-aB_-9', lines);
      expect(await offTopic.read(key, '17-aB_-9')).toEqual(lines);
    });

    it('keeps jobs, hosts and ids apart, whatever a host is called', async () => {
      const { offTopic } = fixture();
      const job = freshName();
      const keys = [
        ...oddHosts.map((host) => ({ job, host })),
        { job: `${job}-2`, host: hostName('example.org') },
      ];
      for (const [index, key] of keys.entries()) {
        await offTopic.put(key, '1-a', [`${index}`]);
        await offTopic.put(key, '11-a', [`${index} later`]);
      }
      for (const [index, key] of keys.entries()) {
        expect(await offTopic.read(key, '1-a')).toEqual([`${index}`]);
        expect(await offTopic.read(key, '11-a')).toEqual([`${index} later`]);
      }
    });

    it('lists all batches of a host, whatever it is called, and of no other', async () => {
      const { offTopic } = fixture();
      const job = freshName();
      for (const [index, host] of oddHosts.entries()) {
        await offTopic.put({ job, host }, `${index}-aB_-9`, ['1']);
        await offTopic.put({ job, host }, '11-a', ['1']);
      }
      for (const [index, host] of oddHosts.entries())
        expect((await offTopic.list({ job, host })).toSorted()).toEqual(
          [`${index}-aB_-9`, '11-a'].toSorted(),
        );
      expect(await offTopic.list(example())).toEqual([]);
    });

    it('is revised by two at once, and has what both wanted', async () => {
      const { offTopic } = fixture();
      const key = example();
      await offTopic.revise(key, '1-a', () => Promise.reject(new Error('asked')));
      await offTopic.put(key, '1-a', ['a', 'b']);
      await many(2, (at) =>
        offTopic.revise(key, '1-a', async (lines) => {
          await offTopic.read(key, '1-a');
          return lines[at] === '' ? undefined : lines.with(at, '');
        }),
      );
      expect(await offTopic.read(key, '1-a')).toEqual(['', '']);
    });

    it('has all lines or none after a crash at any await', async () => {
      const { offTopic, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => example(),
        operation: (key) => offTopic.put(key, '1-a', ['1', '2']),
        check: async (key) => expect(await offTopic.read(key, '1-a')).toEqual(['1', '2']),
      });
    });
  });
}
