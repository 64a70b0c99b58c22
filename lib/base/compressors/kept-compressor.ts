import { Buffer } from 'node:buffer';
import { createZstdCompress, type ZstdOptions, constants as zlib } from 'node:zlib';

/** Longer input is refused: a compressor keeps room for what it makes. 1 MB takes 5 ms. */
export const maxKeptInput = 1024 * 1024;
/** Room for content that does not shrink. */
const maxOutput = maxKeptInput + (maxKeptInput >> 6) + 1024;

/**
 * Compresses some bytes, given in parts, to one file, on the spot. The result does not hang on what was compressed before.
 * @returns undefined if they are too many: then a compressor of its own costs little by comparison
 */
export type KeptCompressor = (parts: readonly Uint8Array[]) => Buffer | undefined;

/**
 * What Node's streams of zlib drive. It is not documented: Node has no public way to use a compressor twice without waiting for
 * one of its threads, and a new compressor for each page (more than 270 KB, outside of V8's heap) costs more in garbage
 * collections than it costs to compress the page. If a version of Node has it no more, the result is always undefined.
 */
interface Handle {
  writeSync(
    flush: number,
    input: Uint8Array,
    from: number,
    length: number,
    output: Uint8Array,
    at: number,
    room: number,
  ): void;
}

interface Driven {
  readonly _handle?: Partial<Handle> | null;
  /** Free bytes of the output and unread bytes of the input, after a write. */
  readonly _writeState?: Uint32Array;
}

export function keptZstd(options: ZstdOptions): KeptCompressor {
  let driven: { readonly handle: Handle; readonly state: Uint32Array } | undefined;
  let room = Buffer.alloc(0);

  function compressed(parts: readonly Uint8Array[], length: number): Buffer | undefined {
    driven ??= drivenOf(createZstdCompress(options) as unknown as Driven);
    if (driven === undefined) return undefined;
    const { handle, state } = driven;
    const need = Math.min(maxOutput, length * 2 + 1024);
    if (room.length < need) room = Buffer.allocUnsafeSlow(need);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1;
      handle.writeSync(
        isLast ? zlib.ZSTD_e_end : zlib.ZSTD_e_continue,
        part,
        0,
        part.length,
        room,
        at,
        room.length - at,
      );
      const [free = 0, unread = 0] = state;
      if (free === 0 || unread > 0) throw new Error('a compressor made more bytes than it was given');
      at = room.length - free;
    }
    // A frame that has ended begins the next one by itself; `reset` would forget the level.
    return Buffer.copyBytesFrom(room, 0, at);
  }

  return (parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (length > maxKeptInput || parts.length === 0) return undefined;
    try {
      return compressed(parts, length);
    } catch (error) {
      // It may be in the middle of a file.
      driven = undefined;
      throw error;
    }
  };
}

function drivenOf({
  _handle: handle,
  _writeState: state,
}: Driven): { readonly handle: Handle; readonly state: Uint32Array } | undefined {
  const isKnown = typeof handle?.writeSync === 'function' && state instanceof Uint32Array;
  return isKnown ? { handle: handle as Handle, state } : undefined;
}
