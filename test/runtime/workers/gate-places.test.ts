import { describe, expect, it } from 'vitest';
import { gatePlaces } from '../../../lib/runtime/workers/gate-places.ts';

describe('the worker of a gate', () => {
  it('stays the same while it has room', () => {
    const places = gatePlaces();
    const first = places.of('a.example', [0, 0, 0]);
    for (let i = 0; i < 10; i += 1) {
      places.of(`${i}.example`, [0, 0, 0]);
      expect(places.of('a.example', [2, 2, 1])).toBe(first);
    }
  });

  it('is another one when that one is much busier than the others', () => {
    const places = gatePlaces();
    const first = places.of('a.example', [0, 0]);
    const turns = [1, 1];
    turns[first] = 20;
    expect(places.of('a.example', turns)).toBe(1 - first);
  });

  it('is spread over all of them', () => {
    const places = gatePlaces();
    const used = [0, 0, 0, 0];
    for (let i = 0; i < 400; i += 1) {
      const place = places.of(`${i}.example`, [3, 3, 3, 3]);
      used[place] = (used[place] ?? 0) + 1;
    }
    expect(used).toEqual([100, 100, 100, 100]);
  });
});
