import { headerOf, looksBinary } from '../../base/bytes/looks-binary.ts';
import { type MediaType, parseContentType } from '../../base/charset/media-type.ts';
import { openCompoundFile } from './compound-file.ts';
import { flatType } from './flat-type.ts';
import { documentFormatOf } from './formats.ts';
import { listType, textType, xmlType } from './text-type.ts';
import { imageType, mediaType, signatureType, unknownType } from './unknown-type.ts';
import { zipType } from './zip-type.ts';

/** What neither says more nor is a document. */
const oleStorage = 'application/x-ole-storage';

/** Streams of the root that tell a format, in the order in which they decide. */
const telling: readonly (readonly [string, string])[] = [
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['Book', 'application/vnd.ms-excel'],
  ['VisioDocument', 'application/vnd.visio'],
];

/** The type of the document that an OLE compound file is; `oleStorage` if nothing tells, as for an encrypted package. */
function oleType(body: Uint8Array): string {
  const file = openCompoundFile(body);
  if (file === undefined) return oleStorage;
  const names = new Set(
    [...file.entries.values()].filter(({ parent }) => parent === 0).map(({ name }) => name),
  );
  return telling.find(([name]) => names.has(name))?.[1] ?? oleStorage;
}

/** Values that say nothing (WHATWG MIME Sniffing §7). */
const unknown = new Set(['unknown/unknown', 'application/unknown', '*/*']);

/** What servers say of any file that is to be saved: a document has a signature, bytes that look like text may be anything. */
const toBeSaved = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/binary',
  'application/download',
  'application/x-download',
  'application/force-download',
]);

export function saysNothing(essence: string): boolean {
  return unknown.has(essence) || toBeSaved.has(essence);
}

/** Types of XML: whether a document is hypertext, its first element says, as in browsers. */
const xmlTypes = /^(?:text|application)\/xml$|\+xml$/;

/** What old Apaches say of every file that they do not know (§5.1). */
const apacheDefault = /^text\/plain(; charset=(ISO-8859-1|iso-8859-1|UTF-8))?$/;

/**
 * The media type of a body, after the WHATWG MIME Sniffing standard: what its `Content-Type` says, or what its bytes look like when it
 * says nothing, or where it calls a feed or sitemap HTML or text. Containers (ZIP, OLE) are looked into. Other than a browser, which fears for its user, it believes the signature of a
 * document where something else is declared: what would be garbage otherwise can be read.
 * @param contentType the header as it came; empty: none
 */
export function sniffMediaType(body: Uint8Array, contentType: string): MediaType {
  const declared = parseContentType(contentType);
  if (declared === undefined || unknown.has(declared.essence)) return { essence: undeclaredType(body) };
  const { essence } = declared;
  const header = headerOf(body);
  const list = saysLittle(essence) ? listType(header) : undefined;
  if (list !== undefined) return { ...declared, essence: list };
  if (toBeSaved.has(essence)) return { essence: savedType(essence, body) };
  const found = signatureType(body, header);
  if (essence.startsWith('image/') && essence !== 'image/svg+xml') {
    return { essence: imageType(header) ?? essence };
  }
  if (essence.startsWith('audio/') || essence.startsWith('video/')) {
    return { essence: mediaType(body, header) ?? essence };
  }
  const inside = found === undefined ? undefined : lookInto(found, body);
  if (isDocument(inside)) return { essence: inside === oleStorage ? documentOr(essence, inside) : inside };
  if (apacheDefault.test(contentType) && looksBinary(body)) {
    return { essence: inside ?? 'application/octet-stream' };
  }
  if (xmlTypes.test(essence) && essence !== 'application/xhtml+xml')
    return { ...declared, essence: flatType(body) ?? xmlType(header, essence) };
  return needsSignature(essence) ? { essence: mislabelled(essence, body, header) } : declared;
}

/** What servers say of feeds and sitemaps that they do not know. */
function saysLittle(essence: string): boolean {
  return essence === 'text/html' || essence === 'text/plain' || saysNothing(essence);
}

/** The type of a feed or sitemap by its first bytes, where its `Content-Type` says little; undefined: it is none, or says which itself. */
export function sniffListType(body: Uint8Array, contentType: string): string | undefined {
  const essence = parseContentType(contentType)?.essence;
  return essence === undefined || saysLittle(essence) ? listType(headerOf(body)) : undefined;
}

function savedType(essence: string, body: Uint8Array): string {
  const type = undeclaredType(body);
  return documentFormatOf(type) === undefined || isTextual(type) ? essence : type;
}

function isTextual(type: string): boolean {
  return type.startsWith('text/') || type.endsWith('xml');
}

/** A document type that was declared of other bytes: text and HTML are seen, anything else is left to its converter. */
function mislabelled(essence: string, body: Uint8Array, header: string): string {
  if (body.length === 0) return essence;
  if (essence === 'application/pdf' && header.includes('%PDF-')) return essence;
  const seen = undeclaredType(body);
  return seen === 'application/octet-stream' ? essence : seen;
}

function undeclaredType(body: Uint8Array): string {
  const type = unknownType(body);
  if (type === 'text/plain') return listType(headerOf(body)) ?? textType(headerOf(body));
  if (type === 'text/xml') return flatType(body) ?? xmlType(headerOf(body));
  // ISO 32000-1 §7.5.2 with what readers accept: the header stands somewhere in the first 1,024 bytes.
  if (type === 'application/octet-stream' && headerOf(body).slice(0, 1_024).includes('%PDF-'))
    return 'application/pdf';
  return lookInto(type, body);
}

function lookInto(type: string, body: Uint8Array): string {
  if (type === 'application/zip') return zipType(body);
  return type === oleStorage ? oleType(body) : type;
}

function isDocument(type: string | undefined): type is string {
  return (
    type !== undefined &&
    (type === oleStorage || documentFormatOf(type)?.weight === 'heavy' || type === 'application/rtf')
  );
}

/** An encrypted package does not say of what: its server does. */
function documentOr(essence: string, otherwise: string): string {
  return documentFormatOf(essence)?.weight === 'heavy' ? essence : otherwise;
}

/** Formats that all begin with a signature: bytes without it are something else. */
function needsSignature(essence: string): boolean {
  const format = documentFormatOf(essence);
  return format !== undefined && (format.weight === 'heavy' || ['rtf', 'archive'].includes(format.name));
}
