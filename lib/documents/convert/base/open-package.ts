import { fewGuesses } from '../../charset/charset.ts';
import { flatType } from '../../sniff/flat-type.ts';
import { readZipDirectory, type ZipEntry } from '../../sniff/zip-directory.ts';
import { readZipPart } from '../../sniff/zip-part.ts';
import { type ConvertLimits, Unreadable } from '../converter.ts';
import { flatPackage } from './flat-package.ts';
import { decodeXml } from './read-xml.ts';

/** A document of parts: a ZIP archive of them, or one XML file. */
export interface DocumentPackage {
  /** Names of its parts, in the order of the archive. */
  readonly names: readonly string[];
  /** It has more parts than the limits allow: the others are not looked at. */
  readonly more: boolean;
  has(name: string): boolean;
  /** The bytes of a part; undefined: there is none of that name, or it is damaged. @throws Unreadable past the limits */
  read(name: string): Uint8Array | undefined;
  /** A part that is XML, decoded; empty: there is none. */
  text(name: string): string;
}

/** Opens a document; what its parts unpack to counts together. @throws Unreadable if it is no archive */
export function openPackage(body: Uint8Array, { maxParts, maxUnpacked }: ConvertLimits): DocumentPackage {
  if (flatType(body) !== undefined) return flatPackage(decodeXml(body), maxParts);
  const { entries, more, damaged } = readZipDirectory(body, maxParts);
  if (entries.length === 0) throw new Unreadable(damaged ? 'truncated' : 'damaged', 'no archive of parts');
  // Some writers differ in case between a part and what refers to it; of two of one name the first counts.
  const byName = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const key = keyOf(entry.name);
    if (!byName.has(key)) byName.set(key, entry);
  }
  const guess = fewGuesses();
  let left = maxUnpacked;
  // Parts share no bytes: all of them together are no longer than the archive.
  let packed = body.length;
  const opened = new Set<ZipEntry>();
  const damagedParts = new Set<ZipEntry>();
  const read = (name: string): Uint8Array | undefined => {
    const entry = byName.get(keyOf(name));
    if (entry === undefined || damagedParts.has(entry)) return undefined;
    if (entry.encrypted) throw new Unreadable('encrypted', `${entry.name} is encrypted`);
    if (!opened.has(entry)) packed -= Math.min(entry.packedSize, body.length - entry.start);
    opened.add(entry);
    if (packed < 0) throw new Unreadable('damaged', 'its parts lie in each other');
    const bytes = readZipPart(body, entry, left);
    if (bytes === undefined) {
      if (entry.size > left || entry.packedSize * 1_032 > left) {
        throw new Unreadable('too-large', `its parts unpack to more than ${maxUnpacked} bytes`);
      }
      damagedParts.add(entry);
      return undefined;
    }
    left -= bytes.length;
    return bytes;
  };
  return {
    names: entries.map(({ name }) => name),
    more,
    has: (name) => byName.has(keyOf(name)),
    read,
    text(name) {
      const bytes = read(name);
      return bytes === undefined ? '' : decodeXml(bytes, undefined, guess);
    },
  };
}

function keyOf(name: string): string {
  return (name.startsWith('/') ? name.slice(1) : name).toLowerCase();
}
