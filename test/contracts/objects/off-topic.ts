import { describe, expect, it } from 'vitest';
import type { OffTopicPages } from '../../../lib/ports/off-topic.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, oddHosts, opened } from '../fixture.ts';

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
