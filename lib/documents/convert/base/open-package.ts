import { fewGuesses } from '../../charset/charset.ts';
import { flatType } from '../../sniff/flat-type.ts';
import { readZipDirectory, type ZipEntry } from '../../sniff/zip-directory.ts';
import { readZipPart } from '../../sniff/zip-part.ts';
import { type ConvertLimits, Unreadable } from '../converter.ts';
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

/** What parts of an Office document stand in that is one XML file. */
const part = { start: '<pkg:part ', end: '</pkg:part>' };

/** Sections of an OpenDocument file that is one XML file (ODF 1.3 part 3, §3.1.2), by the parts that have them otherwise. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'content.xml': ['automatic-styles', 'body'],
  'styles.xml': ['styles', 'master-styles'],
  'meta.xml': ['meta'],
};

/** A document whose parts stand in one XML file. */
function flatPackage(source: string, maxParts: number): DocumentPackage {
  const { found, more } = source.includes(part.start)
    ? officeParts(source, maxParts)
    : { found: openDocumentParts(source), more: false };
  const textOf = (name: string): string | undefined => found.get(name.replace(/^\//, '').toLowerCase());
  return {
    names: [...found.keys()],
    more,
    has: (name: string): boolean => textOf(name) !== undefined,
    read(name: string): Uint8Array | undefined {
      const text = textOf(name);
      return text === undefined ? undefined : Buffer.from(text);
    },
    text: (name: string): string => textOf(name) ?? '',
  };
}

function officeParts(
  source: string,
  maxParts: number,
): { readonly found: ReadonlyMap<string, string>; readonly more: boolean } {
  const found = new Map<string, string>();
  for (let at = source.indexOf(part.start); at >= 0; at = source.indexOf(part.start, at + 1)) {
    if (found.size >= maxParts) return { found, more: true };
    const head = source.indexOf('>', at);
    const end = source.indexOf(part.end, at);
    const name = /\bpkg:name="\/?([^"]*)"/.exec(source.slice(at, head))?.[1]?.toLowerCase();
    // Only XML is looked at: pictures stand in their own parts.
    const [inside = ''] = /^\s*<pkg:xmlData\b[^>]*>/.exec(source.slice(head + 1, head + 500)) ?? [];
    if (name !== undefined && inside !== '' && !found.has(name))
      found.set(name, source.slice(head + 1 + inside.length, end < 0 ? source.length : end));
    if (end < 0) break;
    at = end;
  }
  return { found, more: false };
}

function openDocumentParts(source: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(sections).map(([name, its]) => [name, its.map((one) => sectionOf(source, one)).join('')]),
  );
}

function sectionOf(source: string, name: string): string {
  const [start] = ['>', ' '].map((end) => source.indexOf(`<office:${name}${end}`)).filter((at) => at >= 0);
  if (start === undefined) return '';
  const end = source.indexOf(`</office:${name}>`, start);
  return source.slice(start, end < 0 ? source.length : end);
}
