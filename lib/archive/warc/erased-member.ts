import { Buffer } from 'node:buffer';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { WinnowError } from '../../base/error.ts';
import { compressionOfName } from './compression.ts';
import { erasedRecord } from './page-record.ts';
import { encodeRecord } from './warc-record.ts';
import { skippableFrame, zstdFrame } from './zstd-frame.ts';

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const commentFlag = 16;
const emptyBlock = Buffer.from([0, 0, 0, 255, 255]);
const lastBlock = Buffer.from([1, 0, 0, 255, 255]);
const trailerLength = 8;

/**
 * Returns a member of exactly `length` bytes with an empty record: it takes the place of an erased page, so that the
 * members behind it stay where they are. Empty stored blocks fill the room, and a comment the last bytes of it; in a bundle
 * of zstd a frame that readers skip.
 * @param place where it will stand, as the name of a document; ids differ by place
 * @throws WinnowError `corrupt` for a length that no page has
 */
export function erasedMember(place: string, length: number): Uint8Array {
  const content = encodeRecord(erasedRecord(place));
  if (compressionOfName(place.split('#')[0] as string) === 'zstd') return erasedFrame(place, content, length);
  const data = deflateRawSync(content, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  const room = length - header.length - data.length - lastBlock.length - trailerLength;
  if (room < 0) throw new WinnowError('corrupt', `${place}: ${length} bytes are no page of a bundle`);
  const left = room % emptyBlock.length;
  const blocks = Buffer.alloc(room - left);
  for (let at = 0; at < blocks.length; at += emptyBlock.length) emptyBlock.copy(blocks, at);
  const trailer = Buffer.alloc(trailerLength);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  const start = Buffer.from(header);
  if (left > 0) start[3] = commentFlag;
  const comment = left > 0 ? Buffer.concat([Buffer.alloc(left - 1, '-'), Buffer.from([0])]) : Buffer.alloc(0);
  return Buffer.concat([start, comment, data, blocks, lastBlock, trailer]);
}

/** The shortest frame that readers skip. */
const leastSkipped = 8;

function erasedFrame(place: string, content: Uint8Array, length: number): Uint8Array {
  const frame = zstdFrame([content]);
  const room = length - frame.length;
  if (room !== 0 && room < leastSkipped)
    throw new WinnowError('corrupt', `${place}: ${length} bytes are no page of a bundle`);
  return room === 0 ? frame : Buffer.concat([frame, skippableFrame('', room)]);
}
