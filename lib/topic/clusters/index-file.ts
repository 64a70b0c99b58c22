import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import { type FrameBody, frameBody, numberBytes, textBytes } from '../learn/model-frame.ts';
import { isSameTokeniser, readTokeniser } from '../learn/tokeniser.ts';
import { mergeIndexes } from './merge-indexes.ts';
import {
  type IndexedDocument,
  type IndexSettings,
  type IndexUnit,
  indexUnits,
  type TextIndex,
} from './text-index.ts';

const magic = 'winnow-index';
/** Raised with every change that older versions cannot read. */
const version = 1;
/** The first line of a segment is shorter. */
const longestFirstLine = 200;

/** What the second line of a segment says, in JSON. */
interface SegmentHeader extends IndexSettings {
  readonly documents: number;
  readonly units: number;
  readonly terms: number;
  readonly postings: number;
}

/**
 * A segment of an index as bytes; a file is one segment after the other. The first line is `winnow-index VERSION BYTES
 * SHA256` about all that follows it in the segment; `lib/topic/clusters/README.md` has the rest.
 */
export function writeIndexSegment(index: TextIndex): Uint8Array {
  const { settings, documents, unitStarts, terms, written, postingStarts, units, counts } = index;
  const header: SegmentHeader = {
    ...settings,
    ...{ documents: documents.length, units: unitStarts.at(-1) ?? 0 },
    ...{ terms: terms.length, postings: units.length },
  };
  const rest = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    textBytes(terms),
    textBytes(written),
    textBytes(
      documents.map(({ name, title, digest, length }) => JSON.stringify([name, title, digest, length])),
    ),
    ...[unitStarts, postingStarts, units, counts].map(numberBytes),
  ]);
  return Buffer.concat([Buffer.from(`${magic} ${version} ${rest.length} ${hash('sha256', rest)}\n`), rest]);
}

export interface ReadIndex {
  readonly index: TextIndex;
  readonly segments: number;
  /** Bytes of the whole segments. What follows was cut off while it was written: it has to go before a segment is added. */
  readonly bytes: number;
}

/**
 * Reads the segments of a file. A last one that was cut off is left out: its documents are not in the index, and are added
 * again by the next run.
 * @param name of the file, for messages
 * @throws WinnowError `corrupt` for what is no index, or damaged; `newer` for a later version; in one line
 */
export function readIndex(bytes: Uint8Array, name: string): ReadIndex {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const segments: TextIndex[] = [];
  let at = 0;
  while (at < whole.length) {
    const rest = segmentAt(whole, at, name);
    if (rest === undefined) break;
    segments.push(readSegment(rest, name));
    at = rest.byteOffset - whole.byteOffset + rest.length;
  }
  const [first] = segments;
  if (first === undefined)
    throw new WinnowError('corrupt', `${name}: it is no index of Winnow, or only its beginning`);
  const other = segments.find(({ settings }) => !isSameSettings(settings, first.settings));
  if (other !== undefined)
    throw new WinnowError('corrupt', `${name}: its parts were made with different settings`);
  const index = segments.length === 1 ? first : mergeIndexes(first.settings, segments);
  return { index, segments: segments.length, bytes: at };
}

export function isSameSettings(one: IndexSettings, other: IndexSettings): boolean {
  return one.unit === other.unit && isSameTokeniser(one.tokeniser, other.tokeniser);
}

/** What follows the first line of a segment; undefined when the segment is cut off. */
function segmentAt(whole: Buffer, at: number, name: string): Buffer | undefined {
  const end = whole.subarray(at, at + longestFirstLine).indexOf('\n');
  const line = whole.toString('latin1', at, end === -1 ? at + longestFirstLine : at + end);
  const start = `${magic} `;
  if (!line.startsWith(start) && !start.startsWith(line))
    throw new WinnowError('corrupt', `${name}: it is no index of Winnow, or damaged`);
  if (end === -1) return undefined;
  const [, written = '', size = '', digest = ''] = line.split(' ');
  if (Number(written) > version)
    throw new WinnowError(
      'newer',
      `${name}: it has format ${written} of a newer Winnow; this one reads up to ${version}`,
    );
  const rest = whole.subarray(at + end + 1, at + end + 1 + Number(size));
  if (rest.length < Number(size)) return undefined;
  if (hash('sha256', rest) !== digest)
    throw new WinnowError('corrupt', `${name}: it is damaged; delete it and index the pages again`);
  return rest;
}

function readSegment(rest: Buffer, name: string): TextIndex {
  const end = rest.indexOf('\n');
  const { unit, tokeniser, ...sizes } = JSON.parse(rest.toString('utf8', 0, end)) as SegmentHeader;
  if (!indexUnits.includes(unit))
    throw new WinnowError('newer', `${name}: it is of ${String(unit)}s, which this Winnow does not know`);
  const body = frameBody(rest.subarray(end + 1));
  const settings = { tokeniser: readTokeniser(tokeniser, name), unit: unit as IndexUnit };
  const [terms, written, documents] = [body.texts(), body.texts(), body.texts().map(readDocument)];
  const numbers = numbersIn(body, sizes);
  if (!body.isSpent() || terms.length !== sizes.terms || documents.length !== sizes.documents)
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  return { settings, documents, terms, written, ...numbers };
}

function numbersIn(
  body: FrameBody,
  { documents, terms, postings }: Omit<SegmentHeader, keyof IndexSettings>,
): Pick<TextIndex, 'unitStarts' | 'postingStarts' | 'units' | 'counts'> {
  const [unitStarts, postingStarts] = [body.words32(documents + 1), body.words32(terms + 1)];
  return { unitStarts, postingStarts, units: body.words32(postings), counts: body.words32(postings) };
}

function readDocument(line: string): IndexedDocument {
  const [name, title, digest, length] = JSON.parse(line) as [string, string, string, number];
  return { name, title, digest, length };
}
