import { charsetOf, decode } from '../../charset/charset.ts';
import { type CompoundEntry, type CompoundFile, openCompoundFile } from '../../sniff/compound-file.ts';
import { codePageName } from '../base/code-pages.ts';
import { copyHtml } from '../base/copy-html.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import { webLink } from '../base/links.ts';
import { type Converter, type ConvertRequest, defaultConvertLimits, Unreadable } from '../converter.ts';
import { convertRtf } from '../rtf/convert-rtf.ts';
import { readCompressedRtf } from './compressed-rtf.ts';

/** Properties of a message by their number (MS-OXPROPS). */
const properties = {
  subject: '0037',
  from: '0C1A',
  onBehalfOf: '0042',
  fromAddress: '0C1F',
  fromMail: '5D01',
  to: '0E04',
  cc: '0E03',
  body: '1000',
  html: '1013',
  rtf: '1009',
  name: '3001',
  address: '3003',
  mail: '39FE',
  file: '3707',
};

/** Properties of fixed length, with their types. */
const fixed = { codePages: [0x3ffd_0003, 0x3fde_0003], dates: [0x0039_0040, 0x0e06_0040], kind: 0x0c15_0003 };

/** Kinds of recipients; those that the sender hides from the others are shown to no one. */
const recipientKinds: readonly (readonly [number, string, string])[] = [
  [1, 'To', properties.to],
  [2, 'Cc', properties.cc],
];

/** Bytes before the fixed properties of what a storage is (MS-OXMSG §2.4.1). */
const heads = { message: 32, inside: 24, other: 8 };

/** Messages inside of messages that are read. */
const maxDepth = 10;

/** A message, recipient or attachment: where it lies in the file, and what it says. */
interface MsgObject {
  readonly index: number;
  text(property: string): string;
  bytes(property: string): Buffer | undefined;
  /** The eight bytes of a property of fixed length. */
  fixed(property: number): Buffer | undefined;
}

/** Opens what lies in a storage. @param head bytes before its fixed properties */
type OpenObject = (index: number, head: number) => MsgObject;

/** Messages of Outlook (MS-OXMSG): head, text, names of attachments, and messages that are attached. */
export const convertMsg: Converter = (request, limits) => {
  const file = openCompoundFile(request.body);
  if (file === undefined) throw new Unreadable('damaged', 'no compound file');
  const open = objectsOf(file);
  const html = htmlWriter(limits.maxHtml);
  const message = open(0, heads.message);
  const write = messageWriter(file, open, html, request);
  write(message, 0);
  return converted(
    html,
    {
      title: message.text(properties.subject),
      metadata: { author: senderOf(message), date: dateOf(message) },
    },
    { parts: { unit: 'message', count: 1 } },
  );
};

function messageWriter(
  file: CompoundFile,
  open: OpenObject,
  html: HtmlWriter,
  request: ConvertRequest,
): (message: MsgObject, depth: number) => void {
  const storages = Map.groupBy(
    [...file.entries].filter(([, { kind }]) => kind === 'storage'),
    ([, { parent }]) => parent,
  );
  const inside = (index: number, name: string): readonly number[] =>
    (storages.get(index) ?? []).filter(([, one]) => one.name.startsWith(name)).map(([its]) => its);
  return function write(message, depth) {
    html.element(depth === 0 ? 'h1' : 'h2', message.text(properties.subject));
    said(html, 'From', senderOf(message));
    const recipients = inside(message.index, '__recip').map((its) => open(its, heads.other));
    for (const [kind, label, property] of recipientKinds) {
      const its = recipients.filter((one) => one.fixed(fixed.kind)?.readUInt32LE(0) === kind).map(addressee);
      said(html, label, its.length > 0 ? its.join('; ') : message.text(property));
    }
    said(html, 'Date', dateOf(message) ?? '');
    writeBody(html, message, request);
    for (const its of inside(message.index, '__attach')) {
      if (html.isFull) return;
      const attachment = open(its, heads.other);
      html.element('p', attachment.text(properties.file) || attachment.text(properties.name));
      // 000D: an object, here a message.
      const [attached] = depth < maxDepth ? inside(its, '__substg1.0_3701000D') : [];
      if (attached !== undefined) write(open(attached, heads.inside), depth + 1);
    }
  };
}

