/** Text from the web without what a terminal would obey: control characters, and those that turn its direction. */
export function printable(text: string): string {
  return printablePart(text).trim();
}

/** The same of a part of a text, whose ends are kept. */
export function printablePart(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ');
}

/** At most `width` characters, the end replaced by `…`. Control characters are taken out: the web wrote this. */
export function clip(text: string, width: number): string {
  const safe = printable(text);
  return safe.length <= width ? safe : `${safe.slice(0, Math.max(0, width - 1))}…`;
}
