import { expect, test } from 'vitest';
import { copyRange } from '../../../lib/capabilities/sql/copying.ts';

test('a range is copied from its cursor on; when time is up, the rest is left to the next slice', async () => {
  const copied: number[] = [];
  const copy = (number: number): undefined => void copied.push(number);
  let cursor: string | undefined;
  for (let slice = 0; slice < 10; slice += 1) {
    const end = await copyRange({ isOver: () => true }, cursor, 10_000, copy);
    if (end === 'copied') break;
    cursor = end.cursor;
  }
  expect(cursor).toBe('8192');
  expect(copied).toEqual(Array.from({ length: 10_000 }, (_, number) => number));
});
