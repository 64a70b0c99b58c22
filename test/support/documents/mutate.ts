import { readZipDirectory } from '../../../lib/documents/sniff/zip-directory.ts';
import { readZipPart } from '../../../lib/documents/sniff/zip-part.ts';
import { zipOf } from './containers.ts';

/**
 * A document with some damage: bytes changed, left out, said twice, put elsewhere, its end missing. What an office may do to a file, and
 * what somebody does who means harm.
 * @param random from 0 to 1
 */
export function mutated(body: Uint8Array, random: () => number): Uint8Array {
  if (body[0] === 0x50 && body[1] === 0x4b && random() < 0.7) return withDamagedPart(body, random);
  return damagedBytes(body, random);
}

/** An archive is sound, a part of it is not: what is packed in it would only fail to unpack otherwise. */
function withDamagedPart(body: Uint8Array, random: () => number): Uint8Array {
  const { entries } = readZipDirectory(body, 500);
  const parts = entries.flatMap((entry) => {
    const bytes = readZipPart(body, entry, 10_000_000);
    return bytes === undefined || entry.name.endsWith('/') ? [] : [{ name: entry.name, bytes }];
  });
  const texts = parts.filter(({ name }) => /\.(?:xml|rels|bin|opf|x?html|apxl|fpage)$/i.test(name));
  const chosen = texts[Math.floor(random() * texts.length)];
  const damaged = parts.map(
    ({ name, bytes }) => [name, name === chosen?.name ? damagedBytes(bytes, random) : bytes] as const,
  );
  return zipOf(Object.fromEntries(damaged));
}

function damagedBytes(body: Uint8Array, random: () => number): Uint8Array {
  let bytes: Buffer = Buffer.from(body);
  const rounds = 1 + Math.floor(random() * 4);
  for (let round = 0; round < rounds && bytes.length > 8; round++) bytes = damage(bytes, random);
  return bytes;
}

/** Numbers that readers trust too easily. */
const extremes = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff];

function damage(bytes: Buffer, random: () => number): Buffer {
  const at = Math.floor(random() * bytes.length);
  const length = 1 + Math.floor(random() * Math.min(2_000, bytes.length - at));
  const kind = Math.floor(random() * 6);
  if (kind === 0) {
    for (let count = 1 + Math.floor(random() * 20); count > 0; count--) {
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    }
    return bytes;
  }
  if (kind === 1) return bytes.subarray(0, at);
  if (kind === 2) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  if (kind === 3) {
    const times = 1 + Math.floor(random() * 50);
    const part = bytes.subarray(at, at + length);
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: times }, () => part),
      bytes.subarray(at),
    ]);
  }
  if (kind === 4) {
    const value = extremes[Math.floor(random() * extremes.length)] ?? 0;
    if (at + 4 <= bytes.length) bytes.writeUInt32LE(value, at);
    return bytes;
  }
  const from = Math.floor(random() * bytes.length);
  bytes.copy(bytes, at, from, from + length);
  return bytes;
}
