import { decode } from '../../charset/charset.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { type TextRun, writeRuns } from '../word/paragraph.ts';
import { type PptRecord, recordsIn } from './ppt-records.ts';

/** A text of a slide with the links in it. */
export interface PptText {
  readonly isTitle: boolean;
  text: string;
  readonly links: { readonly id: number; readonly start: number; readonly end: number }[];
}

const types = {
  header: 0x0f9f,
  chars: 0x0fa0,
  bytes: 0x0fa8,
  interactive: 0x0ff2,
  interactiveAtom: 0x0ff3,
  range: 0x0fdf,
};

/** Containers inside each other that are looked into. */
const maxDepth = 30;

/** The texts that stand in a container, at whatever depth. @param found is told each, in order */
export function textsIn(bytes: Buffer, found: (text: PptText) => void, depth = 0): void {
  const collect = textCollector(found);
  for (const record of recordsIn(bytes)) {
    if (collect.take(record)) continue;
    if (record.isContainer && depth < maxDepth) textsIn(record.data, found, depth + 1);
  }
  collect.end();
}

/** Gathers the records of a text, which stand side by side: what kind, the characters, then the links. */
export function textCollector(found: (text: PptText) => void): {
  /** False: the record belongs to no text. */
  take(record: PptRecord): boolean;
  end(): void;
} {
  let text: PptText | undefined;
  let link = 0;
  const end = (): void => {
    if (text !== undefined && text.text !== '') found(text);
    text = undefined;
  };
  return {
    take({ type, data }) {
      if (type === types.header) {
        end();
        const kind = data.length >= 4 ? data.readUInt32LE(0) : 4;
        text = { isTitle: kind === 0 || kind === 6, text: '', links: [] };
      } else if (type === types.chars || type === types.bytes) {
        text ??= { isTitle: false, text: '', links: [] };
        text.text += type === types.chars ? data.toString('utf16le') : decode(data, 'windows-1252');
      } else if (type === types.interactive) {
        for (const inner of recordsIn(data)) {
          if (inner.type === types.interactiveAtom && inner.data.length >= 8)
            link = inner.data.readUInt32LE(4);
        }
      } else if (type === types.range && data.length >= 8) {
        text?.links.push({ id: link, start: data.readUInt32LE(0), end: data.readUInt32LE(4) });
      } else return false;
      return true;
    },
    end,
  };
}

/** Writes a text: its paragraphs end with a carriage return, its lines with a vertical tab. */
export function writeText(html: HtmlWriter, text: PptText, urls: ReadonlyMap<number, string>): void {
  const links = text.links
    .map(({ id, start, end }) => ({ href: urls.get(id), start, end }))
    .filter(({ href }) => href !== undefined)
    .sort((a, b) => a.start - b.start);
  let start = 0;
  let passed = 0;
  for (const paragraph of text.text.split('\r')) {
    if (html.isFull) break;
    while ((links[passed]?.end ?? Number.POSITIVE_INFINITY) <= start) passed += 1;
    const runs = runsOf(paragraph.replaceAll('\v', '\n'), start, links, passed);
    start += paragraph.length + 1;
    if (paragraph.trim() === '') continue;
    const name = text.isTitle ? 'h2' : 'p';
    html.open(name);
    writeRuns(html, runs);
    html.close(name);
  }
}

interface LinkedRange {
  readonly href: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** @param links by where they start @param passed of these that end before the paragraph */
function runsOf(
  paragraph: string,
  start: number,
  links: readonly LinkedRange[],
  passed: number,
): readonly TextRun[] {
  const runs: TextRun[] = [];
  let at = 0;
  for (let index = passed; index < links.length && at < paragraph.length; index++) {
    const link = links[index] as LinkedRange;
    if (link.start >= start + paragraph.length) break;
    const from = Math.max(at, link.start - start);
    const to = Math.min(paragraph.length, link.end - start);
    if (to <= from) continue;
    runs.push({ text: paragraph.slice(at, from) }, { text: paragraph.slice(from, to), href: link.href });
    at = to;
  }
  runs.push({ text: paragraph.slice(at) });
  return runs.filter(({ text }) => text !== '');
}
