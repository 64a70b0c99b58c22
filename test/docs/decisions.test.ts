import { describe, expect, it } from 'vitest';
import { pages, textOf } from './pages.ts';

const decisions = pages().filter((page) => page.startsWith('docs/decisions/'));
/** Bars and rules of tables are no words. */
const wordsOf = (page: string): number =>
  textOf(page)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

describe('decisions', () => {
  it('are many', () => expect(decisions.length).toBeGreaterThan(30));

  it.each(decisions)('say the question and the answer in at most 300 words: %s', (page) => {
    expect(textOf(page)).toMatch(/^# \d+\. .*\n\n\*\*Question\.\*\* [\s\S]*\n\*\*Answer\.\*\*/);
    expect(wordsOf(page)).toBeLessThanOrEqual(300);
  });
});

it.each(pages())('has no mark of a merge: %s', (page) => {
  expect(textOf(page)).not.toMatch(/^(?:<{7}|={7}|>{7})(?: |$)/m);
});
