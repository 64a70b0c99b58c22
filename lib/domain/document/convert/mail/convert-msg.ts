import { charsetOf, decode } from '../../charset/charset.ts';
import {
  type CompoundEntry,
  type CompoundFile,
  openCompoundFile,
  rootStream,
} from '../../sniff/compound-file.ts';
import { codePageName } from '../base/code-pages.ts';
import { copyHtml } from '../base/copy-html.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import { webLink } from '../base/links.ts';
import { type Converter, Unreadable } from '../converter.ts';

/** Properties of a message by their number (MS-OXPROPS). */
const properties = {
  subject: '0037',
  from: '0C1A',
  fromAddress: '0C1F',
  to: '0E04',
  cc: '0E03',
  body: '1000',
  html: '1013',
  file: '3707',
};

/** Messages of Outlook (MS-OXMSG): head, text, names of attachments. */
export const convertMsg: Converter = ({ body }, limits) => {
  const file = openCompoundFile(body);
  if (file === undefined) throw new Unreadable('damaged', 'no compound file');
  const find = propertyFinder(file);
  const charset = charsetOfMessage(file, find);
  const said = (id: string, parent = 0): string => {
    // 001F: UTF-16, 001E: bytes of a code page, 0102: bytes.
    const wide = find(`${id}001F`, parent);
    if (wide !== undefined) return file.read(wide).toString('utf16le');
    const bytes = find(`${id}001E`, parent) ?? find(`${id}0102`, parent);
    return bytes === undefined ? '' : decode(file.read(bytes), charset);
  };
  const html = htmlWriter(limits.maxHtml);
  const subject = said(properties.subject);
  const author = [said(properties.from), said(properties.fromAddress)].filter((one) => one !== '').join(' ');
  html.element('h1', subject);
  html.element('p', author === '' ? '' : `From: ${author}`);
  html.element('p', said(properties.to) === '' ? '' : `To: ${said(properties.to)}`);
  html.element('p', said(properties.cc) === '' ? '' : `Cc: ${said(properties.cc)}`);
  const plain = said(properties.body);
  if (plain !== '') writePlain(html, plain);
  else copyHtml(said(properties.html), html, webLink);
  for (const [index, { name, kind, parent }] of file.entries) {
    if (html.isFull) break;
    if (kind === 'storage' && parent === 0 && name.startsWith('__attach'))
      html.element('p', said(properties.file, index));
  }
  return converted(html, { title: subject, metadata: { author } }, { parts: { unit: 'message', count: 1 } });
};

/** Finds the entry of a property by its number and type in a storage. */
type FindProperty = (id: string, parent: number) => CompoundEntry | undefined;

function propertyFinder(file: CompoundFile): FindProperty {
  const keyOf = (name: string, parent: number | undefined): string => `${parent} ${name.toUpperCase()}`;
  const byKey = new Map<string, CompoundEntry>();
  for (const entry of file.entries.values()) {
    const key = keyOf(entry.name, entry.parent);
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return (id, parent) => byKey.get(keyOf(`__substg1.0_${id}`, parent));
}

/** Numbers of the code page of a message's text, and of the one that it was sent in. */
const codePages = [0x3ffd_0003, 0x3fde_0003];

/** As its properties of fixed length have it (MS-OXMSG §2.4.2), else what the body reads like. */
function charsetOfMessage(file: CompoundFile, find: FindProperty): string {
  const entry = rootStream(file, '__properties_version1.0');
  const fixed = entry === undefined ? Buffer.alloc(0) : file.read(entry);
  for (let at = 32; at + 16 <= fixed.length; at += 16) {
    if (codePages.includes(fixed.readUInt32LE(at))) return codePageName(fixed.readUInt32LE(at + 8));
  }
  const body = find(`${properties.body}001E`, 0);
  return body === undefined ? 'windows-1252' : charsetOf(file.read(body), undefined, 'none');
}
