import { expect, it } from 'vitest';
import { parsePriors } from '../../../lib/topic/taxonomy/priors-file.ts';

const classes = ['/', '/a', '/a/b', '/c'];

it('reads how many examples classes count as', () => {
  expect(parsePriors('# wide\n/a = 30\n\na/b=0.5\n', classes)).toEqual({
    priors: { '/a': 30, '/a/b': 0.5 },
    faults: [],
  });
});

it.each([
  ['/a', 'expected CLASS = NUMBER'],
  ['/a = 0', 'expected a number above 0 for /a, got 0'],
  ['/a = many', 'expected a number above 0 for /a, got many'],
  ['/a = Infinity', 'expected a number above 0 for /a, got Infinity'],
  ['/x = 1', 'there is no class /x'],
  ['/ = 1', '/ is no class below the root'],
])('names the line of what is wrong: %s', (line, problem) => {
  expect(parsePriors(`/c = 1\n${line}\n`, classes).faults).toEqual([{ line: 2, problem }]);
});

it('refuses a class that is there twice', () => {
  expect(parsePriors('/a = 1\na/ = 2', classes).faults).toEqual([{ line: 2, problem: '/a is there twice' }]);
});
