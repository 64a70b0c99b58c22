import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fingerprint } from '../../../../lib/base/url/fingerprint.ts';
import {
  encodeSeen,
  lookUp,
  mergeSeen,
  type SeenEntry,
  seenCount,
} from '../../../../lib/domain/frontier/store/seen.ts';
import type { SeenRun } from '../../../../lib/domain/frontier/store/state.ts';

/** Few high and few low halves, so that entries differ in either. */
const fingerprint = fc
  .tuple(
    fc.constantFrom('00000000', '7fffffff', '80000000', 'ffffffff'),
    fc.constantFrom(0, 1, 0x8000_0000, 0xffff_ffff),
  )
  .map(([high, low]) => (high + low.toString(16).padStart(8, '0')) as Fingerprint);
const entries = fc.uniqueArray(
  fc.record({ fingerprint, state: fc.integer({ min: -2_000_000_000, max: 0x7fff_ffff }) }),
  { selector: (entry) => entry.fingerprint, maxLength: 16 },
);

function store(sections: readonly Buffer[]) {
  const runs = sections.map(
    (bytes, i): SeenRun => ({
      segment: String(i),
      start: 0,
      end: bytes.length,
      count: seenCount(bytes),
      crc: crc32(bytes),
    }),
  );
  const read = async (id: string, start: number, end: number) =>
    (sections[Number(id)] ?? Buffer.alloc(0)).subarray(start, end);
  return { runs, read };
}

const asMap = (list: readonly SeenEntry[]) =>
  new Map(list.map(({ fingerprint, state }) => [fingerprint, state]));

test('the newest state of a fingerprint is found, in several runs as in one merged from them', async () => {
  await fc.assert(
    fc.asyncProperty(entries, entries, entries, fc.array(fingerprint), async (old, middle, young, others) => {
      const known = new Map([...asMap(old), ...asMap(middle), ...asMap(young)]);
      const wanted = [...known.keys(), ...others];
      const apart = store([encodeSeen(old), encodeSeen(middle), encodeSeen(young)]);
      expect(new Map(await lookUp(apart.runs, wanted, apart.read))).toEqual(known);
      const merged = mergeSeen(encodeSeen(old), mergeSeen(encodeSeen(middle), encodeSeen(young)));
      expect(seenCount(merged)).toBe(known.size);
      const together = store([merged]);
      expect(new Map(await lookUp(together.runs, wanted, together.read))).toEqual(known);
    }),
  );
});

test('a seen run that was damaged or cut off is corrupt', async () => {
  const bytes = encodeSeen([{ fingerprint: '0123456789abcdef' as Fingerprint, state: 1 }]);
  const { runs } = store([bytes]);
  const wanted = ['0123456789abcdef' as Fingerprint];
  const damaged = Buffer.from(bytes);
  damaged[3] = 0;
  await expect(lookUp(runs, wanted, async () => damaged)).rejects.toMatchObject({ code: 'corrupt' });
  await expect(lookUp(runs, wanted, async () => bytes.subarray(1))).rejects.toMatchObject({
    code: 'corrupt',
  });
});
