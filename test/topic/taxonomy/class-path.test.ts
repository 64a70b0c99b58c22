import { describe, expect, it } from 'vitest';
import { isWithin, lineOf, parentOf, readClassPath } from '../../../lib/topic/taxonomy/class-path.ts';
import { classTree, examplesWithin } from '../../../lib/topic/taxonomy/class-tree.ts';

describe('the path of a class', () => {
  it.each([
    ['/a/b', '/a/b'],
    ['a/b', '/a/b'],
    ['/a/b/', '/a/b'],
    [' a / b c ', '/a/b c'],
    ['', '/'],
    ['/', '/'],
    ['/Caf\u0065\u0301', '/Café'],
  ])('%j is read as %j', (written, path) => {
    expect(readClassPath(written)).toEqual({ path });
  });

  it.each([
    ['/a//b', 'there is a name missing between two slashes'],
    ['/a/b\n', undefined],
    ['/a\nb', 'it has control characters in it'],
    [`/${'x'.repeat(1_000)}`, 'it is longer than 1000 characters'],
  ])('%j is refused: %s', (written, problem) => {
    expect(readClassPath(written)).toEqual(problem === undefined ? expect.anything() : { problem });
  });

  it('has a line of classes above it, the root first', () => {
    expect(lineOf('/a/b')).toEqual(['/', '/a', '/a/b']);
    expect(parentOf('/')).toBeUndefined();
    expect(isWithin('/ab', '/a')).toBe(false);
    expect(isWithin('/a/b', '/a')).toBe(true);
    expect(isWithin('/a', '/')).toBe(true);
  });
});

describe('the tree of classes', () => {
  it('has what is above the classes too, each before what is below it and before the next', () => {
    const tree = classTree(
      new Map([
        ['/b', 1],
        ['/a/y', 2],
        ['/a-1', 3],
        ['/a/x/z', 4],
      ]),
    );
    expect(tree.map(({ path }) => path)).toEqual(['/', '/a', '/a/x', '/a/x/z', '/a/y', '/a-1', '/b']);
    expect(tree[0]?.children).toEqual([1, 5, 6]);
    expect([...examplesWithin(tree)]).toEqual([10, 6, 4, 4, 2, 3, 1]);
  });
});
