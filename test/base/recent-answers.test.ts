import { describe, expect, it } from 'vitest';
import { recent } from '../../lib/base/recent-answers.ts';

describe('what is remembered of a pure function', () => {
  it('is what it says, and is not asked for again while it is recent', () => {
    const asked: string[] = [];
    const lengthOf = recent((key: string) => {
      asked.push(key);
      return { length: key.length };
    }, 2);
    expect(['a', 'bb', 'a', 'bb'].map((key) => lengthOf(key).length)).toEqual([1, 2, 1, 2]);
    expect(asked).toEqual(['a', 'bb']);
  });

  it('is bounded: what was long not asked for is forgotten', () => {
    const asked: string[] = [];
    const itself = recent((key: string) => {
      asked.push(key);
      return { key };
    }, 2);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'a']) expect(itself(key)).toEqual({ key });
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
  });

  it('keeps what is asked for again and again', () => {
    let asked = 0;
    const itself = recent((key: string) => {
      if (key === 'often') asked++;
      return { key };
    }, 4);
    for (let i = 0; i < 100; i++) {
      itself('often');
      itself(`once ${i}`);
    }
    expect(asked).toBe(1);
  });
});
