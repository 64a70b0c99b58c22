import { describe, expect, test } from 'vitest';
import { AnswerBytes } from '../../../../lib/adapters/web/mending/answer-bytes.ts';
import { excess } from '../../../support/growth/growth.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX: \xc3\xa0\r\n';
const right: readonly string[] = [
  `${head}Content-Length: 11\r\n\r\nhello\nthere`,
  `\r\n${hints}${hints}${head}Content-Length: 4\r\n\r\n\r\n\r\n`,
  `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
  'HTTP/1.0 200 OK\r\n\r\nHTTP/1.1 200\nbody: that looks like a head\n\n',
];

/** What the parser gets of bytes that come in pieces of at most so many. */
function pass(bytes: Buffer, most: number, seed: number, answers = new AnswerBytes()): Buffer {
  const random = seededRandom(seed);
  const passed: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const to = at + 1 + Math.floor(random() * most);
    const piece = answers.take(bytes.subarray(at, to));
    if (piece !== undefined) passed.push(piece);
    at = to;
  }
  return Buffer.concat(passed);
}

describe('answers that are right', () => {
  test('pass byte for byte, cut anywhere', () => {
    for (const text of right) {
      for (let seed = 0; seed < 60; seed += 1) {
        const answers = new AnswerBytes();
        const given = latin1(text);
        expect(pass(given, 1 + (seed % 20) * 3, seed, answers).equals(given), text).toBe(true);
        expect(answers.isMended).toBe(false);
      }
    }
  });

  test('pass without a copy when they come at once', () => {
    for (const text of right) {
      const given = latin1(text);
      expect(new AnswerBytes().take(given)).toBe(given);
    }
  });

  test('follow each other on one connection', () => {
    const answers = new AnswerBytes();
    for (const text of [...right, ...right]) {
      expect(pass(latin1(text), 7, 3, answers).toString('latin1')).toBe(text);
      answers.next();
    }
  });
});

describe('an answer that is odd', () => {
  const odd = 'HTTP/1.1 200 OK\nX: a\n b\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n';
  const mended = 'HTTP/1.1 200 OK\r\nX: a b\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';

  test('is mended in its head and in its body, cut anywhere', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const answers = new AnswerBytes();
      expect(pass(latin1(odd), 1 + (seed % 20) * 3, seed, answers).toString('latin1')).toBe(mended);
      expect(answers.isMended).toBe(true);
    }
  });

  test('is known by a line of its body too', () => {
    const answers = new AnswerBytes();
    answers.take(latin1(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhel`));
    expect(answers.isMended).toBe(false);
    answers.take(latin1('lo\n'));
    expect(answers.isMended).toBe(true);
  });

  test('follows informational answers, odd or not', () => {
    const early = `${hints}HTTP/1.1 100 Continue\n\n`;
    expect(pass(latin1(early + odd), 5, 1).toString('latin1')).toBe(
      `${hints}HTTP/1.1 102 Continue\r\n\r\n${mended}`,
    );
  });

  test('is not mended twice where the parser puts back what it has not read', () => {
    const answers = new AnswerBytes();
    const first = answers.take(latin1('HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n6'));
    const back = first?.subarray(-8) ?? Buffer.alloc(0);
    expect(back.toString()).toBe('hello\r\n6');
    answers.putBack(back.length);
    const again = answers.take(Buffer.concat([back, latin1('\nworlds\n0\n\n')]));
    expect(again?.toString()).toBe('hello\r\n6\r\nworlds\r\n0\r\n\r\n');
  });
});

describe('what is no answer', () => {
  test.each(['<html>', 'SSH-2.0-OpenSSH_9.6\r\n', '\r\n\r\nHTML', '\0\0\x04'])(
    'passes at once: %j',
    (text) => {
      expect(new AnswerBytes().take(latin1(text))?.toString('latin1')).toBe(text);
    },
  );

  test('passes once it is longer than any head', () => {
    const answers = new AnswerBytes();
    const endless = latin1(`HTTP/1.1 200 OK\nX: ${'y'.repeat(140_000)}`);
    expect(pass(endless, 3, 1, answers).equals(endless)).toBe(true);
    expect(answers.isMended).toBe(false);
  });

  test('comes to the same however it is cut, whatever it is', () => {
    const parts = [
      'HTTP/1.1 ',
      '200',
      ' OK',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      ':',
      'A',
      '\0',
      'Content-Length: 5',
      'Transfer-Encoding: chunked',
      ', chunked',
      '5',
      '\xe4',
    ];
    for (let seed = 0; seed < 1_500; seed += 1) {
      const random = seededRandom(seed, 5);
      const some = Array.from(
        { length: 1 + Math.floor(random() * 24) },
        () => parts[Math.floor(random() * parts.length)],
      );
      const given = latin1(`HTTP/1.1 200 OK${some.join('')}\n\n`);
      const whole = pass(given, given.length, seed);
      expect(pass(given, 1 + (seed % 5), seed).equals(whole), given.toString()).toBe(true);
      expect(whole.length).toBeLessThan(3 * given.length + 50);
    }
  });
});

test.each([
  ['HTTP/1.1 200 OK\n', 'X: y\n'],
  ['HTTP/1.1 200 OK\nX: a', '\n b'],
  ['HTTP/1.1 200 OK\n', 'Content-Length: 1,\n'],
  ['HTTP/1.1 200 OK\nX: ', '\r'],
  ['HTTP/1.1 200 OK\nX:', ' '],
  ['', '\r\n'],
  ['HTTP/1.1 ', ' '],
  ['', 'HTTP/1.1 100 Continue\n\n'],
  ['HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n', '1\nx\n'],
  ['HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1', ' '],
])('answers take time by their length, byte for byte and at once: %j, then %j', async (start, piece) => {
  const read = (text: string): void => {
    const bytes = latin1(`${text}\n\n`);
    new AnswerBytes().take(bytes);
    const answers = new AnswerBytes();
    for (let at = 0; at < bytes.length; at += 1) answers.take(bytes.subarray(at, at + 1));
  };
  const shape = { name: piece, text: (size: number) => start + piece.repeat(size / piece.length) };
  expect(await excess({ name: 'answers', heads: [], marks: [], read }, shape)).toBeUndefined();
});
