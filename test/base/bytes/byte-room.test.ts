import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openBlocks, openByteRoom } from '../../../lib/base/bytes/byte-room.ts';
import { bytesOfLines, lineText, textOf } from '../../../lib/base/line.ts';

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('', 'a'.repeat(70_000), 'ä'.repeat(65_000), '€'.repeat(60_000), 'x'.repeat(200_000)),
  ),
  { maxLength: 20 },
);

it('keeps texts and bytes as they are until it is left, and then uses their memory again', () => {
  fc.assert(
    fc.property(texts, (some) => {
      const blocks = openBlocks(4);
      for (let round = 0; round < 2; round++) {
        const room = openByteRoom(blocks);
        const kept = some.map((text, i) => room.keep(i % 2 === 0 ? text : Buffer.from(text)));
        expect(kept.map(textOf)).toEqual(some.map((text) => Buffer.from(text).toString()));
        room.leave();
      }
      const [block] = [blocks.take()];
      blocks.giveBack([block]);
      expect(blocks.take()).toBe(block);
    }),
    { numRuns: 60 },
  );
});

it('writes a line in parts as the same line in one', () => {
  const parts = ['{"a":"ä', Buffer.from('€', 'utf8'), '\u{1f600}"}'];
  expect(lineText(parts)).toBe('{"a":"ä€\u{1f600}"}');
  expect(Buffer.from(bytesOfLines([parts, '2'])).toString()).toBe('{"a":"ä€\u{1f600}"}\n2\n');
});

it('gives up the blocks of a rush when so many were not needed for long', () => {
  const blocks = openBlocks(100);
  const made = new Set<Buffer>();
  const take = (count: number): Buffer[] => {
    const taken = Array.from({ length: count }, () => blocks.take());
    for (const block of taken) made.add(block);
    return taken;
  };
  blocks.giveBack(take(60));
  // What is needed again and again stays.
  for (let i = 0; i < 500; i++) blocks.giveBack(take(10));
  expect(made.size).toBe(60);
  blocks.giveBack(take(60));
  expect(made.size).toBe(60 + 50);
  for (let i = 0; i < 500; i++) blocks.giveBack(take(60));
  expect(made.size).toBe(60 + 50);
});
