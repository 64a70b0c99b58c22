/** One line as Combine reads it: without comments, continued lines joined. Lines count from 1. */
export interface ConfigLine {
  readonly text: string;
  /** Where it begins. */
  readonly line: number;
  /** The lines of a here-document, which `text` then names. */
  readonly document?: string;
}

/** Something wrong in a configuration file of Combine. */
export interface ConfigProblem {
  readonly line: number;
  readonly message: string;
}

export interface ConfigLines {
  readonly lines: readonly ConfigLine[];
  readonly problems: readonly ConfigProblem[];
}

/**
 * The lines of a configuration file that say something, by the rules of Perl's Config::General, which Combine reads
 * its files with: a `#` begins a comment anywhere unless a backslash stands before it, C comments are left out, a
 * backslash at the end joins the next line, `name <<END` begins a here-document. Never throws.
 */
export function configLines(source: string): ConfigLines {
  const lines: ConfigLine[] = [];
  const problems: ConfigProblem[] = [];
  let comment: number | undefined;
  let joined: ConfigLine | undefined;
  let here:
    | { readonly name: string; readonly end: string; readonly line: number; text: string[] }
    | undefined;
  for (const [index, raw] of source.split(/\r\n|\n|\r/).entries()) {
    const line = index + 1;
    if (here !== undefined) {
      if (raw.trim() !== here.end) here.text.push(raw);
      else {
        lines.push({ text: here.name, line: here.line, document: here.text.join('\n') });
        here = undefined;
      }
      continue;
    }
    let text = withoutComment(raw);
    if (comment !== undefined) {
      const end = text.indexOf('*/');
      if (end < 0) continue;
      comment = undefined;
      text = text.slice(end + 2);
    } else if (/^\s*\/\*/.test(text)) {
      comment = line;
      continue;
    }
    text = text.replace(/\\#/g, '#').trim();
    if (text === '') continue;
    const whole: ConfigLine =
      joined === undefined ? { text, line } : { text: joined.text + text, line: joined.line };
    joined = undefined;
    if (whole.text.endsWith('\\')) {
      joined = { text: whole.text.slice(0, -1), line: whole.line };
      continue;
    }
    const document = hereDocument(whole.text);
    if (document === undefined) lines.push(whole);
    else here = { ...document, line, text: [] };
  }
  if (joined !== undefined && joined.text !== '') lines.push(joined);
  if (comment !== undefined)
    problems.push({ line: comment, message: 'the comment /* that begins here has no */' });
  if (here !== undefined) {
    problems.push({ line: here.line, message: `the text <<${here.end} that begins here has no end` });
  }
  return { lines, problems };
}

/** The name and the last line of a text that begins here: `name <<END`, `name = <<END`. */
function hereDocument(line: string): { readonly name: string; readonly end: string } | undefined {
  const at = line.indexOf('<<');
  if (at < 0) return undefined;
  const [left, end] = [line.slice(0, at).trimEnd(), line.slice(at + 2).trim()];
  const name = left.replace(/=$/, '').trimEnd();
  const isParted = name.length < at;
  return isParted && /^\S+$/.test(name) && end !== '' ? { name, end } : undefined;
}

/** A C comment within one line goes first, so that a `#` in it is none of its own. */
function withoutComment(line: string): string {
  const first = line.indexOf('/*');
  const last = first < 0 ? -1 : line.lastIndexOf('*/');
  const rest = last < first + 2 ? line : line.slice(0, first).trimEnd() + line.slice(last + 2).trimStart();
  const comment = rest.search(/(?<!\\)#/);
  return comment < 0 ? rest : rest.slice(0, comment);
}
