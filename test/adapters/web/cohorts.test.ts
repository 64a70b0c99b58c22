import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mostAnswers, mostBytes, openCohorts } from '../../../lib/adapters/web/cohorts.ts';

/** Answers of these bytes, each with two steps that wait for nothing; and the steps so far. */
function answersOf(bytes: readonly number[]): string[] {
  const cohorts = openCohorts();
  const steps: string[] = [];
  for (const [answer, size] of bytes.entries()) {
    void cohorts
      .enter(size)
      .then(() => steps.push(`${answer} is read`))
      .then(() => steps.push(`${answer} is stored`));
  }
  return steps;
}

it('lets each answer that has come take a step before any takes the next', async () => {
  const steps = answersOf([10, 20, 30]);
  expect(steps).toEqual([]);
  await setImmediate();
  expect(steps).toEqual(['0 is read', '1 is read', '2 is read', '0 is stored', '1 is stored', '2 is stored']);
});

it('begins the next cohort only after sockets and timers had their turn', async () => {
  const steps = answersOf(Array.from({ length: 2 * mostAnswers + 1 }, () => 1));
  const reached: number[] = [];
  for (let round = 0; round < 4; round++) {
    await setImmediate();
    reached.push(steps.length / 2);
  }
  expect(reached).toEqual([mostAnswers, 2 * mostAnswers, 2 * mostAnswers + 1, 2 * mostAnswers + 1]);
});

it.each([
  ['a body that is larger than all may be goes on alone', [mostBytes + 1, 1], [1, 2]],
  ['it lets those before it go on first', [1, mostBytes, 1], [1, 2, 3]],
  ['bodies that are just as large as all may be go on together', [mostBytes - 1, 1, 1], [2, 3]],
  ['answers without a body count as answers', [0, 0, 0], [3]],
])('bounds the bytes of a cohort: %s', async (_, bytes, expected) => {
  const steps = answersOf(bytes);
  const reached: number[] = [];
  while (reached.at(-1) !== bytes.length) {
    await setImmediate();
    reached.push(steps.filter((step) => step.endsWith('stored')).length);
  }
  expect(reached).toEqual(expected);
});

it('takes in who comes while a cohort goes on', async () => {
  const cohorts = openCohorts();
  const steps: string[] = [];
  void cohorts.enter(1).then(() => {
    steps.push('first');
    void cohorts.enter(1).then(() => steps.push('second'));
  });
  await setImmediate();
  expect(steps).toEqual(['first']);
  await setImmediate();
  await setImmediate();
  expect(steps).toEqual(['first', 'second']);
});
