import { Buffer } from 'node:buffer';
import { WinnowError } from '../../base/error.ts';
import { digestOfParts, hasDigest } from './warc-digest.ts';

/** A record of a WARC file. `fields`: its header without `Content-Length`, by name. */
export interface WarcRecord {
  readonly fields: Readonly<Record<string, string>>;
  readonly block: Uint8Array;
}

const version = 'WARC/1.1';
const lineEnd = '\r\n';
const recordEnd = Buffer.from(lineEnd + lineEnd);

/** Encodes a record with the digest of its block. */
export function encodeRecord({ fields, block }: WarcRecord): Uint8Array {
  return Buffer.concat(recordParts(fields, [block]));
}

/** The same record in parts, which are not copied: those of `block` are among them. */
export function recordParts(
  fields: WarcRecord['fields'],
  block: readonly Uint8Array[],
): readonly Uint8Array[] {
  const length = block.reduce((sum, part) => sum + part.length, 0);
  const all = { ...fields, 'WARC-Block-Digest': digestOfParts(block), 'Content-Length': String(length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${oneLine(value)}`);
  return [Buffer.from([version, ...lines, '', ''].join(lineEnd)), ...block, recordEnd];
}

/** Returns a value without control characters: a value from the web must not begin another header line. */
export function oneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}

/** The lines of a header: `X-Robots-Tag` comes joined with line feeds, others are one line, whatever is in them. */
export function linesOf(name: string, value: string): readonly string[] {
  return name === 'x-robots-tag' ? value.split('\n').map(oneLine) : [oneLine(value)];
}

/** Decodes a record. @throws WinnowError `corrupt` when the bytes are anything but one whole record */
export function decodeRecord(bytes: Uint8Array): WarcRecord {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = content.indexOf(recordEnd);
  const [first, ...lines] = content.subarray(0, Math.max(end, 0)).toString().split(lineEnd);
  if (first !== version) throw new WinnowError('corrupt', 'no WARC 1.1 record');
  const { 'Content-Length': length, ...fields } = Object.fromEntries(lines.map(fieldOf));
  const block = content.subarray(end + recordEnd.length, -recordEnd.length);
  if (block.length !== Number(length) || !content.subarray(-recordEnd.length).equals(recordEnd))
    throw new WinnowError('corrupt', `a record of ${length} bytes has ${block.length}`);
  return { fields, block };
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** The body of an HTTP response without its head. */
export function payloadOf({ block }: WarcRecord): Uint8Array {
  const head = Buffer.from(block.buffer, block.byteOffset, block.length).indexOf(recordEnd);
  return head === -1 ? new Uint8Array() : block.subarray(head + recordEnd.length);
}

/** Returns the names of the digests of a record that its bytes do not have. A `revisit` has no payload of its own. */
export function wrongDigests(record: WarcRecord): readonly string[] {
  const { 'WARC-Block-Digest': block, 'WARC-Payload-Digest': payload, 'WARC-Type': type } = record.fields;
  const wrong: string[] = [];
  if (block === undefined || hasDigest(record.block, block) === false) wrong.push('WARC-Block-Digest');
  if (type === 'response' && (payload === undefined || hasDigest(payloadOf(record), payload) === false))
    wrong.push('WARC-Payload-Digest');
  return wrong;
}
