import { coreProperties } from '../base/core-properties.ts';
import { readDrawing } from '../base/drawing-text.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { openPackage } from '../base/open-package.ts';
import { relatedPart, relatedParts, relationshipsOf } from '../base/relationships.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { maxStrings, type NumberFormats, numberFormats } from './cell-format.ts';
import { sheetWriter } from './sheet-writer.ts';
import { binaryRecords, richText, wideString } from './xlsb-records.ts';
import { readBinarySheet } from './xlsb-sheet.ts';

const types = {
  sharedString: 19,
  format: 44,
  style: 47,
  properties: 153,
  sheet: 156,
  styles: 617,
  stylesEnd: 618,
  author: 632,
  commentStart: 635,
  comment: 637,
};

/** Excel workbooks in binary parts (MS-XLSB). */
export const convertXlsb: Converter = ({ body }, limits) => {
  const parts = openPackage(body, limits);
  const main = relatedPart(relationshipsOf(parts, ''), 'officedocument') ?? 'xl/workbook.bin';
  const workbook = parts.read(main);
  if (workbook === undefined) throw new Unreadable('damaged', `it has no part ${main}`);
  const relationships = relationshipsOf(parts, main);
  const partOf = (type: string): Uint8Array | undefined => parts.read(relatedPart(relationships, type) ?? '');
  const formats = readFormats(partOf('styles'));
  const strings: string[] = [];
  for (const { type, data } of binaryRecords(partOf('sharedstrings'))) {
    if (strings.length >= maxStrings) break;
    if (type === types.sharedString) strings.push(richText(data));
  }
  const sheets: { readonly id: string; readonly name: string }[] = [];
  for (const { type, data } of binaryRecords(workbook)) {
    if (type === types.properties) formats.is1904 = ((data[0] ?? 0) & 1) === 1;
    if (type !== types.sheet) continue;
    const { text: id, end } = wideString(data, 8);
    sheets.push({ id, name: wideString(data, end).text });
  }
  const html = htmlWriter(limits.maxHtml);
  const writer = sheetWriter(html);
  for (const { id, name } of sheets.slice(0, limits.maxPages)) {
    const part = relationships.get(id)?.target ?? '';
    const its = relationshipsOf(parts, part);
    writer.begin(name);
    readBinarySheet(parts.read(part), { html, writer, strings, formats, relationships: its });
    for (const comments of relatedParts(its, 'comments')) {
      for (const comment of commentsIn(parts.read(comments))) writer.beside(comment);
    }
    for (const drawing of relatedParts(its, 'drawing')) readDrawing(parts, drawing, html);
  }
  const cut = sheets.length > limits.maxPages ? 'pages' : parts.more ? 'parts' : undefined;
  return converted(html, coreProperties(parts), {
    parts: { unit: 'sheet', count: sheets.length },
    ...(cut === undefined ? {} : { cut }),
  });
};

/** Comments, each behind the name of its author, which Excel writes into the text, too (§2.1.7.13). */
function* commentsIn(part: Uint8Array | undefined): Generator<string> {
  const authors: string[] = [];
  let author = '';
  for (const { type, data } of binaryRecords(part)) {
    if (type === types.author) authors.push(wideString(data, 0).text);
    else if (type === types.commentStart) author = authors[data.length < 4 ? 0 : data.readUInt32LE(0)] ?? '';
    else if (type === types.comment) {
      const { text } = wideString(data, 1);
      yield author === '' || text.trimStart().startsWith(author) ? text : `${author}: ${text}`;
    }
  }
}

function readFormats(part: Uint8Array | undefined): NumberFormats {
  const formats = numberFormats();
  let inCells = false;
  for (const { type, data } of binaryRecords(part)) {
    if (type === types.format && data.length >= 6)
      formats.codes.set(data.readUInt16LE(0), wideString(data, 2).text);
    else if (type === types.styles) inCells = true;
    else if (type === types.stylesEnd) inCells = false;
    else if (type === types.style && inCells && data.length >= 4) formats.ofStyle.push(data.readUInt16LE(2));
  }
  return formats;
}
