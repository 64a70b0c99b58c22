/** Beyond those that JSON escapes itself: what a terminal obeys, what turns the direction of a text, what readers of lines take for an end. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Data for programs: one JSON text and a line feed. */
export function json(value: unknown): string {
  return `${shownJson(JSON.stringify(value, undefined, 2))}\n`;
}

/** The same on one line. */
export function jsonRow(value: unknown): string {
  return `${shownJson(JSON.stringify(value))}\n`;
}

/** The same JSON in characters that a terminal only shows. */
export function shownJson(text: string): string {
  return text.replace(obeyed, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
