import { describe, expect, it } from 'vitest';
import { readTopicFile } from '../../lib/topic/terms/topic-file.ts';

const none: ReadonlySet<string> = new Set();

describe('a topic definition', () => {
  it('has a weight, a term and classes in each row, comments and empty lines between them', () => {
    const text = '#Glass\n\n50: optical glass=A.14.5, D.2.2\n-10000: glass @and art=A\r\n30:  coins?=N,M\n';
    expect(readTopicFile(text, none)).toEqual({
      faults: [],
      terms: [
        {
          line: 3,
          weight: 50,
          term: 'optical glass',
          parts: ['optical glass'],
          classes: ['A.14.5', 'D.2.2'],
        },
        { line: 4, weight: -10_000, term: 'glass @and art', parts: ['glass', 'art'], classes: ['A'] },
        // Without a space after it a comma belongs to the class, as in Combine.
        { line: 5, weight: 30, term: 'coins?', parts: ['coins?'], classes: ['N,M'] },
      ],
    });
  });

  it('has words in the form in which they are matched', () => {
    const { terms } = readTopicFile('5: U\u0308ber\u00adsee[^\\s]* @and \ufb01sh?=M\n', none);
    expect(terms[0]?.parts).toEqual(['\u00dcbersee[^\\s]*', 'fish?']);
  });

  it('loses its stop words, and terms that are too short without them', () => {
    const { terms, faults } = readTopicFile('5: side of the moon=M\n5: of a=M\n', new Set(['of', 'the']));
    expect(terms.map(({ term }) => term)).toEqual(['side moon']);
    expect(faults).toEqual([
      { line: 2, text: '5: of a=M', problem: expect.stringContaining('shorter than 3 characters') },
    ]);
  });

  it.each([
    ['no colon', '50 glass=A', 'no ":" after the weight'],
    ['a word for a weight', 'many: glass=A', '"many" is not a whole number'],
    ['a fraction', '1.5: glass=A', '"1.5" is not a whole number'],
    ['no weight', ': glass=A', '"" is not a whole number'],
    ['no space', '50:glass=A', 'no space after ":"'],
    ['no class sign', '50: glass', 'no "=" before the class'],
    ['no class', '50: glass=', 'no class after "="'],
    ['no term', '50: =A', 'no term before "="'],
    ['half an expression', '50: glass(es=A', '"glass(es", character 6: a ( without its )'],
    ['nothing before @and', '50: @and glass=A', '"@and" without a term on each side'],
    ['nothing after @and', '50: glass @and=A', '"@and" without a term on each side'],
  ])('with %s is reported with its line, and the rest is read', (_, line, problem) => {
    const { terms, faults } = readTopicFile(`1: first=A\n${line}\n1: last=A`, none);
    expect(faults).toEqual([{ line: 2, text: line, problem: expect.stringContaining(problem) }]);
    expect(terms.map(({ term }) => term)).toEqual(['first', 'last']);
  });

  it('names a row that is there twice; both count, as in Combine', () => {
    const { terms, faults } = readTopicFile('1: moon=A\n2: moon=A\n', none);
    expect(terms).toHaveLength(2);
    expect(faults.map(({ problem }) => problem)).toEqual([expect.stringContaining('as in line 1')]);
  });
});
