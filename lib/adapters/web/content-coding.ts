import {
  brotliDecompressSync,
  crc32,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  type ZstdOptions,
  zstdDecompressSync,
} from 'node:zlib';
import { byName } from '../../base/by-name.ts';
import { gather } from '../../base/bytes/gather-bytes.ts';
import {
  beginsZstd,
  type CodedEnd,
  type Coding,
  codingIn,
  DamagedCoding,
  hasZlibHeader,
  undoCoding,
  zstdParams,
} from '../../base/fetch/undo-coding.ts';

export const acceptEncoding = 'gzip, deflate, br, zstd';

const codings = byName<Coding>({
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
});

/** More layers than this are an attack rather than a mistake. */
const maxLayers = 4;

/** A body up to this many coded bytes is decoded in one synchronous step, which costs less than a stream. */
const maxSyncBytes = 256 * 1024;

/**
 * The codings of a Content-Encoding header, in the order in which they were applied; undefined: there are too many. A name of
 * no coding is passed over, as browsers do: servers put charsets there, or `none`.
 */
export function codingsOf(header: string | undefined): readonly Coding[] | undefined {
  if (header === undefined || header === '') return [];
  const found: Coding[] = [];
  for (const token of header.toLowerCase().split(',')) {
    const coding = codings.get(token.trim());
    if (coding === undefined) continue;
    if (found.length === maxLayers) return undefined;
    found.push(coding);
  }
  return found;
}

/** The most coded bytes of a body of `maxBytes`: content that its coding does not shrink grows by far less than this slack. */
export function wireLimit(codings: readonly Coding[] | undefined, maxBytes: number): number {
  return codings === undefined || codings.length === 0 ? maxBytes : maxBytes + (maxBytes >> 6) + 1024;
}

/** The head of a gzip member without optional fields: the magic number, `deflate`, no flags (RFC 1952 §2.3). */
const plainHead = Buffer.from([0x1f, 0x8b, 8, 0]);
const trailerBytes = 8;

/**
 * Whether `wire` is one gzip member of exactly this body, smaller than it, without a file name, a comment or anything
 * after it: such bytes can be stored as they are. Bytes that decode well may still be several members, or have other
 * bytes after them.
 */
export function isPlainGzip(wire: Buffer, body: Uint8Array): boolean {
  if (wire.length >= body.length || wire.length < plainHead.length + trailerBytes) return false;
  if (plainHead.compare(wire, 0, plainHead.length) !== 0) return false;
  const trailer = wire.length - trailerBytes;
  return wire.readUInt32LE(trailer + 4) === body.length && wire.readUInt32LE(trailer) === crc32(body);
}

export type Decoded =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      /** `long`: it has more bytes than may be decoded. */
      readonly end: 'whole' | 'early' | 'long';
      /** Whether the bytes are coded, and so prove their end themselves. */
      readonly isCoded: boolean;
    }
  | { readonly ok: false; readonly detail: string };

/**
 * Undoes content codings. Bytes that are not of a coding they are said to be of are read as what they are.
 * @param cut whether `wire` is only the beginning of what was sent: what is damaged after its first bytes is its end, then
 * @param maxBytes the most bytes that any layer may decode to
 */
export async function decodeBody(
  wire: Buffer,
  applied: readonly Coding[],
  cut: boolean,
  maxBytes: number,
): Promise<Decoded> {
  let body: Buffer = wire;
  let end: Extract<Decoded, { ok: true }>['end'] = 'whole';
  let isCoded = false;
  for (const said of applied.toReversed()) {
    if (body.length === 0) break;
    if ((said === 'gzip' || said === 'zstd') && codingIn(body, said) === undefined) continue;
    const isSmall = !cut && end === 'whole' && body.length <= maxSyncBytes;
    const whole = isSmall ? decodeWhole(body, said, maxBytes) : undefined;
    isCoded ||= whole !== undefined;
    if (whole !== undefined) {
      body = whole;
      continue;
    }
    const layer = await decodeLayer(body, said, maxBytes);
    const { damage } = layer;
    if (damage !== undefined && !((cut || end !== 'whole') && layer.body.length > 0))
      return { ok: false, detail: `${applied.join(', ')}: ${damage}` };
    body = layer.body;
    isCoded ||= layer.end !== 'plain';
    if (layer.end === 'long' || layer.end === 'early') end = layer.end;
  }
  return { ok: true, body, end, isCoded };
}

/** Undefined when the result would have more than `maxBytes`, or the bytes are not simply of this coding. */
function decodeWhole(wire: Buffer, coding: Coding, maxBytes: number): Buffer | undefined {
  const options = { maxOutputLength: maxBytes, chunkSize: outputChunk(wire, coding, maxBytes) };
  try {
    if (coding === 'gzip') return gunzipSync(wire, options);
    if (coding === 'br') return brotliDecompressSync(wire, options);
    if (coding === 'zstd') return onlyFrame(wire, options);
    return hasZlibHeader(wire) ? inflateSync(wire, options) : inflateRawSync(wire, options);
  } catch {
    return undefined;
  }
}

/** Node's own function reads one frame and passes over those that follow. */
function onlyFrame(wire: Buffer, options: ZstdOptions): Buffer | undefined {
  const { buffer, engine } = zstdDecompressSync(wire, {
    ...options,
    params: zstdParams,
    info: true,
  }) as unknown as {
    readonly buffer: Buffer;
    readonly engine: { readonly bytesWritten: number };
  };
  return beginsZstd(wire.subarray(engine.bytesWritten)) ? undefined : buffer;
}

/**
 * The size of the output buffer: one buffer for the whole page saves copying. gzip ends with the decoded size (RFC 1952,
 * ISIZE), which is only a hint. At least the size of Node's shared pool, so that the buffer is no part of the pool.
 */
function outputChunk(wire: Buffer, coding: Coding, maxBytes: number): number {
  const guess =
    coding === 'gzip' && wire.length >= 18 ? wire.readUInt32LE(wire.length - 4) + 1 : wire.length * 5;
  return Math.max(Buffer.poolSize, Math.min(guess, maxBytes, 1024 * 1024));
}

interface Layer {
  readonly body: Buffer;
  readonly end: CodedEnd | 'long';
  /** What is wrong with the bytes after `body`. */
  readonly damage?: string;
}

async function decodeLayer(wire: Buffer, said: Coding, maxBytes: number): Promise<Layer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let end: CodedEnd = 'early';
  const onEnd = (found: CodedEnd): void => {
    end = found;
  };
  try {
    for await (const piece of undoCoding([wire], said, onEnd)) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) return { body: gather(pieces, maxBytes), end: 'long' };
    }
  } catch (error) {
    if (!(error instanceof DamagedCoding)) throw error;
    return { body: gather(pieces, size), end: 'early', damage: error.message };
  }
  return { body: gather(pieces, size), end };
}
