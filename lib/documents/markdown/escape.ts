/** Characters that would begin markup inside a line. An underscore inside a word begins none. */
const inLine = /[\\`*[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Most text has none of them, and a search for characters alone is faster. */
const mayBegin = /[\\`*[\]<_]/;
/** What would begin a block at the start of a line. */
const atStart = /^(?:([#>+=~|-])|(\d{1,9})([.)])(?=\s|$))/;

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

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** As many backticks as nothing in the code ends. */
export function fenceFor(code: string, least: number): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest < least ? least : longest + 1);
}
