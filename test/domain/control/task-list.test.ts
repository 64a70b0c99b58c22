import { describe, expect, test } from 'vitest';
import type { Task } from '../../../lib/domain/control/command.ts';
import { nextTask, withTask } from '../../../lib/domain/control/task-list.ts';

let drawn = 0;
function task(kind: Task['kind'], more: Partial<Task> = {}): Task {
  drawn += 1;
  return { id: `t${drawn}`, kind, at: 1_000, looked: 0, told: 0, ...more };
}
const reharvest = (before: number, mark: object = {}, more: Partial<Task> = {}): Task =>
  task('reharvest', { mark: { before, ...mark }, ...more });

describe('a reharvest that has not begun', () => {
  const one = { what: 'example.org' };
  const some = { maxPages: 10 };
  test.each<[string, Task, Task, boolean]>([
    ['of all pages, by a later one of all', reharvest(1_000), reharvest(2_000), true],
    ['of all pages, not by one of older pages only', reharvest(2_000), reharvest(1_000), false],
    ['of some pages, by one of all', reharvest(1_000, { class: 'owls' }), reharvest(1_000), true],
    ['of all pages, not by one of some', reharvest(1_000), reharvest(2_000, { class: 'owls' }), false],
    [
      'of a class, by one of the same',
      reharvest(1, { class: 'owls' }),
      reharvest(2, { class: 'owls' }),
      true,
    ],
    [
      'of a class, not by one of another',
      reharvest(1, { class: 'owls' }),
      reharvest(2, { class: 'x' }),
      false,
    ],
    ['of a host, by one of all hosts', reharvest(1_000, {}, one), reharvest(1_000), true],
    ['of all hosts, not by one of a host', reharvest(1_000), reharvest(2_000, {}, one), false],
    [
      'of a host, by one of its domain',
      reharvest(1, {}, { what: 'a.example.org' }),
      reharvest(1, {}, one),
      true,
    ],
    ['with a bound, by one without', reharvest(1_000, {}, some), reharvest(1_000), true],
    ['without a bound, not by one with', reharvest(1_000), reharvest(2_000, {}, some), false],
    ['without validators, not by one with them', reharvest(1, { unconditional: true }), reharvest(2), false],
    ['with validators, by one without', reharvest(1), reharvest(2, { unconditional: true }), true],
  ])('%s: is it replaced?', (_, older, newer, isReplaced) => {
    expect(withTask([older], newer)).toEqual(isReplaced ? [newer] : [older, newer]);
  });

  test('is replaced for ever, so that no number of days makes a pile', () => {
    let tasks: readonly Task[] | undefined = [reharvest(0, {}, { looked: 200, cursor: 'h' })];
    for (let day = 1; day < 100; day += 1) tasks = withTask(tasks, reharvest(day));
    expect(tasks?.map(({ mark }) => mark?.before)).toEqual([0, 99]);
  });
});

test('one that is there already stays as far as it has come', () => {
  const begun = task('purge', { looked: 200, cursor: 'h', what: 'example.org' });
  const tasks = [begun];
  expect(withTask(tasks, { ...begun, looked: 0 })).toBe(tasks);
});

test('there are at most 20 reharvests, and any number of purges beside them, one for each name', () => {
  let tasks: readonly Task[] = [];
  for (let i = 0; i < 20; i += 1) tasks = withTask(tasks, reharvest(1, {}, { what: `h${i}.example` })) ?? [];
  expect(withTask(tasks, reharvest(1, { class: 'owls' }))).toBeUndefined();
  for (let i = 0; i < 50; i += 1)
    tasks = withTask(tasks, task('purge', { what: `h${i % 25}.example` })) ?? [];
  expect(tasks).toHaveLength(45);
});

test('purges come first, reharvests last, and one that waits is passed over', () => {
  const [late, old] = [task('confirm', { notBefore: 2_000 }), reharvest(1)];
  const [wake, purge] = [task('wake'), task('purge')];
  expect(nextTask([old, late, wake, purge], 1_000)).toBe(purge);
  expect(nextTask([old, late, wake], 1_000)).toBe(wake);
  expect(nextTask([old, late], 1_000)).toBe(old);
  expect(nextTask([old, late], 2_000)).toBe(late);
  expect(nextTask([late], 1_999)).toBeUndefined();
  expect(nextTask(undefined, 0)).toBeUndefined();
});
