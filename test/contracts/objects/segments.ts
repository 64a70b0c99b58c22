import { describe, expect, it } from 'vitest';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import type { SegmentStore } from '../../../lib/ports/segments.ts';
import { crashEverywhere } from '../../support/crash.ts';
import {
  type ContractOptions,
  type Fixture,
  freshName,
  hostName,
  many,
  noise,
  oddHosts,
  opened,
  plain,
} from '../fixture.ts';

const all = Number.MAX_SAFE_INTEGER;

/** What every adapter of `SegmentStore` must do. */
export function segmentsContract(
  name: string,
  make: () => Promise<Fixture & { readonly segments: SegmentStore }>,
  { scale = 1 }: ContractOptions = {},
): void {
  describe(`${name} keeps the contract of SegmentStore`, () => {
    const fixture = opened(make);
    const freshKey = (): HostKey => ({ job: freshName(), host: hostName('a.example:8080') });

    it('says not-found for a segment that is not there', async () => {
      const { segments } = fixture();
      await expect(segments.read(freshKey(), '1-a', 0, 10)).rejects.toMatchObject({
        name: 'WinnowError',
        code: 'not-found',
      });
    });

    it('reads any range, up to but not including its end, and no further than the segment goes', async () => {
      const { segments } = fixture();
      const key = freshKey();
      const bytes = noise(10_000);
      await segments.put(key, '7-x_Y', bytes);
      for (const [start, end] of [
        [0, 10_000],
        [0, 1],
        [9_999, 10_000],
        [500, 700],
        [9_000, 20_000],
        [0, all],
        [300, 300],
        [10_000, 10_001],
        [50_000, 60_000],
      ] as const) {
        expect(plain(await segments.read(key, '7-x_Y', start, end)), `${start}-${end}`).toEqual(
          bytes.slice(start, end),
        );
      }
    });

    it('keeps an empty segment', async () => {
      const { segments } = fixture();
      const key = freshKey();
      await segments.put(key, 'empty', new Uint8Array(0));
      expect(plain(await segments.read(key, 'empty', 0, 100))).toEqual(new Uint8Array(0));
    });

    it('keeps ten thousand URLs of one host in a segment that is read piece by piece', async () => {
      const { segments } = fixture();
      const key = freshKey();
      const urls = Array.from({ length: 10_000 }, (_, i) => `http://a.example:8080/page/${i}?q=${i * 7}`);
      const bytes = new TextEncoder().encode(urls.join('\n'));
      await segments.put(key, 'urls', bytes);
      const pieces: Uint8Array[] = [];
      for (let start = 0; start < bytes.length; start += 65_536) {
        pieces.push(await segments.read(key, 'urls', start, start + 65_536));
      }
      expect(Buffer.concat(pieces).toString().split('\n')).toEqual(urls);
    });

    it('keeps a segment of many megabytes', async () => {
      const { segments } = fixture();
      const key = freshKey();
      const bytes = noise(Math.round(10_000_000 * Math.max(0.2, scale)));
      await segments.put(key, 'large', bytes);
      const middle = bytes.length >> 1;
      expect(plain(await segments.read(key, 'large', middle, middle + 1_000))).toEqual(
        bytes.slice(middle, middle + 1_000),
      );
      expect(Buffer.compare(await segments.read(key, 'large', 0, all), bytes)).toBe(0);
    });

    it('is put twice without harm, and holds a copy', async () => {
      const { segments } = fixture();
      const key = freshKey();
      const whole = noise(1_000);
      const expected = whole.slice(100, 300);
      await segments.put(key, 'a', whole.subarray(100, 300));
      await Promise.all([segments.put(key, 'a', expected), segments.put(key, 'a', expected)]);
      whole.fill(0);
      expect(plain(await segments.read(key, 'a', 0, all))).toEqual(expected);
    });

    it('deletes exactly the segments that are named, also twice, also together with unknown ones', async () => {
      const { segments } = fixture();
      const key = freshKey();
      for (const id of ['a', 'b', 'c']) await segments.put(key, id, noise(10));
      await segments.delete(key, ['a', 'c', 'nothing']);
      await segments.delete(key, ['a', 'c', 'nothing']);
      await segments.delete(key, []);
      expect(plain(await segments.read(key, 'b', 0, all))).toEqual(noise(10));
      await expect(segments.read(key, 'a', 0, 1)).rejects.toMatchObject({ code: 'not-found' });
    });

    it('deletes more segments at once than any store takes in one request', async () => {
      const { segments } = fixture();
      const key = freshKey();
      const count = Math.max(100, Math.round(1_500 * scale));
      const ids = Array.from({ length: count }, (_, i) => `s${i}`);
      await many(count, (i) => segments.put(key, `s${i}`, noise(8)));
      await segments.delete(key, [...ids, ...Array.from({ length: 1_100 }, (_, i) => `unknown-${i}`)]);
      for (const id of ['s0', `s${count >> 1}`, `s${count - 1}`]) {
        await expect(segments.read(key, id, 0, 1)).rejects.toMatchObject({ code: 'not-found' });
      }
    });

    it('keeps the segments of hosts and jobs apart', async () => {
      const { segments } = fixture();
      const job = freshName();
      await many(oddHosts.length, (i) =>
        segments.put({ job, host: oddHosts[i] ?? hostName('') }, '1', noise(20, i + 1)),
      );
      await segments.put({ job: `${job}-2`, host: hostName('example.org') }, '1', noise(20, 99));
      await segments.delete({ job: `${job}-2`, host: hostName('example.org') }, ['1']);
      for (const [i, host] of oddHosts.entries()) {
        expect(plain(await segments.read({ job, host }, '1', 0, all))).toEqual(noise(20, i + 1));
      }
    });

    it('survives a crash at every await of putting and deleting', async () => {
      const { segments, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => {
          const key = freshKey();
          await segments.put(key, 'old', noise(10));
          return key;
        },
        operation: async (key) => {
          await segments.put(key, 'new', noise(3_000));
          await segments.delete(key, ['old']);
        },
        check: async (key) => {
          expect(plain(await segments.read(key, 'new', 0, all))).toEqual(noise(3_000));
          await expect(segments.read(key, 'old', 0, 1)).rejects.toMatchObject({ code: 'not-found' });
        },
      });
    });
  });
}
