import { openCompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { summaryProperties } from '../base/summary-properties.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readBiffSheet } from './biff-sheet.ts';
import { readWorkbook } from './biff-workbook.ts';
import { sheetWriter } from './sheet-writer.ts';

/** Excel workbooks of 1993 to 2003 (BIFF5 and BIFF8). */
export const convertXls: Converter = ({ body }, limits) => {
  const file = openCompoundFile(body);
  if (file === undefined) throw new Unreadable('damaged', 'no compound file');
  const entry = rootStream(file, 'Workbook') ?? rootStream(file, 'Book');
  if (entry === undefined) throw new Unreadable('damaged', 'it has no workbook');
  const stream = file.read(entry);
  const workbook = readWorkbook(stream);
  const html = htmlWriter(limits.maxHtml);
  const writer = sheetWriter(html);
  for (const { name, start } of workbook.sheets.slice(0, limits.maxPages)) {
    writer.begin(name);
    readBiffSheet(stream, start, workbook, { html, writer });
    writer.end();
    if (html.isFull) break;
  }
  return converted(html, summaryProperties(file), {
    parts: { unit: 'sheet', count: workbook.sheets.length },
    ...(workbook.sheets.length > limits.maxPages ? { cut: 'pages' } : {}),
  });
};
