import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfigStatement, parseConfig } from '../../../lib/config/combine-format/config-tree.ts';

/** Statements without the lines on which they stand. */
type Shape = readonly [name: string, value: string] | { readonly [block: string]: readonly Shape[] } | string;

function shape(statements: readonly ConfigStatement[]): readonly Shape[] {
  return statements.map((statement) => {
    if (statement.kind === 'entry') return [statement.name, statement.value] as const;
    if (statement.kind === 'include') return `include ${statement.path}`;
    return { [statement.name]: shape(statement.statements) };
  });
}

describe('a configuration file of Combine', () => {
  const cases: readonly (readonly [string, string, readonly Shape[]])[] = [
    [
      'is pairs',
      'a = 1\nb=2\n c   3\nd\t=\t4',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        ['d', '4'],
      ],
    ],
    [
      'may have no value',
      'ZebraHost =\nSolrHost',
      [
        ['ZebraHost', ''],
        ['SolrHost', ''],
      ],
    ],
    [
      'may quote values',
      'x = "a  b "\ny = "\nz = ""',
      [
        ['x', 'a  b '],
        ['y', '"'],
        ['z', ''],
      ],
    ],
    ['has comments', '# a = 1\nb = 2 # two\n#@#c = 3\n\n  # d', [['b', '2']]],
    ['may mask a comment sign', 'URL a\\#b', [['URL', 'a#b']]],
    [
      'has C comments',
      '/* one */ a = 1\n/* two\nb = 2 */ c = 3\n/* x\ny */\nd = 4',
      [
        ['a', '1'],
        ['c', '3'],
        ['d', '4'],
      ],
    ],
    [
      'joins continued lines',
      'a = one \\\n  two\nb = 3',
      [
        ['a', 'one two'],
        ['b', '3'],
      ],
    ],
    [
      'has here-documents',
      'a <<END\none # two\n  three\nEND\nb = 1',
      [
        ['a', 'one # two\n  three'],
        ['b', '1'],
      ],
    ],
    [
      'nests blocks',
      '<url>\n<allow>\nHOST: .*$\n</allow>\n</url>',
      [{ url: [{ allow: [['HOST:', '.*$']] }] }],
    ],
    ['closes blocks in any case', '<Url>\n</URL>', [{ Url: [] }]],
    [
      'includes files',
      '<a>\n<<include config_exclude>>\n</a>\n<< INCLUDE "b c" >>',
      [{ a: ['include config_exclude'] }, 'include b c'],
    ],
    [
      'keeps patterns',
      'URL \\.gif$|\\?x=(a|b)\nURL=^http:\\/\\/',
      [
        ['URL', '\\.gif$|\\?x=(a|b)'],
        ['URL', '^http:\\/\\/'],
      ],
    ],
    ['parts at the first sign', 'HOST:x = 1', [['HOST:x', '1']]],
    [
      'has any line ends',
      'a=1\r\nb=2\rc=3',
      [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
      ],
    ],
  ];
  it.each(cases)('%s', (_, text, expected) => {
    const { statements, problems } = parseConfig(text);
    expect(problems).toEqual([]);
    expect(shape(statements)).toEqual(expected);
  });

  it('says where each thing stands', () => {
    const { statements } = parseConfig('a = 1\n\n<b>\n# no\nc \\\n d\ne\n</b>\n<<include f>>');
    expect(statements).toMatchObject([
      { line: 1 },
      { line: 3, statements: [{ line: 5 }, { line: 7 }] },
      { line: 9 },
    ]);
  });

  const broken: readonly (readonly [string, string, readonly (readonly [number, string])[]])[] = [
    ['a block without end', 'a = 1\n<url>\n<allow>\n</allow>', [[2, '<url> has no </url>']]],
    ['an end without block', 'a = 1\n</url>', [[2, '</url> ends a block that was never begun']]],
    [
      'ends in the wrong order',
      '<url>\n<allow>\n</url>\n</allow>',
      [
        [3, '</url> stands where <allow> of line 2 is open'],
        [4, '</allow> stands where <url> of line 1 is open'],
      ],
    ],
    ['a comment without end', 'a\n/* b\nc', [[2, 'the comment /* that begins here has no */']]],
    ['a here-document without end', 'a <<END\nb', [[1, 'the text <<END that begins here has no end']]],
    [
      'blocks that never end to nest',
      '<a>\n'.repeat(21) + '</a>\n'.repeat(21),
      [[21, 'blocks stand more than 20 deep']],
    ],
  ];
  it.each(broken)('with %s is refused with the line', (_, text, expected) => {
    const { statements, problems } = parseConfig(text);
    expect(problems.map(({ line, message }) => [line, message])).toEqual(expected);
    expect(statements).toEqual([]);
  });

  it('is read whatever stands in it', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<',
      '>',
      '<<include ',
      '>>',
      '/*',
      '*/',
      '\\',
      '#',
      '\n',
      ' ',
      '=',
      '"',
      '<<E',
      'E',
      'x',
      '\0',
      'ä',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { problems } = parseConfig(text);
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const { line } of problems) expect(line > 0 && line <= lines).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read back as it was written', () => {
    const name = fc.stringMatching(/^[A-Za-z][\w:-]{0,8}$/);
    const value = fc.stringMatching(/^[A-Za-z0-9.^$(|)?=:~ -]{0,12}[a-z$]$/).map((text) => text.trim());
    const { tree } = fc.letrec<{ tree: readonly Shape[]; statement: Shape }>((tie) => ({
      statement: fc.oneof(
        { maxDepth: 5 },
        fc.tuple(name, value),
        name.map((file) => `include ${file}`),
        fc.tuple(name, tie('tree')).map(([block, inner]) => ({ [block]: inner })),
      ),
      tree: fc.array(tie('statement'), { maxLength: 4 }),
    }));
    fc.assert(
      fc.property(tree, (statements) => {
        const { statements: read, problems } = parseConfig(write(statements).join('\n'));
        expect(problems).toEqual([]);
        expect(shape(read)).toEqual(statements);
      }),
    );
  });
});

function write(statements: readonly Shape[]): readonly string[] {
  return statements.flatMap((statement) => {
    if (typeof statement === 'string') return [`<<${statement}>>`];
    if (isPair(statement)) return [`${statement[0]} = ${statement[1].replaceAll('#', '\\#')}`];
    return Object.entries(statement).flatMap(([name, inner]) => [
      `<${name}>`,
      ...write(inner).map((line) => `  ${line}`),
      `</${name}>`,
    ]);
  });
}

function isPair(statement: Shape): statement is readonly [string, string] {
  return Array.isArray(statement);
}
