import { type CompoundFile, openCompoundFile, rootStream } from '../../sniff/compound-file.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { summaryProperties } from '../base/summary-properties.ts';
import { type Converter, Unreadable } from '../converter.ts';
import { readBiffSheet } from './biff-sheet.ts';
import { readWorkbook } from './biff-workbook.ts';
import { sheetWriter } from './sheet-writer.ts';

/** Excel workbooks of 1987 to 2003 (BIFF2 to BIFF8). */
export const convertXls: Converter = ({ body }, limits) => {
  const file = openCompoundFile(body);
  const stream = file === undefined ? Buffer.from(body) : workbookIn(file);
  const workbook = readWorkbook(stream);
  const html = htmlWriter(limits.maxHtml);
  const writer = sheetWriter(html);
  const sheets = workbook.sheets.slice(0, limits.maxPages);
  const starts = sheets.map(({ start }) => start).sort((a, b) => a - b);
  const begun = new Set<number>();
  for (const { name, start } of sheets) {
    writer.begin(name);
    if (begun.has(start)) continue;
    begun.add(start);
    // No sheet lies in another: it ends before the next one begins.
    const next = starts.find((other) => other > start);
    readBiffSheet(stream.subarray(0, next), start, workbook, { html, writer });
    writer.end();
    if (html.isFull) break;
  }
  return converted(html, file === undefined ? {} : summaryProperties(file), {
    parts: { unit: 'sheet', count: workbook.sheets.length },
    ...(workbook.sheets.length > limits.maxPages ? { cut: 'pages' } : {}),
  });
};

function workbookIn(file: CompoundFile): Buffer {
  const entry = rootStream(file, 'Workbook') ?? rootStream(file, 'Book');
  if (entry === undefined) throw new Unreadable('damaged', 'it has no workbook');
  return file.read(entry);
}
