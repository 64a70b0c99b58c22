import { largest } from '../../../base/long-lists.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import type { LightConverter } from '../converter.ts';
import { decodeText } from './convert-plain.ts';

/** Comma-separated values (RFC 4180), whatever separates them. */
export const convertCsv: LightConverter = (request, limits) => {
  const source = decodeText(request);
  const html = htmlWriter(limits.maxHtml);
  writeTable(html, source, separatorOf(source));
  return converted(html, {});
};

export const convertTsv: LightConverter = (request, limits) => {
  const html = htmlWriter(limits.maxHtml);
  writeTable(html, decodeText(request), '\t');
  return converted(html, {});
};

const separators = [',', ';', '\t', '|'];

/** What occurs most in the first lines, outside of quotes. */
function separatorOf(source: string): string {
  const start = source.slice(0, 10_000).replace(/"[^"]*"/g, '');
  const counts = separators.map((one) => start.split(one).length);
  return separators[counts.indexOf(largest(counts))] ?? ',';
}

/** Cells of a row that are written: a file without an end of line is one row. */
const maxCells = 20_000;

function writeTable(html: HtmlWriter, source: string, separator: string): void {
  html.open('table');
  for (const row of rowsOf(source, separator)) {
    if (html.isFull) break;
    html.open('tr');
    for (const cell of row) {
      html.open('td');
      writeLinked(html, cell);
      html.close('td');
    }
    html.close('tr');
  }
  html.close('table');
}

/** Each byte is looked at a bounded number of times, whatever quotes are missing. */
function* rowsOf(source: string, separator: string): Generator<readonly string[]> {
  let row: string[] = [];
  let at = 0;
  let line = -1;
  let found = -1;
  let quotesEnd = true;
  while (at < source.length) {
    const quoted = quotesEnd && source.charAt(at) === '"' ? quotedCell(source, at, separator) : undefined;
    if (quoted === 'open') quotesEnd = false;
    if (line < at) line = nextBreak(source, at);
    if (found < at) found = placeOf(separator, source, at);
    const plainEnd = Math.min(found, line);
    const isQuoted = typeof quoted === 'object';
    if (row.length < maxCells) row.push(isQuoted ? quoted.cell : source.slice(at, plainEnd));
    at = isQuoted ? quoted.end : plainEnd;
    if (source.startsWith(separator, at)) {
      at += 1;
      continue;
    }
    if (row.some((one) => one.trim() !== '')) yield row;
    row = [];
    if (source.charAt(at) === '\r') at += 1;
    if (source.charAt(at) === '\n') at += 1;
  }
  if (row.some((one) => one.trim() !== '')) yield row;
}

/** A cell in quotes, with quotes in it doubled; 'open': it never ends. Undefined: the quotes are part of the text. */
function quotedCell(
  source: string,
  start: number,
  separator: string,
): { readonly cell: string; readonly end: number } | 'open' | undefined {
  let quote = source.indexOf('"', start + 1);
  while (quote >= 0 && source.charAt(quote + 1) === '"') quote = source.indexOf('"', quote + 2);
  if (quote < 0) return 'open';
  const end = quote + 1;
  if (end < source.length && !source.startsWith(separator, end) && !/[\r\n]/.test(source.charAt(end)))
    return undefined;
  return { cell: source.slice(start + 1, quote).replaceAll('""', '"'), end };
}

/** Its next place; the end of the source if there is none. */
function placeOf(separator: string, source: string, start: number): number {
  const place = source.indexOf(separator, start);
  return place < 0 ? source.length : place;
}

const lineEnd = /[\r\n]/g;

function nextBreak(source: string, start: number): number {
  lineEnd.lastIndex = start;
  const match = lineEnd.exec(source);
  return match === null ? source.length : match.index;
}
