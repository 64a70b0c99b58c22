import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import type { ModelKind } from '../../base/page/topic-verdict.ts';
import type { TokeniserSettings } from './tokeniser.ts';

/** What all files of this frame say of themselves. */
export interface FileHeader {
  /** How documents become words; absent: as they stand (`plainTokeniser`). */
  readonly tokeniser?: TokeniserSettings;
}

/** What all models say of themselves. */
export interface FrameHeader extends FileHeader {
  readonly kind: ModelKind;
  /** The day on which it was made, as its maker says. */
  readonly date: string;
}

/** The numbers and texts of a model, in the order in which they were written. */
export interface FrameBody {
  texts(): readonly string[];
  /** The same, with the SHA-256 of them, one a line: of their bytes as they are, which is ten times as fast. */
  digestedTexts(): { readonly texts: readonly string[]; readonly digest: string };
  words32(length: number): Uint32Array;
  floats32(length: number): Float32Array;
  floats64(length: number): Float64Array;
  bytes(length: number): Uint8Array<ArrayBuffer>;
  /** Nothing is left, and nothing was missing. */
  isSpent(): boolean;
}

/** What a file begins with: a model that filters, or a latent space. */
export type Magic = 'winnow-model' | 'winnow-latent';

/** Raised with every change that older versions cannot read: from 2 on there may be a tokeniser. */
const formatVersion = 2;
/** What a model without any has: those who know no tokeniser read it as well. */
const plainVersion = 1;
/** The first line is shorter. */
const longestFirstLine = 200;

/**
 * A model as bytes: a first line `MAGIC VERSION BYTES SHA256` about all that follows it, the header as a line of JSON,
 * then numbers and texts (`textBytes`, `numberBytes`), little-endian.
 */
export function writeFrame(
  header: FileHeader,
  parts: readonly Uint8Array[],
  magic: Magic = 'winnow-model',
): Uint8Array {
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...parts]);
  const version = header.tokeniser === undefined ? plainVersion : formatVersion;
  const first = `${magic} ${version} ${rest.length} ${hash('sha256', rest)}\n`;
  return Buffer.concat([Buffer.from(first), rest]);
}

/** Texts without line feeds, one a line, after their length in bytes as 32 bits. */
export function textBytes(texts: readonly string[]): Uint8Array {
  const joined = Buffer.from(texts.join('\n'));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(joined.length);
  return Buffer.concat([length, joined]);
}

/** Every machine that Node 24 runs on is little-endian but IBM's, where models would have to be turned around. */
export function numberBytes(values: Uint32Array | Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** What a model says of itself, without its numbers: cheap, whatever its size. */
export interface ModelOutline {
  readonly header: FrameHeader;
  /** SHA-256 of all after the first line, as that line says it; what is there is not compared with it. */
  readonly digest: string;
}

/**
 * @param name of the file, for messages
 * @throws WinnowError as `readFrame`, but for damage of the numbers
 */
export function outlineOf(bytes: Uint8Array, name: string): ModelOutline {
  const { rest, digest } = checkedRest(bytes, name, 'winnow-model');
  return { header: headerOf<FrameHeader>(rest, name).header, digest };
}

/**
 * Reads what `writeFrame` wrote.
 * @throws WinnowError `corrupt` for what is no model, truncated or damaged; `newer` for a format of a later version;
 * each in one line
 */
export function readFrame<H extends FileHeader = FrameHeader>(
  bytes: Uint8Array,
  name: string,
  magic: Magic = 'winnow-model',
): { readonly header: H; readonly body: FrameBody } {
  const { rest, digest } = checkedRest(bytes, name, magic);
  if (hash('sha256', rest) !== digest)
    throw new WinnowError('corrupt', `${name}: it is damaged; train it again or copy it again`);
  const { header, end } = headerOf<H>(rest, name);
  return { header, body: frameBody(rest.subarray(end)) };
}

/**
 * Reads a model of one kind.
 * @param what it has to be, as messages say it: 'a taxonomy'
 * @throws WinnowError as `readFrame`; `config` for a model of another kind
 */
export function readFrameOf<H extends FrameHeader>(
  bytes: Uint8Array,
  name: string,
  kind: H['kind'],
  what: string,
): { readonly header: H; readonly body: FrameBody } {
  const { header, body } = readFrame(bytes, name);
  if (header.kind === kind) return { header: header as H, body };
  throw new WinnowError('config', `${name}: it is a model of the kind ${header.kind}, not ${what}`);
}

/** What follows the first line, which says how long it is and what its digest is. */
function checkedRest(
  bytes: Uint8Array,
  name: string,
  magic: Magic,
): { readonly rest: Buffer; readonly digest: string } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = whole.subarray(0, longestFirstLine).indexOf('\n');
  const line = whole.toString('latin1', 0, end === -1 ? Math.min(whole.length, longestFirstLine) : end);
  const start = `${magic} `;
  if (whole.length < start.length ? !start.startsWith(line) : !line.startsWith(start))
    throw new WinnowError(
      'corrupt',
      `${name}: it is no ${magic === 'winnow-model' ? 'model' : 'latent space'} of Winnow`,
    );
  const [, version = '', size = '', digest = ''] = line.split(' ');
  if (end !== -1 && Number(version) > formatVersion)
    throw new WinnowError(
      'newer',
      `${name}: it has format ${version} of a newer Winnow; this one reads up to ${formatVersion}`,
    );
  const rest = whole.subarray(end + 1);
  if (end === -1 || rest.length < Number(size))
    throw new WinnowError('corrupt', `${name}: it is truncated; train it again or copy it again`);
  return { rest, digest };
}

function headerOf<H extends FileHeader>(
  rest: Buffer,
  name: string,
): { readonly header: H; readonly end: number } {
  const end = rest.indexOf('\n');
  try {
    return { header: JSON.parse(rest.toString('utf8', 0, end)) as H, end: end + 1 };
  } catch (cause) {
    throw new WinnowError('corrupt', `${name}: it is damaged; train it again or copy it again`, { cause });
  }
}

/** Reads numbers and texts that `numberBytes` and `textBytes` wrote. */
export function frameBody(given: Uint8Array): FrameBody {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let at = 0;
  /** At an address that typed arrays may begin at; shorter where the bytes end. */
  const take = (size: number): Uint8Array<ArrayBuffer> => {
    const part = new Uint8Array(bytes.subarray(at, at + size));
    at += size;
    return part.length === size ? part : new Uint8Array();
  };
  const length = (): number => new Uint32Array(take(4).buffer)[0] ?? 0;
  const digestedTexts: FrameBody['digestedTexts'] = () => {
    const size = length();
    const block = bytes.subarray(at, at + size);
    at += size;
    const texts = block.length === 0 ? [] : block.toString('utf8').split('\n');
    return { texts, digest: hash('sha256', block) };
  };
  return {
    texts: () => digestedTexts().texts,
    digestedTexts,
    words32: (count) => new Uint32Array(take(4 * count).buffer),
    floats32: (count) => new Float32Array(take(4 * count).buffer),
    floats64: (count) => new Float64Array(take(8 * count).buffer),
    bytes: take,
    isSpent: () => at === bytes.length,
  };
}
