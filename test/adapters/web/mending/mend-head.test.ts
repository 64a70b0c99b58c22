import { describe, expect, test } from 'vitest';
import { mendHead } from '../../../../lib/adapters/web/mending/mend-head.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const mend = (text: string) => mendHead(bytes(text));
const mended = (text: string): string => mend(text).bytes.toString('latin1');

const right: readonly string[] = [
  `${ok}\r\n`,
  `${ok}Content-Type: text/html\r\nContent-Length: 5\r\n\r\n`,
  `${ok}content-length:5\r\n\r\n`,
  `${ok}Content-Length:  5  \r\nX:\r\nY: \t a\tb \r\n\r\n`,
  `${ok}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
  `${ok}transfer-encoding: Chunked\r\n\r\n`,
  `${ok}Transfer-Encoding: identity\r\n\r\n`,
  `${ok}X: gr\xc3\xbc\xc3\xa0\r\nX: twice\r\nX: twice\r\n\r\n`,
  `${ok}!#$%&'*+-.^_\`|~0aZ: any token\r\n\r\n`,
  'HTTP/1.0 404 Not \x01Found\r\nServer: old\r\n\r\n',
  'HTTP/1.1 200\r\n\r\n',
  'HTTP/1.1 200 \r\n\r\n',
  'HTTP/1.1 999 Odd\r\n\r\n',
  'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
  `\r\n\r\n${ok}X: y\r\n\r\n`,
];