function said(html: HtmlWriter, label: string, text: string): void {
  if (text !== '') html.element('p', `${label}: ${text}`);
}

function senderOf(message: MsgObject): string {
  const name = message.text(properties.from) || message.text(properties.onBehalfOf);
  return withAddress(name, message.text(properties.fromMail) || message.text(properties.fromAddress));
}

function addressee(recipient: MsgObject): string {
  const mail = recipient.text(properties.mail) || recipient.text(properties.address);
  return withAddress(recipient.text(properties.name), mail);
}

/** Addresses of a server's directory (`/O=…/CN=…`) say nothing to people. */
function withAddress(name: string, address: string): string {
  return [name, address.includes('@') && address !== name ? address : '']
    .filter((one) => one !== '')
    .join(' ');
}

function dateOf(message: MsgObject): string | undefined {
  for (const property of fixed.dates) {
    const bytes = message.fixed(property);
    // 100 ns since 1601.
    const ms = bytes === undefined ? 0 : Number(bytes.readBigUInt64LE(0) / 10_000n) - 11_644_473_600_000;
    if (ms > 0 && ms < 4e12) return new Date(ms).toISOString();
  }
  return undefined;
}

function writeBody(html: HtmlWriter, message: MsgObject, request: ConvertRequest): void {
  const plain = message.text(properties.body);
  const source = message.text(properties.html);
  // As of versions of one text of mail, the richest: it has the links.
  if (source.trim() !== '') copyHtml(source, html, webLink);
  else if (plain.trim() !== '') writePlain(html, plain);
  else writeRichText(html, message, request);
}

function writeRichText(html: HtmlWriter, message: MsgObject, request: ConvertRequest): void {
  const rtf = message.bytes(properties.rtf);
  const body = rtf === undefined ? undefined : readCompressedRtf(rtf);
  if (body === undefined || !body.subarray(0, 20).includes('{\\rtf')) return;
  const read = convertRtf({ ...request, body }, request.limits ?? defaultConvertLimits);
  if (read.kind === 'converted') copyHtml(read.html, html, webLink);
}

function objectsOf(file: CompoundFile): OpenObject {
  const keyOf = (name: string, parent: number | undefined): string => `${parent} ${name.toUpperCase()}`;
  const byKey = new Map<string, CompoundEntry>();
  for (const entry of file.entries.values()) {
    const key = keyOf(entry.name, entry.parent);
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  const find = (name: string, parent: number): Buffer | undefined => {
    const entry = byKey.get(keyOf(name, parent));
    return entry === undefined ? undefined : file.read(entry);
  };
  const open = (index: number, head: number, charset: string): MsgObject => {
    const stored = find('__properties_version1.0', index) ?? Buffer.alloc(0);
    // 001F: UTF-16, 001E: bytes of a code page, 0102: bytes.
    const bytes = (property: string): Buffer | undefined => find(`__substg1.0_${property}0102`, index);
    return {
      index,
      bytes,
      text(property) {
        const wide = find(`__substg1.0_${property}001F`, index)?.toString('utf16le');
        const narrow = find(`__substg1.0_${property}001E`, index) ?? bytes(property) ?? Buffer.alloc(0);
        return (wide ?? decode(narrow, charset)).replace(/\0[\s\S]*$/, '');
      },
      fixed(property) {
        for (let at = head; at + 16 <= stored.length; at += 16)
          if (stored.readUInt32LE(at) === property) return stored.subarray(at + 8, at + 16);
        return undefined;
      },
    };
  };
  const charset = charsetOfMessage(open(0, heads.message, 'windows-1252'), find);
  return (index, head) => open(index, head, charset);
}

/** As its properties have it, else what the body reads like. */
function charsetOfMessage(
  message: MsgObject,
  find: (name: string, parent: number) => Buffer | undefined,
): string {
  for (const property of fixed.codePages) {
    const page = message.fixed(property)?.readUInt32LE(0);
    if (page !== undefined) return codePageName(page);
  }
  const body = find(`__substg1.0_${properties.body}001E`, 0);
  return body === undefined ? 'windows-1252' : charsetOf(body, undefined, 'none');
}
