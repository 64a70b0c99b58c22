import { byName } from '../../../base/by-name.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import { documentLink } from '../base/links.ts';
import type { TextRun } from '../word/paragraph.ts';
import { accents, characters, headings, silentArguments, silentEnvironments, verbatim } from './commands.ts';
import { newScanAllowance, texSource } from './tex-source.ts';
import { tableEnvironments, texTables } from './tex-tables.ts';

/** What a document says of itself. */
export interface TexHead {
  title?: string;
  author?: string;
  date?: string;
}

/** Arguments inside of arguments that are read. */
const maxDepth = 8;

const lists = byName({ itemize: 'ul', enumerate: 'ol', description: 'ul' });

/**
 * Writes what TeX or LaTeX typesets, as far as that can be told without running it: commands are passed over, their text is kept unless
 * they are known to have none.
 */
export function readTex(html: HtmlWriter, source: string): TexHead {
  const head: TexHead = {};
  const allowance = newScanAllowance();
  const tex = texSource(source, allowance);
  const tables = texTables(html);
  const runs: TextRun[] = [];
  let text = '';
  let hasText = false;
  let openLists = 0;

  const say = (more: string): void => {
    text += more;
    hasText ||= more.trim() !== '';
  };

  function endRun(href?: string, label?: string): void {
    const said = ligatures(text).replace(/\s+/g, ' ');
    text = '';
    hasText = false;
    if (said !== '') runs.push({ text: said });
    if (href !== undefined) runs.push({ text: label ?? href, href });
  }

  /** @param isCell the end of a cell, which there is though it says nothing */
  function flush(isCell = false): void {
    endRun();
    const said = runs.splice(0);
    const isSaid = said.some((run) => run.text.trim() !== '');
    if (tables.isInside()) {
      if (isSaid || isCell) tables.cell(() => write(said));
    } else if (isSaid) {
      const name = openLists > 0 ? 'li' : 'p';
      html.open(name);
      write(said);
      html.close(name);
    }
  }

  function write(said: readonly TextRun[]): void {
    for (const run of said) {
      if (run.href === undefined) writeLinked(html, run.text);
      else html.element('a', run.text, { href: run.href });
    }
  }

  /** What a piece of the source says, without blocks. */
  function plain(inner: string, depth = 0): string {
    if (depth > maxDepth) return '';
    const part = texSource(inner, allowance);
    let said = '';
    while (!part.isDone) {
      const char = part.next();
      if (char === '\\') {
        const name = part.command();
        said += symbolOf(name, part) ?? argumentsOf(name, part, depth);
      } else if (char === '%') part.skipLine();
      else if (char === '~') said += ' ';
      else if (char !== '{' && char !== '}' && char !== '$') said += char;
    }
    return ligatures(said);
  }

  function argumentsOf(name: string, part: ReturnType<typeof texSource>, depth: number): string {
    const bare = name.replace(/\*$/, '');
    part.option();
    const silent = silentArguments.get(bare);
    if (silent !== undefined) {
      for (let index = 0; index < silent; index++) part.group();
      return ' ';
    }
    if (bare === 'href') {
      part.group();
      return plain(part.group(), depth + 1);
    }
    return /^[a-zA-Z]/.test(bare) && part.peek() === '{' ? plain(part.group(), depth + 1) : ' ';
  }

  function begin(): void {
    const name = tex.group();
    if (verbatim.has(name)) {
      flush();
      html.element('pre', tex.until(`\\end{${name}}`));
    } else if (silentEnvironments.has(name)) tex.until(`\\end{${name}}`);
    else {
      if (!tables.isInside()) flush();
      tex.option();
      if (/^(?:tabular|array|longtable|minipage|thebibliography|multicols)/.test(name)) tex.group();
      if (/^tabular[*xy]$/.test(name)) tex.group();
      if (tableEnvironments.test(name)) tables.begin();
      const list = tables.isInside() ? undefined : lists.get(name);
      if (list === undefined) return;
      html.open(list);
      openLists += 1;
    }
  }

  function end(): void {
    const name = tex.group();
    if (!tables.isInside()) flush();
    else if (tableEnvironments.test(name)) {
      flush();
      tables.end();
    }
    const list = tables.isInside() ? undefined : lists.get(name);
    if (list === undefined) return;
    html.close(list);
    openLists = Math.max(0, openLists - 1);
  }

  function link(target: string, label: string): void {
    const href = documentLink(target.replaceAll('\\', ''));
    if (href === undefined) say(label);
    else endRun(href, label.trim() === '' ? href : label);
  }

  function command(name: string): void {
    const bare = name.replace(/\*$/, '');
    const symbol = symbolOf(name, tex);
    if (symbol !== undefined) say(symbol);
    else if (bare === 'begin') begin();
    else if (bare === 'end') end();
    else if (bare === '\\' && tables.isInside()) {
      flush();
      tables.endRow();
      tex.option();
    } else if (
      bare === 'par' ||
      bare === '\\' ||
      bare === 'newline' ||
      bare === 'item' ||
      bare === 'bibitem'
    ) {
      flush();
      tex.option();
      if (bare === 'bibitem') tex.group();
    } else if (bare === 'title' || bare === 'author' || bare === 'date') {
      tex.option();
      head[bare] = plain(tex.group()).replace(/\s+/g, ' ').trim();
      html.element(bare === 'title' ? 'h1' : 'p', head[bare] ?? '');
    } else if (headings.has(bare)) {
      flush();
      // A table that was never ended.
      while (tables.isInside()) tables.end();
      tex.option();
      html.element(`h${headings.get(bare)}`, plain(tex.group()));
    } else if (bare === 'url' || bare === 'path' || bare === 'nolinkurl') say(tex.group());
    else if (bare === 'href') link(tex.group(), plain(tex.group()));
    else if (bare.startsWith('htmladdnormallink')) {
      const label = plain(tex.group());
      link(tex.group(), label);
    } else if (bare === 'footnote' || bare === 'marginpar') {
      tex.option();
      say(` (${plain(tex.group())}) `);
    } else if (bare === 'verb') say(tex.until(tex.next()));
    else if (bare === 'def' || bare === 'let') tex.skipLine();
    else if (bare === '(' || bare === '[') say(` ${plain(tex.until(bare === '(' ? '\\)' : '\\]'))} `);
    else passOver(bare);
  }

  function passOver(bare: string): void {
    const silent = silentArguments.get(bare);
    tex.option();
    if (silent === undefined) return;
    for (let index = 0; index < silent; index++) {
      tex.group();
      tex.option();
    }
  }

  while (!tex.isDone && !html.isFull) {
    const char = tex.next();
    if (char === '\\') command(tex.command());
    else if (char === '%') tex.skipLine();
    else if (char === '~') say(' ');
    else if (char === '&') tables.isInside() ? flush(true) : say(' ');
    else if (char === '\n') {
      if (!hasText) continue;
      if (!tables.isInside() && (tex.peek() === '\n' || tex.peek() === '\r')) flush();
      else say(' ');
    } else if (char !== '{' && char !== '}' && char !== '$') say(char);
  }
  flush();
  while (tables.isInside()) tables.end();
  return head;
}

function symbolOf(name: string, source: ReturnType<typeof texSource>): string | undefined {
  const accent = accents.get(name);
  if (accent !== undefined) {
    const letter = source.group().replace(/^\\([ij])\b.*/, '$1');
    return (letter.slice(0, 1) + accent).normalize('NFC') + letter.slice(1);
  }
  if (name.length === 1 && /[&%$#_{}]/.test(name)) return name;
  if (name === ' ' || name === '/' || name === ',' || name === ';' || name === ':')
    return name === '/' ? '' : ' ';
  if (name === '-') return '';
  const known = characters.get(name);
  if (known !== undefined && source.peek() === '{') source.group();
  return known;
}

function ligatures(text: string): string {
  return text
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replaceAll('`', '‘');
}
