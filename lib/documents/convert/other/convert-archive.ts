import { readZipDirectory } from '../../sniff/zip-directory.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { type ConvertRequest, type LightConverter, Unreadable } from '../converter.ts';

/** Archives: the names of the files in them. They are not opened. */
export const convertArchive: LightConverter = (request, limits) => {
  const names = namesIn(request, limits.maxParts);
  const html = htmlWriter(limits.maxHtml);
  writeNames(html, names.found);
  return converted(
    html,
    {},
    { parts: { unit: 'file', count: names.found.length }, ...(names.more ? { cut: 'parts' } : {}) },
  );
};

interface Names {
  readonly found: readonly string[];
  readonly more: boolean;
}

function namesIn({ body }: ConvertRequest, max: number): Names {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.toString('latin1', 0, 2) === 'PK') {
    const { entries, more } = readZipDirectory(body, max);
    return { found: entries.map(({ name }) => name), more };
  }
  if (bytes.toString('latin1', 257, 262) === 'ustar') return tarNames(bytes, max);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { found: gzipName(bytes), more: false };
  throw new Unreadable('unsupported', 'an archive whose directory is packed');
}

/** A head of 512 bytes for each file, then its bytes, filled up to 512 (POSIX ustar). */
function tarNames(bytes: Buffer, max: number): Names {
  const found: string[] = [];
  let at = 0;
  while (at + 512 <= bytes.length && bytes[at] !== 0) {
    if (found.length >= max) return { found, more: true };
    const field = (start: number, length: number): string =>
      bytes.toString('utf8', at + start, at + start + length).replace(/\0[\s\S]*$/, '');
    const prefix = field(345, 155);
    found.push(prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`);
    const size = Number.parseInt(field(124, 12).trim() || '0', 8);
    at += 512 + (Number.isFinite(size) && size > 0 ? Math.ceil(size / 512) * 512 : 0);
  }
  return { found, more: false };
}

/** The name that a file had before it was packed (RFC 1952 §2.3). */
function gzipName(bytes: Buffer): readonly string[] {
  const flags = bytes[3] ?? 0;
  if ((flags & 8) === 0) return [];
  const start = (flags & 4) === 0 || bytes.length < 12 ? 10 : 12 + bytes.readUInt16LE(10);
  const end = bytes.indexOf(0, start);
  return end < 0 ? [] : [bytes.toString('latin1', start, Math.min(end, start + 1_000))];
}

function writeNames(html: HtmlWriter, names: readonly string[]): void {
  html.open('ul');
  for (const name of names) html.element('li', name);
  html.close('ul');
}
