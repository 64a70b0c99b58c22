import { expect, it } from 'vitest';
import { append, largest, smallest } from '../../lib/base/long-lists.ts';

const many = 300_000;

it('finds the largest and the smallest of more numbers than the stack has room for', () => {
  const numbers = Array.from({ length: many }, (_, at) => at);
  expect([largest(numbers), smallest(numbers)]).toEqual([many - 1, 0]);
  expect([largest([], 0), smallest([], 7), largest([1], 2), smallest([3], 2)]).toEqual([0, 7, 2, 2]);
});

it('appends more items than the stack has room for', () => {
  const list = [0];
  append(
    list,
    Array.from({ length: many }, (_, at) => at),
  );
  expect([list.length, list.at(-1)]).toEqual([many + 1, many - 1]);
});
