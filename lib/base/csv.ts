/** A spreadsheet takes a text for a formula that begins so. */
const formula = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Control characters that break no line, and those that turn the direction of a text. */
const unseen = /[^\P{Cc}\t\r\n]|[\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Rows as CSV (RFC 4180) that a spreadsheet or a terminal only shows, whoever wrote the texts: one that would be a formula has a quote
 * before it, and characters that a terminal obeys are spaces.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  const text = typeof value === 'string' ? harmless(value) : String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  const shown = text.replace(unseen, ' ');
  return formula.test(shown) && !number.test(shown) ? `'${shown}` : shown;
}
