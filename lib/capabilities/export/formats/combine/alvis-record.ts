import { Buffer } from 'node:buffer';
import { bodyOf, storedDocument } from '../../../../archive/documents.ts';
import { gzip } from '../../../../base/compressors/compress.ts';
import { around, attribute, element, xmlText } from '../../../../base/html/xml.ts';
import type { Link } from '../../../../base/links/link.ts';
import type { PageRecord } from '../../../../domain/collection/record.ts';
import type { Outgoing } from '../../../../pipeline/feed/outgoing.ts';
import type { FormatPlan } from '../../format.ts';
import { links, metaData, modifiedOf, properties, timeText, topics, urlsOf } from './parts.ts';

/** A record in the enriched document format of ALVIS. */
export function alvisRecord(one: Outgoing, plan: Pick<FormatPlan, 'options'>): string {
  const { record, md5 } = one.line;
  const data = [
    `<modifiedDate>${xmlText(modifiedOf(record))}</modifiedDate>\n`,
    element('expiryDate', timeText(Date.parse(record.response.expires ?? ''))),
    element('checkedDate', timeText(record.lastChecked)),
    element('httpServer', record.response.server),
    urlsOf(record),
  ];
  const inner = [
    around('acquisitionData', data.join('')),
    originalDocument(one),
    canonicalDocument(record),
    metaData(record),
    links(record, plan),
    // The schema lets a topic have one element of terms.
    around('analysis', properties(record) + topics(record, joined)),
  ];
  return around('documentRecord', around('acquisition', inner.join('')), attribute('id', md5));
}

const joined = (terms: readonly string[]): readonly string[] =>
  terms.length === 0 ? [] : [terms.join(', ')];

/** Base64 has this many characters in a line. */
const lineLength = 76;

/** The page as it came; text is in UTF-8, as all of ALVIS. */
function originalDocument({ line, document }: Outgoing): string {
  if (document === undefined || line.document === undefined) return '';
  const { mediaType, charset } = line.record;
  const stored = storedDocument(line.document, document);
  const isText = /^text\/|xml$/.test(mediaType);
  const isForeign = isText && charset !== 'utf-8';
  const base64 = Buffer.from(zipped(stored, isForeign ? charset : undefined)).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < base64.length; at += lineLength) lines.push(base64.slice(at, at + lineLength));
  const attributes =
    attribute('mimeType', mediaType) +
    ' compression="gzip" encoding="base64"' +
    attribute('charSet', isText ? 'UTF-8' : charset);
  return `<originalDocument${attributes}>\n${lines.join('\n')}\n</originalDocument>\n`;
}

/** @param charset of text that is to be UTF-8; absent: the bytes stay as they are */
function zipped(stored: ReturnType<typeof storedDocument>, charset: string | undefined): Uint8Array {
  // As the server sent it: nothing is unpacked.
  if (charset === undefined && stored.isGzip) return stored.payload;
  const body = bodyOf(stored);
  const bytes = charset === undefined ? body : Buffer.from(decoded(body, charset));
  return gzip(bytes);
}

function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // An encoding that this Node was built without.
    return new TextDecoder().decode(bytes);
  }
}

/** The text by its headings, with its links where they stand. */
function canonicalDocument(record: PageRecord): string {
  const headings = [...record.headings];
  const place = placeOfLinks(record);
  const sections: string[] = [];
  let title: string | undefined;
  let blocks: string[] = [];
  const close = (): void => {
    if (blocks.length === 0) return;
    const attributes = title === undefined ? '' : attribute('title', title);
    sections.push(around('section', blocks.join(''), attributes));
    blocks = [];
  };
  for (const block of record.text.split('\n')) {
    if (block.trim() === '') continue;
    if (block.trim() === headings[0]?.text) {
      close();
      title = headings.shift()?.text;
    }
    blocks.push(`<section>${place(block)}</section>\n`);
  }
  close();
  return around('canonicalDocument', around('section', sections.join('')));
}

/** Makes the XML of a block: the next links whose words stand in it are links there. */
function placeOfLinks(record: PageRecord): (block: string) => string {
  const waiting = record.links.filter((link) => isShown(link));
  return (block) => {
    let xml = '';
    let at = 0;
    for (;;) {
      const [link] = waiting;
      const found = link === undefined ? -1 : block.indexOf(link.anchor, at);
      if (link === undefined || found < 0) return xml + xmlText(block.slice(at));
      waiting.shift();
      const url = attribute('url', relative(link.url, record.finalUrl));
      xml += `${xmlText(block.slice(at, found))}<ulink${url}>${xmlText(link.anchor)}</ulink>`;
      at = found + link.anchor.length;
    }
  };
}

const isShown = ({ anchor, element }: Link): boolean => anchor !== '' && element === 'a';

/** A URL below the folder of a page as that page would write it. */
function relative(url: string, page: string): string {
  const folder = page.slice(0, page.lastIndexOf('/') + 1);
  const rest = url.slice(folder.length);
  const isBelow =
    folder.length > 8 && url.startsWith(folder) && /^[^?#:]+$/.test(rest) && !rest.startsWith('/');
  return isBelow ? rest : url;
}
