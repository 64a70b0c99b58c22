import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkClassFile, classHierarchy, labelled, readClassFile } from '../../lib/topic/terms/class-file.ts';

const text = `# Birds
B = Birds
B.OWL < B = Owls
B.OWL.TAWNY < B.OWL = Tawny owl

F
`;

describe('a class file', () => {
  it('gives each class its parent and its label', () => {
    expect(readClassFile(text)).toEqual({
      classes: [
        { id: 'B', label: 'Birds' },
        { id: 'B.OWL', parent: 'B', label: 'Owls' },
        { id: 'B.OWL.TAWNY', parent: 'B.OWL', label: 'Tawny owl' },
        { id: 'F' },
      ],
      faults: [],
    });
  });

  it.each([
    ['A\nB < C', 2, 'its parent C is no class of the file; expected a line for it'],
    ['A\nA = again', 2, 'the class A is there already, in line 1'],
    ['A < B\nB < A', 1, 'it is above itself: A < B < A; expected a tree'],
    ['A < A', 1, 'it is above itself: A < A; expected a tree'],
    ['= Label', 1, 'no class before "="; expected ID < PARENT = LABEL, of which the last two may be missing'],
    ['A < = x', 1, /no class after "<"/],
    ['A <', 1, /no class after "<"/],
    ['B\nC\nA < B < C', 3, /two parents/],
    ['x'.repeat(1_001), 1, /longer than 1000 characters/],
  ])('names what is wrong with %j, and where', (written, line, problem) => {
    expect(readClassFile(written).faults[0]).toMatchObject({
      line,
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  it('names each fault by its line, and keeps the rest', () => {
    const { classes, faults } = readClassFile('A\nB < X\nC < A\nA\nD < E\nE < D\nF < D');
    expect(faults.map(({ line }) => line)).toEqual([2, 4, 5, 6]);
    expect(classes.map(({ id }) => id)).toEqual(['A', 'C', 'F']);
  });

  it('is read without an end, whatever stands in it', () => {
    const piece = fc.constantFrom('A', 'B', ' < ', ' = ', '<', '=', '\n', '#', ' ', '\t', '\r');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { classes } = readClassFile(pieces.join(''));
        const hierarchy = classHierarchy(classes);
        for (const { id } of classes) expect(hierarchy.isWithin(id, id)).toBe(true);
      }),
    );
  });
});

it('is checked beside the terms of a topic: classes that one of them does not have', () => {
  const { unknown, idle } = checkClassFile(text, new Set(['B.OWL.TAWNY', 'Z', 'A']));
  expect({ unknown, idle }).toEqual({ unknown: ['A', 'Z'], idle: ['F'] });
});

describe('a hierarchy of classes', () => {
  const hierarchy = classHierarchy(readClassFile(text).classes);

  it.each([
    ['B.OWL.TAWNY', 'B', true],
    ['B.OWL', 'B.OWL', true],
    ['B', 'B.OWL', false],
    ['F', 'B', false],
    ['B.OWLS', 'B.OWL', false],
    ['/a/b/c', '/a', true],
    ['/ab', '/a', false],
  ])('knows whether %s is within %s: %s', (id, above, within) => {
    expect(hierarchy.isWithin(id, above)).toBe(within);
  });

  it('labels a verdict', () => {
    const classes = ['B', 'X'].map((id) => ({ id, score: 1, share: 1, evidence: [] }));
    const verdict = { relevant: true, filter: 'terms', kind: 'terms', score: 1, classes } as const;
    expect(labelled(verdict, hierarchy).classes.map(({ label }) => label)).toEqual(['Birds', undefined]);
  });
});
