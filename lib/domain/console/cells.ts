import { bytes, escaped, figure, foreign, instant, span, whole } from '../../base/html/text.ts';

/** Rows and levels that are shown of a value of any size. */
const maxRows = 50;
const maxLevels = 4;

export function row(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

export function table(titles: readonly string[], rows: readonly string[]): string {
  const head =
    titles.length === 0 ? '' : `<tr>${titles.map((title) => `<th>${escaped(title)}</th>`).join('')}</tr>`;
  return `<table>${head}${rows.join('')}</table>`;
}

export function unbroken(html: string): string {
  return `<span class="winnow-line">${html}</span>`;
}

/** What others wrote may be as long as they like. */
export function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

/** A value in words, for a cell: times as times, lists and objects as tables. @param key says what a number is */
export function shown(key: string, value: unknown, level = 0): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberIn(key, value);
  if (typeof value === 'string') return foreign(short(value));
  if (level >= maxLevels) return '…';
  if (!Array.isArray(value)) return objectTable(value as object, level);
  if (value.length === 0) return 'none';
  const items = value.slice(0, maxRows).map((item) => shown(key, item, level + 1));
  const more = value.length > maxRows ? [`and ${whole(value.length - maxRows)} more`] : [];
  const isNested = value.some((item) => typeof item === 'object' && item !== null);
  return [...items, ...more].join(isNested ? '<br>' : ', ');
}

/** What an object has, a row for each. */
export function objectTable(value: object, level = 0): string {
  const all = Object.entries(value).filter(([, one]) => one !== undefined);
  const rows = all
    .slice(0, maxRows)
    .map(([key, one]) => row([escaped(titleOf(key)), shown(key, one, level + 1)]));
  return rows.length === 0 ? 'none' : table([], rows);
}

/** 2001: numbers of other things are smaller. */
const firstInstant = 1e12;

function numberIn(key: string, value: number): string {
  if (value >= firstInstant && /(^(at|since|until|from|to)|At)$/.test(key)) return unbroken(instant(value));
  if (key.endsWith('Ms')) return span(value);
  if (key === 'bytes') return bytes(value);
  return Number.isInteger(value) ? whole(value) : figure(value);
}

/** `openSegments`: `Open segments`. */
function titleOf(key: string): string {
  const words = key
    .replace(/(Ms|At)$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .slice(0, 60);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
