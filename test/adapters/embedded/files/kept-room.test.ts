import { expect, test } from 'vitest';
import { keptRoom } from '../../../../lib/adapters/embedded/files/kept-room.ts';

test('room is the same memory each time, as long as no call needs far more than is usual', () => {
  const room = keptRoom();
  const first = room(10);
  expect(room(1_000_000)).toBe(first);
  const larger = room(3_000_000);
  expect(larger.length).toBe(3_000_000);
  expect(room(10)).toBe(larger);
  const large = room(20_000_000);
  expect(large.length).toBe(20_000_000);
  expect(room(10)).toBe(larger);
});
