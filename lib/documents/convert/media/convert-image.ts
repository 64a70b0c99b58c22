import { imageSize } from 'image-size';
import { readProperties } from '../base/core-properties.ts';
import { converted, type DocumentHead, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import type { LightConverter } from '../converter.ts';
import { type ImageText, readBlocks } from './image-blocks.ts';

/** Pictures: their size, and what XMP, IPTC and Exif say of them. The letters in a picture are not read. */
export const convertImage: LightConverter = ({ body }, limits) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const said = attempt(() => readBlocks(bytes)) ?? {};
  const xmp = readXmp(bytes);
  const size = attempt(() => imageSize(bytes));
  const text: ImageText = { ...said, ...withoutEmpty(xmp.metadata ?? {}) };
  const title = xmp.title ?? text.title;
  const html = htmlWriter(limits.maxHtml);
  if (title !== undefined) html.element('h1', title);
  writePlain(html, text.description ?? '');
  writePlain(html, text.comment ?? '');
  const { title: _title, comment: _comment, ...metadata } = text;
  return converted(html, {
    title,
    metadata: {
      ...metadata,
      ...(size?.width === undefined ? {} : { width: String(size.width), height: String(size.height) }),
    },
  });
};

/** Bytes of an XMP packet that are read. */
const maxPacket = 200_000;

/** The packet stands in a picture as it is, whatever its format (XMP part 3). */
function readXmp(bytes: Buffer): DocumentHead {
  const start = bytes.indexOf('<x:xmpmeta');
  if (start < 0) return {};
  const end = bytes.indexOf('</x:xmpmeta>', start);
  const packet = bytes.toString('utf8', start, Math.min(end < 0 ? bytes.length : end, start + maxPacket));
  // Values stand in lists, in `rdf:li` inside of their elements.
  return readProperties(packet.replace(/<\/?rdf:(?:Alt|Bag|Seq|li)\b[^<>]*>/g, ''));
}

function withoutEmpty(metadata: Readonly<Record<string, string | undefined>>): ImageText {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
