import { beforeAll, describe, expect, it } from 'vitest';
import { documentFormatOf } from '../../lib/documents/sniff/formats.ts';
import { hasCases } from '../support/cases.ts';
import {
  conversionOf,
  type DocumentCase,
  documentCases,
  loose,
  phrasesOf,
  sniffedType,
  textOf,
  wordsOf,
} from './documents.ts';

interface Found {
  readonly one: DocumentCase;
  readonly text: string;
  readonly phrases: readonly string[];
  readonly missing: readonly string[];
}

/** Formats that are told by their names only, or are formats of others: what they are taken as. */
const families: Readonly<Record<string, readonly string[]>> = {
  css: ['text/css'],
  js: ['text/javascript'],
  html: ['text/html', 'application/xhtml+xml', 'text/xml'],
  key: ['iwork'],
  pages: ['iwork'],
  mbox: ['mail'],
  eml: ['mail'],
  txt: ['text'],
  psv: ['text'],
  ps: ['postscript'],
  wp: ['wordperfect'],
  wpd: ['wordperfect'],
  sxw: ['odt'],
  jpg: ['image'],
  png: ['image'],
  gif: ['image'],
  tiff: ['image'],
  xlsx: ['xlsx', 'encrypted-office'],
  docx: ['docx', 'encrypted-office'],
  pptx: ['pptx', 'encrypted-office'],
};

/** Files that are not of the format that their name says: they are told as what they are. */
const isMislabelled = ({ file }: DocumentCase): boolean => /\/not[-_]?a/.test(file);

describe.skipIf(!hasCases('documents/cases.jsonl'))('document case suites', () => {
  const cases = documentCases();
  let found: readonly Found[] = [];

  beforeAll(async () => {
    const all: Found[] = [];
    for (const one of cases) {
      const conversion = await conversionOf(one);
      const words = wordsOf(conversion);
      const phrases = phrasesOf(one);
      const missing = phrases.filter((phrase) => !words.includes(loose(phrase)));
      all.push({ one, text: textOf(conversion), phrases, missing });
    }
    found = all;
  });

  it('tells the media type of every file by its bytes', () => {
    const wrong = cases.filter((one) => {
      if (isMislabelled(one)) return false;
      const type = sniffedType(one);
      const name = documentFormatOf(type)?.name ?? type;
      return !(families[one.format] ?? [one.format]).includes(name);
    });
    console.log(`media types by their bytes: ${cases.length - wrong.length} of ${cases.length} files`);
    expect(wrong.map((one) => `${one.file}: ${sniffedType(one)}`)).toEqual([]);
  });

  it('finds 95 of 100 phrases that others found too', () => {
    const phrases = found.flatMap((one) => one.phrases).length;
    const missing = found.flatMap((one) => one.missing).length;
    console.log(`documents: ${phrases - missing} of ${phrases} phrases`);
    expect(1 - missing / phrases, missingIn(found)).toBeGreaterThanOrEqual(0.95);
  });

  it('finds 90 of 100 phrases in each format with three files or more', () => {
    for (const [format, ofFormat] of Object.entries(Object.groupBy(found, ({ one }) => one.format))) {
      if (ofFormat === undefined || ofFormat.length < 3) continue;
      const phrases = ofFormat.flatMap((one) => one.phrases).length;
      const missing = ofFormat.flatMap((one) => one.missing).length;
      console.log(`documents, ${format}: ${phrases - missing} of ${phrases} phrases`);
      expect(phrases - missing, `${format} ${missingIn(ofFormat)}`).toBeGreaterThanOrEqual(phrases * 0.9);
    }
  });

  it('shows nothing of what is no text: commands, programs, hidden text', () => {
    const wrong = found.filter(({ one, text }) =>
      (one.expected.notContains ?? []).some((phrase) => text.includes(phrase)),
    );
    expect(wrong.map(({ one }) => one.file)).toEqual([]);
  });
});

function missingIn(found: readonly Found[]): string {
  return found
    .filter(({ missing }) => missing.length > 0)
    .map(({ one, missing }) => `${one.file}: ${missing.join(' | ')}`)
    .join('\n');
}
