/**
 * Characters that would begin markup inside a line, or end it: an underscore inside a word and an asterisk between spaces do neither; `<`,
 * `&` and `\` only before what makes them a tag, a reference or an escape, or at the end, behind which anything may stand.
 */
const inLine =
  /[`[\]]|(?<=\S|^)~|\\(?=[!-/:-@[-`{-~]|$)|<(?=[a-z/!?]|$)|&(?=#?\w{1,40};|#?$)|(?<=\S|^)\*|\*(?=\S|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu;
/** Most text has none of them, and a search for characters alone is faster. */
const mayBegin = /[\\`*[\]<_~&]/;
/** What would begin a block at the start of a line: headings, quotations, items, rules, rows that part the head of a table. */
const atStart =
  /^(?:(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[-=|:](?=[-=|:\s]*$)|~(?=~~)|\|)|(\d{1,9})([.)])(?=\s|$))/;

/** Text of the page as Markdown that shows the same text. */
export function escapeText(text: string): string {
  return mayBegin.test(text) ? text.replace(inLine, '\\$&') : text;
}

/** A line of text that begins no heading, list, quotation, rule or table. */
export function escapeStart(line: string): string {
  if (isLetter(line.charCodeAt(0))) return line;
  return line.replace(atStart, (_, mark: string | undefined, number: string, point: string) =>
    mark === undefined ? `${number}\\${point}` : `\\${mark}`,
  );
}

/** A heading's text: number signs at its end would be no part of it. */
export function escapeEnd(text: string): string {
  let at = text.length;
  while (text[at - 1] === '#') at--;
  const isSign = at < text.length && (at === 0 || text[at - 1] === ' ');
  return isSign ? `${text.slice(0, at)}\\${text.slice(at)}` : text;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** As many backticks as nothing in the code ends. */
export function fenceFor(code: string, least: number): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  if (least > 1) return '`'.repeat(longest < least ? least : longest + 1);
  return '`'.repeat(longest + 1);
}
