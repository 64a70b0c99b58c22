import { describe, expect, it } from 'vitest';
import { onFirstCall } from '../../../lib/runtime/shared/on-first-call.ts';

function counted() {
  let loads = 0;
  const desk = onFirstCall(async () => {
    loads += 1;
    return { twice: async (n: number) => 2 * n, refuse: () => Promise.reject(new Error('no')) };
  });
  return { desk, loads: () => loads };
}

describe('methods that are loaded on the first call', () => {
  it('are loaded once, by whichever is called first', async () => {
    const { desk, loads } = counted();
    expect(loads()).toBe(0);
    expect(await Promise.all([desk.twice(2), desk.twice(3)])).toEqual([4, 6]);
    await expect(desk.refuse()).rejects.toThrow('no');
    expect(loads()).toBe(1);
  });

  it('are not loaded because somebody awaits the object', async () => {
    const { desk, loads } = counted();
    expect((await Promise.resolve(desk)) === desk).toBe(true);
    expect(loads()).toBe(0);
  });
});
