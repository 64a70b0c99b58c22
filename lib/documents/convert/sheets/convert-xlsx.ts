import { readAuthors, writeComments } from '../base/comments.ts';
import { coreProperties } from '../base/core-properties.ts';
import { readDrawing } from '../base/drawing-text.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { openPackage } from '../base/open-package.ts';
import { readXml } from '../base/read-xml.ts';
import { relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import { type ConvertedDocument, type Converter, type ConvertLimits, Unreadable } from '../converter.ts';
import { maxStrings, type NumberFormats, numberFormats } from './cell-format.ts';
import { richString } from './rich-string.ts';
import { sheetWriter } from './sheet-writer.ts';
import { readSheet } from './xlsx-sheet.ts';

/** Excel workbooks of Office Open XML: each sheet a table under its name, then what stands beside its cells. */
export const convertXlsx: Converter = ({ body }, limits) => readWorkbook(body, limits);

function readWorkbook(body: Uint8Array, limits: ConvertLimits): ConvertedDocument {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'xl/workbook.xml';
  if (!parts.has(main)) throw new Unreadable('damaged', `it has no part ${main}`);
  const relationships = relationshipsOf(parts, main);
  const partOf = (type: string): string => parts.text(relatedPart(relationships, type) ?? '');
  const { sheets, is1904 } = readSheetList(parts.text(main));
  const formats = readFormats(partOf('styles'));
  formats.is1904 = is1904;
  const strings = readStrings(partOf('sharedstrings'));
  const people = readAuthors(partOf('person'));
  const html = htmlWriter(limits.maxHtml);
  const writer = sheetWriter(html);
  for (const { name, id } of sheets.slice(0, limits.maxPages)) {
    const part = relationships.get(id)?.target ?? '';
    const its = relationshipsOf(parts, part);
    writer.begin(name);
    readSheet(parts.text(part), { html, writer, strings, formats, relationships: its });
    writer.end();
    for (const comments of [...relatedParts(its, 'comments'), ...relatedParts(its, 'threadedcomment')]) {
      writeComments(html, parts.text(comments), people);
    }
    for (const drawing of relatedParts(its, 'drawing')) readDrawing(parts, drawing, html);
    if (html.isFull) break;
  }
  const cut = sheets.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, coreProperties(parts), {
    parts: { unit: 'sheet', count: sheets.length },
    ...(cut === undefined ? {} : { cut }),
  });
}

function readSheetList(source: string): {
  readonly sheets: readonly { readonly name: string; readonly id: string }[];
  readonly is1904: boolean;
} {
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: attributes.id ?? '' });
      else if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    },
  });
  return { sheets, is1904 };
}

function readFormats(source: string): NumberFormats {
  const formats = numberFormats();
  let inCells = false;
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'numFmt') formats.codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) formats.ofStyle.push(Number(attributes.numFmtId ?? 0) || 0);
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

function readStrings(source: string): readonly string[] {
  const strings: string[] = [];
  const string = richString();
  let inText = false;
  readXml(source, {
    open({ name }) {
      if (name === 'si') string.begin();
      else if (name === 'rPh') string.beginReading();
      inText = name === 't';
    },
    text(part) {
      if (inText) string.add(part);
    },
    close(name) {
      inText = false;
      if (name === 'rPh') string.endReading();
      else if (name === 'si') strings.push(string.text());
    },
    isDone: () => strings.length >= maxStrings,
  });
  return strings;
}
