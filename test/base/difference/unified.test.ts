import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { unifiedDifference } from '../../../lib/base/difference/unified.ts';
import { applied } from '../../support/webhooks/applied-difference.ts';

const bounds = { context: 3, edits: 200, lines: 2_000 };
const names = { before: 'before', after: 'after' };

function between(before: string, after: string, over: Partial<typeof bounds> = {}): string {
  const found = unifiedDifference(before, after, names, { ...bounds, ...over });
  return 'text' in found ? found.text : found.left;
}

const body = (...lines: readonly string[]): string => `--- before\n+++ after\n${lines.join('\n')}\n`;

describe('the unified difference of two texts', () => {
  it.each([
    ['nothing, of equal texts', 'a\nb', 'a\nb', ''],
    ['a line that comes', 'a\nb\n', 'a\nx\nb\n', body('@@ -1,2 +1,3 @@', ' a', '+x', ' b')],
    ['a line that goes', 'a\nx\nb\n', 'a\nb\n', body('@@ -1,3 +1,2 @@', ' a', '-x', ' b')],
    ['all of a new text', '', 'a\n', body('@@ -0,0 +1,1 @@', '+a')],
    ['all of a text that goes', 'a\n', '', body('@@ -1,1 +0,0 @@', '-a')],
    [
      'ends without a line feed',
      'a\nb',
      'a\nc',
      body(
        '@@ -1,2 +1,2 @@',
        ' a',
        '-b',
        '\\ No newline at end of file',
        '+c',
        '\\ No newline at end of file',
      ),
    ],
    [
      'a line feed that comes',
      'a',
      'a\n',
      body('@@ -1,1 +1,1 @@', '-a', '\\ No newline at end of file', '+a'),
    ],
  ])('shows %s', (_, before, after, text) => {
    expect(between(before, after)).toBe(text);
  });

  it('gives changes that lie apart a hunk each, and those whose context touches one', () => {
    const lines = Array.from({ length: 30 }, (_, n) => `${n}\n`);
    const change = (...places: readonly number[]): string =>
      lines.map((line, n) => (places.includes(n) ? 'x\n' : line)).join('');
    const hunks = (...places: readonly number[]): number =>
      between(lines.join(''), change(...places)).match(/^@@/gm)?.length ?? 0;
    expect([hunks(5), hunks(5, 12), hunks(5, 13), hunks(2, 14, 28)]).toEqual([1, 1, 2, 3]);
  });

  it('takes a shortest way', () => {
    const changed = between('a\nb\nc\na\nb\nb\na\n', 'c\nb\na\nb\na\nc\n').match(/^[+-][a-c]$/gm);
    expect(changed).toHaveLength(5);
  });

  it('says of texts that have little in common that they are too different', () => {
    const many = (word: string, n: number): string =>
      Array.from({ length: n }, (_, at) => `${word}${at}\n`).join('');
    expect(between(many('a', 100), many('b', 100))).toContain('+b99');
    expect(between(many('a', 101), many('b', 100))).toBe('too-different');
    expect(between(many('a', 2_001), many('a', 2_000))).toBe('too-long');
    expect(between(many('a', 2_000), many('a', 1_999))).toContain('-a1999');
  });
});

/** Texts of few different lines have much in common, and ends of both kinds. */
const text = fc
  .tuple(
    fc.array(fc.constantFrom('a', 'b', 'ab', '', '-- a', '++ b', '@@ -1 +1 @@', '\\ No'), { maxLength: 40 }),
    fc.boolean(),
  )
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

describe('a difference as a patch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-difference-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('turns the text before into the text after', () => {
    fc.assert(
      fc.property(text, text, fc.integer({ min: 0, max: 4 }), (before, after, context) => {
        expect(applied(before, between(before, after, { context }))).toBe(after);
      }),
    );
  });

  it('turns one into the other by patch(1)', () => {
    const path = (name: string): string => join(folder, name);
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        writeFileSync(path('before'), before);
        writeFileSync(path('patch'), between(before, after));
        execFileSync('patch', ['-s', '-F0', '-o', path('made'), path('before'), path('patch')]);
        expect(readFileSync(path('made'), 'utf8')).toBe(after);
      }),
      { numRuns: 40 },
    );
  });
});