/** What the head says, and how it is written for the parser. */
const odd: readonly (readonly [what: string, head: string, as: string])[] = [
  ['a folded line', `${ok}X: a\r\n b\r\n\tc\r\nY: d\r\n\r\n`, `${ok}X: a b c\r\nY: d\r\n\r\n`],
  ['a folded line that is blank', `${ok}X: a\r\n \r\nY: d\r\n\r\n`, `${ok}X: a\r\nY: d\r\n\r\n`],
  ['a folded line before any field', `${ok} X: a\r\nY: d\r\n\r\n`, `${ok}Y: d\r\n\r\n`],
  ['a folded line after what is no field', `${ok}no field\r\n X: a\r\nY: d\r\n\r\n`, `${ok}Y: d\r\n\r\n`],
  ['lines that end in LF', 'HTTP/1.1 200 OK\nX: a\nY: d\n\n', `${ok}X: a\r\nY: d\r\n\r\n`],
  ['one line that ends in LF', `${ok}X: a\nY: d\r\n\r\n`, `${ok}X: a\r\nY: d\r\n\r\n`],
  ['lines that end in CR CR LF', 'HTTP/1.1 200 OK\r\r\nX: a\r\r\n\r\r\n', `${ok}X: a\r\n\r\n`],
  ['a CR within a line', `${ok}X: a\rb\r\n\r\n`, `${ok}X: a b\r\n\r\n`],
  ['control characters', `${ok}X: \x01a\x00b\x7fc\x1f\r\n\r\n`, `${ok}X: a b c\r\n\r\n`],
  ['a control character in a name', `${ok}X\x00Y: a\r\nZ: b\r\n\r\n`, `${ok}Z: b\r\n\r\n`],
  ['letters beyond ASCII in a name', `${ok}X\xe4: a\r\nZ: b\r\n\r\n`, `${ok}Z: b\r\n\r\n`],
  ['a line without a colon', `${ok}PHP Warning\r\nZ: b\r\n\r\n`, `${ok}Z: b\r\n\r\n`],
  ['a line without a name', `${ok}: a\r\nZ: b\r\n\r\n`, `${ok}Z: b\r\n\r\n`],
  ['a space before a colon', `${ok}X : a\r\n\r\n`, `${ok}X: a\r\n\r\n`],
  ['a value with colons', `${ok}X : a:b: c\r\n\r\n`, `${ok}X: a:b: c\r\n\r\n`],
  ['UTF-8 that ends in a byte of 160', `${ok}X : \xc3\xa0\r\n\r\n`, `${ok}X: \xc3\xa0\r\n\r\n`],
  [
    'equal lengths',
    `${ok}Content-Length: 5\r\nA: b\r\nContent-Length: 5\r\n\r\n`,
    `${ok}A: b\r\nContent-Length: 5\r\n\r\n`,
  ],
  ['equal lengths in one line', `${ok}Content-Length: 5, 5\r\n\r\n`, `${ok}Content-Length: 5\r\n\r\n`],
  [
    'different lengths',
    `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    `${ok}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
  ],
  ['a length that is none', `${ok}Content-Length: five\r\n\r\n`, `${ok}\r\n`],
  ['a negative length', `${ok}Content-Length: -5\r\n\r\n`, `${ok}\r\n`],
  ['an empty length', `${ok}Content-Length:\r\n\r\n`, `${ok}\r\n`],
  ['a length of forty digits', `${ok}Content-Length: ${'9'.repeat(40)}\r\n\r\n`, `${ok}\r\n`],
  [
    'a length beside chunks',
    `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'different lengths beside chunks',
    `${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'chunked twice',
    `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'chunked twice in one line',
    `${ok}Transfer-Encoding: chunked, chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'chunked after identity',
    `${ok}Transfer-Encoding: identity, chunked\r\n\r\n`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n`,
  ],
  [
    'identity beside a length',
    `${ok}Transfer-Encoding: identity\r\nContent-Length: 5\r\n\r\n`,
    `${ok}Content-Length: 5\r\n\r\n`,
  ],
  [
    'a coding that nobody knows beside a length',
    `${ok}Transfer-Encoding: sdch\r\nContent-Length: 5\r\n\r\n`,
    `${ok}Transfer-Encoding: sdch\r\n\r\n`,
  ],
  ['spaces in the status line', 'HTTP/1.1  200  OK\r\n\r\n', `${ok}\r\n`],
  ['a reason without a space', 'HTTP/1.1 200OK\r\n\r\n', `${ok}\r\n`],
  ['small letters', 'http/1.1 200 OK\r\n\r\n', `${ok}\r\n`],
  ['HTTP/2 in a status line', 'HTTP/2 200\r\n\r\n', 'HTTP/1.1 200 \r\n\r\n'],
  ['a version to come', 'HTTP/9.9 200 OK\r\n\r\n', `${ok}\r\n`],
  ['an old version', 'HTTP/1.0 200 OK\nX: a\n\n', 'HTTP/1.0 200 OK\r\nX: a\r\n\r\n'],
  ['a streaming server', 'ICY 200 OK\r\n\r\n', 'HTTP/1.0 200 OK\r\n\r\n'],
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 Continue\r\n\r\n'],
];

describe('a head that is right', () => {
  test.each(right)('passes as it is: %j', (head) => {
    const given = bytes(head);
    const { bytes: passed, isMended } = mendHead(given);
    expect(passed).toBe(given);
    expect(isMended).toBe(false);
  });
});

describe('a head that is odd', () => {
  test.each(odd)('is read with %s', (_what, head, as) => {
    expect(mended(head)).toBe(as);
    expect(mend(head).isMended).toBe(true);
  });

  test('is right once it is mended, but for lengths that differ and codings that nobody knows', () => {
    const still = odd.filter(([, head]) => mend(mended(head)).isMended).map(([what]) => what);
    expect(still).toEqual(['different lengths', 'a coding that nobody knows beside a length']);
  });

  test('says whether chunks or another head come next', () => {
    expect(mend(`${ok}transfer-encoding: chunked\r\n\r\n`)).toMatchObject({ isChunked: true });
    expect(mend(`${ok}Transfer-Encoding:\tchunked , chunked\r\n\r\n`)).toMatchObject({ isChunked: true });
    expect(mend(`${ok}transfer-encoding: identity\r\n\r\n`)).toMatchObject({ isChunked: false });
    expect(mend('HTTP/1.1 103 Hints\n\n')).toMatchObject({ isInformational: true });
    expect(mend(`${ok}\n`)).toMatchObject({ isInformational: false });
  });
});

describe('what has no status', () => {
  test.each([
    '<html>\n\n',
    'HTTP/1.1\r\n\r\n',
    'HTTP/1.1 OK 200\r\n\r\n',
    'HTTP/1.1 99 Low\r\n\r\n',
    'HTTP/1.1 1000 High\r\n\r\n',
  ])('passes, for the parser to refuse: %j', (head) => {
    const given = bytes(head);
    expect(mendHead(given)).toMatchObject({ isMended: false, isInformational: false });
    expect(mendHead(given).bytes).toBe(given);
  });
});
