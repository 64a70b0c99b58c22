import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import type { LightConverter } from '../converter.ts';
import { decodeText } from '../text/convert-plain.ts';

/** Labels of reference links, in lower case, and where they lead. */
type References = ReadonlyMap<string, string>;

const markup =
  /\\([!-/:-@[-`{-~])|(`{1,10})([^`]{1,2000}?)\2|<((?:https?|ftp|mailto):[^\s<>]{1,2000})>|(!?)\[([^\][]{0,1000})\](?:\(\s*(?:<?([^\s()<>]{1,2000})>?(?:\s+["'(][^)]{0,500}|\s*))?\)|\[([^\][]{0,200})\])?|<\/?[a-z][^<>]{0,500}>|(?<![\p{L}\p{N}])([*_]{1,3})(?=\S)|(?<=\S)([*_~]{1,3})(?![\p{L}\p{N}])/giu;

/** Writes a line of Markdown: links, code and text, without the signs of emphasis (CommonMark 0.31 §6). */
function writeInline(html: HtmlWriter, line: string, references: References): void {
  let at = 0;
  for (const match of line.matchAll(markup)) {
    writeLinked(html, line.slice(at, match.index));
    at = match.index + match[0].length;
    const [, escaped, , code, automatic, image, label, target, reference] = match;
    if (escaped !== undefined) html.text(escaped);
    else if (code !== undefined) html.element('code', code);
    else if (automatic !== undefined) html.element('a', automatic, { href: automatic });
    else if (label !== undefined) {
      const href = target ?? references.get((reference || label).toLowerCase());
      if (image === '!') html.text(label);
      else if (href === undefined || href === '') html.text(reference === undefined ? match[0] : label);
      else {
        html.open('a', { href });
        html.text(label);
        html.close('a');
      }
    }
  }
  writeLinked(html, line.slice(at));
}

/** Markdown (CommonMark, tables as GitHub has them): headings, lists, quotations, code, tables, links. */
export const convertMarkdown: LightConverter = (request, limits) => {
  const { lines, title, metadata } = frontMatter(decodeText(request).split(/\r\n?|\n/));
  const html = htmlWriter(limits.maxHtml);
  const first = writeLines(html, lines, referencesIn(lines));
  return converted(html, { title: title ?? first, metadata });
};

/** A head between lines of dashes, as site generators have it: `title`, `description`, `author`, `date`. */
function frontMatter(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly title?: string | undefined;
  readonly metadata: Readonly<Record<string, string | undefined>>;
} {
  if (lines[0]?.trim() !== '---') return { lines, metadata: {} };
  const end = lines.findIndex((line, index) => index > 0 && index < 200 && /^(?:---|\.\.\.)\s*$/.test(line));
  if (end < 0) return { lines, metadata: {} };
  const fields = new Map<string, string>();
  for (const line of lines.slice(1, end)) {
    const [, name, value = ''] = /^(\w+):(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields.set(name.toLowerCase(), value.trim().replace(/^["']|["']$/g, ''));
  }
  const { title, ...metadata } = Object.fromEntries(
    ['title', 'description', 'author', 'date', 'keywords'].map((name) => [name, fields.get(name)]),
  );
  return { lines: lines.slice(end + 1), title, metadata };
}

const definition = /^ {0,3}\[([^\][]{1,200})\]:\s*<?([^\s<>]{1,2000})>?/;

function referencesIn(lines: readonly string[]): References {
  const references = new Map<string, string>();
  for (const line of lines) {
    const match = definition.exec(line);
    const label = match?.[1]?.toLowerCase();
    if (label !== undefined && !references.has(label)) references.set(label, match?.[2] ?? '');
  }
  return references;
}

const separatorRow = /^(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/;

/** @returns the text of the first heading of the first level */
function writeLines(html: HtmlWriter, lines: readonly string[], references: References): string | undefined {
  let title: string | undefined;
  let paragraph: string[] = [];
  let list: 'ul' | 'ol' | undefined;
  let fence = '';

  function flush(name = 'p'): void {
    const text = paragraph.join('\n');
    paragraph = [];
    if (text.trim() === '') return;
    html.open(name);
    writeInline(html, text.replace(/\n/g, ' '), references);
    html.close(name);
    if (name === 'h1') title ??= text.replace(/[*_`]/g, '').trim();
  }

  function endList(): void {
    flush(list === undefined ? 'p' : 'li');
    if (list !== undefined) html.close(list);
    list = undefined;
  }

  for (let index = 0; index < lines.length && !html.isFull; index++) {
    const line = lines[index] ?? '';
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== '') {
      if (marker?.startsWith(fence) && line.trim() === marker) {
        html.close('pre');
        fence = '';
      } else html.text(`${line}\n`);
      continue;
    }
    if (marker !== undefined) {
      endList();
      fence = marker;
      html.open('pre');
      continue;
    }
    const heading = /^ {0,3}(#{1,6})(?:\s(.*))?$/s.exec(line);
    const item = /^\s*(?:([-*+])|\d{1,9}[.)])\s+(.*)$/s.exec(line);
    if (heading !== null) {
      endList();
      paragraph = [
        (heading[2] ?? '')
          .trimEnd()
          .replace(/(?<!\S)#+$/, '')
          .trim(),
      ];
      flush(`h${heading[1]?.length ?? 1}`);
    } else if (/^ {0,3}(?:=+|-+)\s*$/.test(line) && paragraph.length > 0 && list === undefined) {
      flush(line.trim().startsWith('=') ? 'h1' : 'h2');
    } else if (/^ {0,3}(?:[-*_]\s*){3,}$/.test(line)) endList();
    else if (line.includes('|') && separatorRow.test(lines[index + 1]?.trim() ?? '')) {
      endList();
      index = writeTable(html, lines, index, references);
    } else if (item !== null) {
      const name = item[1] === undefined ? 'ol' : 'ul';
      if (list === name) flush('li');
      else {
        endList();
        html.open(name);
        list = name;
      }
      paragraph = [item[2] ?? ''];
    } else if (line.trim() === '') {
      if (list === undefined || !/^\s/.test(lines[index + 1] ?? '')) endList();
    } else if (!definition.test(line)) paragraph.push(line.replace(/^\s*(?:>\s?)*/, ''));
  }
  endList();
  return title;
}

/** @returns the index of its last line */
function writeTable(
  html: HtmlWriter,
  lines: readonly string[],
  start: number,
  references: References,
): number {
  let index = start;
  html.open('table');
  for (; index < lines.length && (lines[index] ?? '').includes('|'); index++) {
    if (index === start + 1) continue;
    html.open('tr');
    const cells = (lines[index] ?? '')
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/);
    for (const cell of cells) {
      const name = index === start ? 'th' : 'td';
      html.open(name);
      writeInline(html, cell.trim(), references);
      html.close(name);
    }
    html.close('tr');
  }
  html.close('table');
  return index - 1;
}
