import { Buffer } from 'node:buffer';
import { constants, crc32, createBrotliDecompress, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { looksBinary } from '../bytes/looks-binary.ts';
import { ByteSource, type Bytes } from './byte-source.ts';

/** The checksum of a zlib body (RFC 1950 §8.2). @param sum of the bytes before */
function adler32(bytes: Uint8Array, sum: number): number {
  let low = sum & 0xffff;
  let high = sum >>> 16;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

/** Content codings that requests accept. */
export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd';

/**
 * How coded bytes end.
 * - `whole`: where the coding says that the content ends. What follows does not count, and a trailer may be missing.
 * - `early`: before that, or with the checksum of other content.
 * - `plain`: they are of no coding, and say nothing about their end.
 */
export type CodedEnd = 'whole' | 'early' | 'plain';

/** Bytes are not of their coding, from some byte on. */
export class DamagedCoding extends Error {}

/** RFC 9659: a zstd window in HTTP is at most 8 MB. */
export const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

/** The first bytes of a gzip file (RFC 1952): its magic number and its only compression method. */
const gzipMagic = [0x1f, 0x8b, 8];
const zstdMagic = [0x28, 0xb5, 0x2f, 0xfd];
/** The end of the magic numbers 0x184d2a50 to 0x184d2a5f of frames that have no content (RFC 8878 §3.1.2). */
const skippableMagic = [0x2a, 0x4d, 0x18];
/** As much is looked at to tell what a body is. */
const startBytes = 512;
/** One byte in ten of coded content is one that text cannot have: so many have one. */
const telltaleBytes = 200;
/** Fewer bytes may be anything. */
const leastText = 8;
const chunkSize = 64 * 1024;

/** Whether the bytes begin like a gzip file, as far as they go. */
export function isGzip(start: Uint8Array): boolean {
  return begins(start, gzipMagic);
}

/** Whether the bytes begin like a zstd file, with a frame of either kind, as far as they go. */
export function beginsZstd(start: Uint8Array): boolean {
  return (
    begins(start, zstdMagic) || ((start[0] ?? 0) >> 4 === 5 && begins(start.subarray(1), skippableMagic))
  );
}

/** `deflate` means zlib (RFC 9110), but some servers send raw deflate; the first two bytes show it (RFC 1950 §2.2). */
export function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

/**
 * The coding of bytes that are said to be of a coding. gzip and zstd are recognised by their first bytes, and text is
 * recognised where the coding has no such bytes; undefined: none.
 */
export function codingIn(start: Uint8Array, said: Coding): Coding | undefined {
  if (isGzip(start)) return 'gzip';
  if (beginsZstd(start)) return 'zstd';
  if (said === 'gzip' || said === 'zstd') return undefined;
  return isText(start) ? undefined : said;
}

/** Few coded bytes may have none that text cannot have, but are hardly UTF-8. */
function isText(start: Uint8Array): boolean {
  if (start.length < leastText || looksBinary(start)) return false;
  return start.length >= telltaleBytes || isUtf8(start);
}

/** The last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Undoes a coding piece by piece, as far as the reader reads: a decompression bomb costs no more than is taken of it. Bytes
 * that are not of the coding they are said to be of are read as what they are.
 * @param onEnd called after the last piece
 * @throws DamagedCoding
 */
export async function* undoCoding(
  pieces: Bytes,
  said: Coding,
  onEnd: (end: CodedEnd) => void,
): AsyncGenerator<Uint8Array> {
  const source = new ByteSource(pieces);
  try {
    const coding = codingIn(await source.start(startBytes), said);
    onEnd(coding === undefined ? yield* plain(source) : yield* decoders[coding](source));
  } finally {
    await source.close();
  }
}

/** A stream of `node:zlib`. */
type Engine = ReturnType<typeof createBrotliDecompress>;

type Decoding = AsyncGenerator<Uint8Array, CodedEnd>;

const decoders: Readonly<Record<Coding, (source: ByteSource) => Decoding>> = {
  gzip: gunzip,
  deflate: inflate,
  zstd: unzstd,
  br: (source) => run(createBrotliDecompress({ chunkSize }), source),
};

async function* plain(source: ByteSource): Decoding {
  yield* source;
  return 'plain';
}

/** Node's own gunzip takes a missing trailer for missing content, and fails at what follows the last member. */
async function* gunzip(source: ByteSource): Decoding {
  do {
    if (!(await skipGzipHead(source))) return 'early';
    let sum = 0;
    const end = yield* run(createInflateRaw({ chunkSize }), source, (piece) => {
      sum = crc32(piece, sum);
    });
    if (end !== 'whole') return end;
    const trailer = await source.take(8);
    if (trailer.length === 8 && trailer.readUInt32LE() !== sum) return 'early';
  } while (isGzip(await source.start(gzipMagic.length)));
  return 'whole';
}

/** Skips the head of a gzip member (RFC 1952 §2.3). @returns false: the bytes end within it */
async function skipGzipHead(source: ByteSource): Promise<boolean> {
  const head = await source.take(10);
  const flags = head[3] ?? 0;
  if (flags & 4) {
    const size = await source.take(2);
    if (size.length === 2) await source.take(size.readUInt16LE());
  }
  if (flags & 8) await source.skipPast(0);
  if (flags & 16) await source.skipPast(0);
  if (flags & 2) await source.take(2);
  return (await source.start(1)).length > 0;
}

async function* inflate(source: ByteSource): Decoding {
  if (!hasZlibHeader(await source.start(2))) return yield* run(createInflateRaw({ chunkSize }), source);
  await source.take(2);
  let sum = 1;
  const end = yield* run(createInflateRaw({ chunkSize }), source, (piece) => {
    sum = adler32(piece, sum);
  });
  const trailer = end === 'whole' ? await source.take(4) : Buffer.alloc(0);
  return trailer.length === 4 && trailer.readUInt32BE() !== sum ? 'early' : end;
}

async function* unzstd(source: ByteSource): Decoding {
  for (;;) {
    const end = yield* run(createZstdDecompress({ chunkSize, params: zstdParams }), source);
    if (end !== 'whole' || !beginsZstd(await source.start(zstdMagic.length))) return end;
  }
}

/** Runs one decoder up to the end of its content, and gives the source back what follows. */
async function* run(engine: Engine, source: ByteSource, onPiece?: (piece: Uint8Array) => void): Decoding {
  let wake = (): void => undefined;
  let failure: NodeJS.ErrnoException | undefined;
  let isOver = false;
  let [fed, given] = [0, 0];
  engine.on('readable', () => wake());
  engine.on('error', (error) => {
    failure = error;
    wake();
  });
  engine.on('end', () => {
    isOver = true;
    wake();
  });
  try {
    while (!isOver && failure === undefined) {
      const piece = await source.next();
      let isTaken = false;
      const taken = (): void => {
        isTaken = true;
        wake();
      };
      if (piece === undefined) engine.end();
      else engine.write(piece, taken);
      fed += piece?.length ?? 0;
      for (;;) {
        const decoded: Buffer | null = engine.read();
        if (decoded !== null) {
          given += decoded.length;
          onPiece?.(decoded);
          yield decoded;
        } else if (isOver || isTaken || failure !== undefined) break;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      const rest = failure === undefined ? fed - engine.bytesWritten : 0;
      if (piece === undefined || rest === 0) continue;
      source.giveBack(piece.subarray(piece.length - rest));
      isOver = true;
    }
  } finally {
    engine.destroy();
  }
  return endOf(failure, given);
}

function endOf(failure: NodeJS.ErrnoException | undefined, given: number): CodedEnd {
  if (failure === undefined) return 'whole';
  if (failure.code === 'Z_BUF_ERROR') return 'early';
  // What follows a frame of zstd, and came after it, is no other frame.
  if (failure.code === 'ZSTD_error_prefix_unknown' && given > 0) return 'whole';
  throw new DamagedCoding(failure.message);
}

function begins(bytes: Uint8Array, magic: readonly number[]): boolean {
  return bytes.length > 0 && magic.every((byte, at) => at >= bytes.length || bytes[at] === byte);
}
