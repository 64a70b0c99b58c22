import { describe, expect, it } from 'vitest';
import { toAttribute } from '../../../../lib/adapters/aws/base/attributes.ts';
import { itemSize } from '../../../../lib/adapters/aws/base/item-size.ts';

/** Size of an item whose one attribute has a name of one byte. */
function sizeOf(value: unknown): number {
  return itemSize({ a: toAttribute(value) }) - 1;
}

describe('the size of an item', () => {
  it('is empty when it is empty', () => expect(itemSize({})).toBe(0));

  it('counts names and texts in UTF-8', () => {
    expect(itemSize({ name: { S: 'value' } })).toBe(9);
    expect(itemSize({ ü: { S: '\u{1F578}' } })).toBe(6);
  });

  it.each([
    [0, 1],
    [7, 2],
    [27, 2],
    [-27, 3],
    [461, 3],
    [1_795_219_200_000, 5],
    [1_795_219_200_123, 8],
    [0.001, 2],
    [1e21, 2],
  ])('counts the significant digits of %d by twos, and one more', (value, size) => {
    expect(sizeOf(value)).toBe(size);
  });

  it('counts bytes as they are, booleans and null as one', () => {
    expect(sizeOf(new Uint8Array(1_000))).toBe(1_000);
    expect(sizeOf(true)).toBe(1);
    expect(sizeOf(null)).toBe(1);
  });

  it('adds three for a list or a map and one for each member', () => {
    expect(sizeOf([])).toBe(3);
    expect(sizeOf(['ab', 7])).toBe(3 + 1 + 2 + 1 + 2);
    expect(sizeOf({ x: 'ab' })).toBe(3 + 1 + 1 + 2);
  });
});
