import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { seededRandom } from '../seeded-random.ts';

/** An answer whose parts are drawn by lot, and everything that is known of it. */
export interface FuzzedAnswer {
  readonly bytes: Buffer;
  readonly end: 'stays' | 'closes' | 'resets';
  /** The whole body, coding undone. */
  readonly text: string;
  /** What bytes that are cut may show to be complete: up to the end of a part, or nothing where no coding is named. */
  readonly parts: readonly string[];
  /**
   * - `whole`: all of it comes.
   * - `cut`: some of what the head announces lacks, or the connection breaks.
   * - `damaged`: bytes were changed, so that anything may come of it.
   */
  readonly state: 'whole' | 'cut' | 'damaged';
  /** How it was made, for the message of a failure. */
  readonly made: readonly string[];
}

type Random = () => number;

const one = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const some = <T>(random: Random, list: readonly T[]): readonly T[] => list.filter(() => random() < 0.25);
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

/** Where the text is divided that is coded in parts. */
const partLength = 50;
const inParts = (code: (text: Buffer) => Buffer) => (text: Buffer) =>
  Buffer.concat([code(text.subarray(0, partLength)), code(text.subarray(partLength))]);

/** What the coding is called, and what is done to the text. */
const codings: readonly (readonly [string, (text: Buffer) => Buffer])[] = [
  ['', (text) => text],
  ['identity', (text) => text],
  ['utf-8', (text) => text],
  ['gzip', gzipSync],
  ['x-gzip, none', gzipSync],
  ['gzip', inParts(gzipSync)],
  ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['zstd', inParts(zstdCompressSync)],
  // Wrongly named.
  ['', gzipSync],
  ['br', gzipSync],
  ['gzip', zstdCompressSync],
  ['gzip', (text) => text],
  ['br', (text) => text],
  ['deflate', (text) => text],
];

const starts = [
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200',
  'HTTP/1.0 200 Fine',
  'http/1.1  200 \x01',
  'HTTP/2 200',
  'ICY 200 OK',
];
const oddLines = [
  'X: a\n b',
  'no field',
  ': empty',
  'X\x01: y',
  'X: \0\x7f\r',
  'X Y: z',
  'X : \xe4',
  '\xe4: a',
  ' ',
  'Vary: a, b',
];
const chunkedLines = [
  ['Transfer-Encoding: chunked'],
  ['transfer-encoding : Chunked , chunked'],
  ['Transfer-Encoding:\n chunked'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
  ['Content-Length: 3', 'Transfer-Encoding: chunked'],
];

/** The answer of a seed: the same for ever. */
export function fuzzedAnswer(seed: number): FuzzedAnswer {
  const random = seededRandom(seed, 44);
  const text = textFrom(random);
  const [coding, code] = one(random, codings);
  const body = code(Buffer.from(text));
  const framing = one(random, ['length', 'chunks', 'connection'] as const);
  const head = headFrom(random, coding, framingLines(random, framing, body.length));
  const framed = framing === 'chunks' ? chunksFrom(random, body) : body;
  const whole = Buffer.concat([head, framed]);
  const made = [framing, coding, `${body.length} bytes`];
  const fate = random();
  const parts = [...(coding === '' ? [''] : []), text.slice(0, partLength)];
  const known = { text, parts, made };
  if (fate < 0.4) {
    const end = framing === 'connection' ? 'closes' : one(random, ['stays', 'closes'] as const);
    return { bytes: whole, end, ...known, state: 'whole' };
  }
  if (fate < 0.9)
    return cutFrom(random, whole, { ...known, framing, isCoded: !body.equals(Buffer.from(text)) });
  const bytes = Buffer.from(whole);
  for (let i = upTo(random, 5); i >= 0; i -= 1) bytes[upTo(random, bytes.length - 1)] = upTo(random, 255);
  return { bytes, end: one(random, ['closes', 'resets'] as const), ...known, state: 'damaged' };
}

interface Cutting extends Pick<FuzzedAnswer, 'text' | 'parts' | 'made'> {
  readonly framing: 'length' | 'chunks' | 'connection';
  readonly isCoded: boolean;
}

function cutFrom(random: Random, whole: Buffer, { framing, isCoded, made, ...known }: Cutting): FuzzedAnswer {
  const at = upTo(random, whole.length - 1);
  // An end of a connection that is the end of a plain body shows nothing.
  const mustBreak = framing === 'connection' && !isCoded;
  const end = mustBreak || random() < 0.3 ? 'resets' : 'closes';
  const cut = `cut at ${at} of ${whole.length}`;
  return { bytes: whole.subarray(0, at), end, ...known, state: 'cut', made: [...made, cut] };
}

/** Words, some without repeats so that codings do not shrink them; with an end tag or without. */
function textFrom(random: Random): string {
  const words = Array.from({ length: upTo(random, one(random, [0, 20, 200, 4_000])) }, () =>
    one(random, ['sundew', 'bog', 'peat', random().toString(36).slice(2)]),
  );
  const page = `<!doctype html><title>Bogs</title>\n\n<p>${words.join(' ')}`;
  return page + one(random, ['', '', '</html>', '</html>\n<!-- 12 ms -->']);
}

function framingLines(random: Random, framing: Cutting['framing'], length: number): readonly string[] {
  if (framing === 'chunks') return one(random, chunkedLines);
  const line = `Content-Length: ${length}`;
  if (framing === 'length')
    return one(random, [[line], [line, line], [`${line}, ${length}`], [line.replace(' ', '\n ')]]);
  return one(random, [[], ['Content-Length: x'], ['Content-Length:']]);
}

function headFrom(random: Random, coding: string, framing: readonly string[]): Buffer {
  const end = (): string => one(random, ['\r\n', '\r\n', '\n', '\r\r\n']);
  const coded = coding === '' ? [] : [`Content-Encoding: ${coding}`];
  const lines = ['Content-Type: text/html', ...framing, ...coded, ...some(random, oddLines)];
  const hints = random() < 0.1 ? `HTTP/1.1 ${one(random, [100, 102, 103])} Wait${end()}${end()}` : '';
  const fields = lines.toSorted(() => random() - 0.5);
  const head = [one(random, starts), ...fields, ''].map((line) => line + end()).join('');
  return Buffer.from(hints + head, 'latin1');
}

function chunksFrom(random: Random, body: Buffer): Buffer {
  const pieces: Buffer[] = [];
  const end = (): string => one(random, ['\r\n', '\r\n', '\n']);
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + 1 + upTo(random, 3_000));
    const odd = one(random, ['', '', '  ', ';a="b"', ' ;c']);
    pieces.push(Buffer.from(`${piece.length.toString(16)}${odd}${end()}`), piece, Buffer.from(end()));
    at += piece.length;
  }
  const trailer = random() < 0.1 ? `X-Sum: 1${end()}` : '';
  pieces.push(Buffer.from(`0${end()}${trailer}${end()}`));
  return Buffer.concat(pieces);
}
