import { describe, expect, test } from 'vitest';
import { ChunkLines } from '../../../../lib/adapters/web/mending/chunk-lines.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

/** Passes a body in pieces of at most so many bytes. */
function pass(body: string, most = body.length, seed = 1) {
  const [lines, random] = [new ChunkLines(), seededRandom(seed)];
  const passed: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const to = at + 1 + Math.floor(random() * most);
    passed.push(lines.pass(Buffer.from(body.slice(at, to), 'latin1')));
    at = to;
  }
  return { text: Buffer.concat(passed).toString('latin1'), isMended: lines.isMended };
}

const plain = '5\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n';
const odd: readonly (readonly [what: string, body: string, as: string])[] = [
  ['lines that end in LF', '5\nhello\nA\n0123456789\n0\n\n', plain],
  ['one line that ends in LF', '5\r\nhello\nA\r\n0123456789\r\n0\r\n\r\n', plain],
  ['spaces after sizes', '5  \r\nhello\r\nA \t\r\n0123456789\r\n0 \r\n\r\n', plain],
  ['spaces before sizes', ' 5\r\nhello\r\n  A\r\n0123456789\r\n0\r\n\r\n', plain],
  ['line ends in the data', '5\nh\n\r\no\n0\n\n', '5\r\nh\n\r\no\r\n0\r\n\r\n'],
];

describe('the lines of a body in chunks', () => {
  test('pass as they are where they are right', () => {
    const given = Buffer.from(`${plain}and what follows\n`);
    const lines = new ChunkLines();
    expect(lines.pass(given)).toBe(given);
    expect(lines.isMended).toBe(false);
  });

  test.each(odd)('are mended with %s, wherever they are cut', (_what, body, as) => {
    for (let seed = 0; seed < 30; seed += 1)
      expect(pass(body, 1 + (seed % 9), seed)).toEqual({ text: as, isMended: true });
  });

  test('lose extensions and trailers, which nobody reads', () => {
    const body = '5;a=b c\r\nhello\r\nA ;x\n0123456789\r\n0;\x01\r\nX: y\r\nno field\n folded\r\n\r\n';
    for (let most = 1; most < 20; most += 1) expect(pass(body, most).text).toBe(plain);
    const right = pass('5;a="b"\r\nhello\r\n0\r\nX-After: yes\r\n\r\n');
    expect(right).toEqual({ text: '5\r\nhello\r\n0\r\n\r\n', isMended: false });
  });

  test.each([
    'zz\r\nnope',
    '-1\r\nnope',
    '\r\n5\r\nhello',
    '5 5\nhello',
    '3\nabcdef\n0\n\n',
    '5\r\rhello',
    `${'f'.repeat(50)}\nx`,
  ])('pass from where they are no chunks, for the parser to refuse: %j', (body) => {
    expect(pass(body).text.endsWith(body.slice(-4))).toBe(true);
  });

  test('are mended in bodies of many small chunks', () => {
    const body = '1\nx\n'.repeat(20_000);
    expect(pass(body, 3).text).toBe('1\r\nx\r\n'.repeat(20_000));
  });
});
