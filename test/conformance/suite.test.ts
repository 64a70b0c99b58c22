import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runnable, UnknownCase, unknownCases } from './suite.ts';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly input: string;
  readonly expected: { readonly text: string };
}

const file = join(mkdtempSync(join(tmpdir(), 'winnow-cases-')), 'cases.jsonl');
const suite = runnable<Case>({
  name: 'upper',
  file,
  has: ({ kind }) => kind.startsWith('upper'),
  got({ input }) {
    if (input === '?') throw new UnknownCase('a question');
    return input.toUpperCase();
  },
  want: ({ expected }) => expected.text,
  rules: [],
});

function write(...cases: readonly unknown[]): void {
  writeFileSync(file, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

it('goes on past cases that it does not know, and counts them as skipped', () => {
  write(
    { id: 'good', kind: 'upper', input: 'a', expected: { text: 'A' } },
    { id: 'wrong', kind: 'upper', input: 'a', expected: { text: 'B' } },
    { id: 'other-form', kind: 'upper', input: 'a' },
    { id: 'asked', kind: 'upper', input: '?', expected: { text: '?' } },
  );
  const { passed, total, failed, skipped } = suite.run() ?? {};
  expect({ passed, total }).toEqual({ passed: 1, total: 2 });
  expect(failed?.map(({ id }) => id)).toEqual(['wrong']);
  expect(Object.values(skipped ?? {}).flat()).toEqual(['other-form', 'asked']);
});

it('counts as failed where our own code throws', () => {
  write({ id: 'bad', kind: 'upper', input: 3, expected: { text: 'A' } });
  expect(suite.run()).toMatchObject({ passed: 0, total: 1, failed: [{ id: 'bad' }], skipped: {} });
});

it('names the cases that no suite has', () => {
  write(
    { id: 'known', kind: 'upper', input: 'a', expected: { text: 'A' } },
    { id: 'lower-1', kind: 'lower' },
    { id: 'nothing' },
    null,
  );
  expect(unknownCases(file, [suite])).toEqual({ lower: ['lower-1'], 'no kind': ['nothing', 'no id'] });
});
