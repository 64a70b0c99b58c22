import { describe, expect, it } from 'vitest';
import type { ConversionStore } from '../../../lib/ports/conversions.ts';
import { crashEverywhere } from '../../support/crash.ts';
import { type Fixture, freshName, hostName, noise, oddHosts, opened, plain } from '../fixture.ts';

const host = hostName('a.example:8080');

/** What every adapter of `ConversionStore` must do. */
export function conversionsContract(
  name: string,
  make: () => Promise<Fixture & { readonly conversions: ConversionStore }>,
): void {
  describe(`${name} keeps the contract of ConversionStore`, () => {
    const fixture = opened(make);
    const fresh = () => ({ conversions: fixture().conversions, key: { job: freshName(), host } });

    it('has nothing that was not put, and deletes nothing without complaint', async () => {
      const { conversions, key } = fresh();
      expect(await conversions.read(key, 'a', 'document')).toBeUndefined();
      expect(await conversions.list(key, 10)).toEqual([]);
      await conversions.delete(key, ['a']);
      await conversions.delete(key, []);
    });

    it('gives a document and its result back until both are deleted, which may be said twice', async () => {
      const { conversions, key } = fresh();
      await conversions.put(key, 'a_b-C', 'document', noise(3_000_000));
      expect(await conversions.read(key, 'a_b-C', 'result')).toBeUndefined();
      await conversions.put(key, 'a_b-C', 'result', noise(100, 2));
      expect(plain(await conversions.read(key, 'a_b-C', 'document'))).toEqual(noise(3_000_000));
      expect(plain(await conversions.read(key, 'a_b-C', 'result'))).toEqual(noise(100, 2));
      await conversions.delete(key, ['a_b-C']);
      await conversions.delete(key, ['a_b-C']);
      expect(await conversions.read(key, 'a_b-C', 'document')).toBeUndefined();
      expect(await conversions.read(key, 'a_b-C', 'result')).toBeUndefined();
    });

    it('replaces what was put before, also by less', async () => {
      const { conversions, key } = fresh();
      await conversions.put(key, 'a', 'result', noise(1_000));
      await conversions.put(key, 'a', 'result', noise(10, 2));
      expect(plain(await conversions.read(key, 'a', 'result'))).toEqual(noise(10, 2));
    });

    it('lists the ids of a host, each once, of which a document or a result is there', async () => {
      const { conversions, key } = fresh();
      for (const id of ['c', 'a', 'b-1', 'b']) await conversions.put(key, id, 'document', noise(10));
      for (const id of ['a', 'd']) await conversions.put(key, id, 'result', noise(10));
      expect([...(await conversions.list(key, 10))].sort()).toEqual(['a', 'b', 'b-1', 'c', 'd']);
      expect(await conversions.list(key, 2)).toHaveLength(2);
      await conversions.delete(key, ['a', 'd']);
      expect([...(await conversions.list(key, 10))].sort()).toEqual(['b', 'b-1', 'c']);
    });

    it('keeps hosts, jobs and ids apart', async () => {
      const { conversions, key } = fresh();
      for (const [i, odd] of oddHosts.entries())
        await conversions.put({ ...key, host: odd }, 'a', 'document', noise(10, i + 1));
      await conversions.put({ ...key, job: `${key.job}-2` }, 'a', 'document', noise(10, 99));
      for (const [i, odd] of oddHosts.entries()) {
        const own = { ...key, host: odd };
        expect(plain(await conversions.read(own, 'a', 'document'))).toEqual(noise(10, i + 1));
        expect(await conversions.list(own, 10)).toEqual(['a']);
      }
      await conversions.delete({ ...key, host: oddHosts[0] ?? host }, ['a']);
      expect(await conversions.list({ ...key, host: oddHosts[1] ?? host }, 10)).toEqual(['a']);
    });

    it('survives a crash at every await of putting and deleting', async () => {
      const { conversions, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const key = { job: freshName(), host };
          await conversions.put(key, 'old', 'document', noise(100));
          return key;
        },
        operation: async (key) => {
          await conversions.put(key, 'new', 'result', noise(200));
          await conversions.delete(key, ['old']);
        },
        check: async (key) => {
          expect(plain(await conversions.read(key, 'new', 'result'))).toEqual(noise(200));
          expect(await conversions.list(key, 10)).toEqual(['new']);
        },
      });
    });
  });
}
