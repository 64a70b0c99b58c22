import { readFileSync } from 'node:fs';
import { charsetOf, decode } from '../../lib/documents/charset/charset.ts';
import { convertDocument } from '../../lib/documents/convert/convert-document.ts';
import { type Conversion, defaultConvertLimits } from '../../lib/documents/convert/converter.ts';
import { readMarkup } from '../../lib/documents/html/read-markup.ts';
import { sniffMediaType } from '../../lib/documents/sniff/sniff-media-type.ts';
import { casesFile, readCases } from '../support/cases.ts';

/** A file of the document suites, as their SOURCE.md describes it. */
export interface DocumentCase {
  readonly id: string;
  readonly format: string;
  readonly file: string;
  readonly expected: {
    readonly contains?: readonly { readonly text: string; readonly verifiedLoose: boolean }[];
    readonly notContains?: readonly string[];
    readonly standardized?: string;
  };
}

export const documentCases = (): readonly DocumentCase[] => readCases('documents/cases.jsonl');

export function bodyOf({ file }: Pick<DocumentCase, 'file'>): Uint8Array {
  return readFileSync(casesFile(`documents/${file}`));
}

/** What servers say of files whose bytes do not tell. */
const declaredTypes: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  psv: 'text/plain',
  tex: 'application/x-tex',
  txt: 'text/plain',
};

export function sniffedType(one: Pick<DocumentCase, 'format' | 'file'>): string {
  return sniffMediaType(bodyOf(one), declaredTypes[one.format] ?? '').essence;
}

/** HTML is what the reader of pages takes as it is; all else is converted. */
export async function conversionOf(one: DocumentCase): Promise<Conversion> {
  const body = bodyOf(one);
  const mediaType = sniffedType(one);
  if (mediaType === 'text/html' || mediaType === 'application/xhtml+xml') {
    return { kind: 'converted', html: decode(body, charsetOf(body, undefined, 'html')) };
  }
  return convertDocument({
    body,
    mediaType,
    url: `http://documents.example/${one.file}`,
    limits: defaultConvertLimits,
  });
}

/** What a reader of the converted document finds: its text, title and metadata. */
export function wordsOf(conversion: Conversion): string {
  if (conversion.kind !== 'converted') return '';
  const { text, title, metadata } = readMarkup(conversion.html);
  return loose([text, title, ...[...metadata.values()].flat()].join('\n'));
}

export function textOf(conversion: Conversion): string {
  return conversion.kind === 'converted' ? readMarkup(conversion.html).text : '';
}

/** As the suites compare: after NFKC, without punctuation and case. */
export function loose(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&gt;|&lt;|&amp;/g, ' ')
    .replace(/[^\p{L}\p{N}\p{Co}]+/gu, ' ')
    .trim();
}

/** The phrases that an independent reader found in a file too. */
export function phrasesOf({ expected, format }: DocumentCase): readonly string[] {
  // What is written in a picture takes a reader of letters in pictures.
  if (/^(?:jpg|png|gif|tiff)$/.test(format)) return [];
  const phrases = (expected.contains ?? [])
    .filter(({ verifiedLoose }) => verifiedLoose)
    .map(({ text }) => text);
  return expected.standardized === undefined ? phrases : [...phrases, expected.standardized];
}
