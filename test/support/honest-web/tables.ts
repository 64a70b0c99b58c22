import { escaped } from '../trap-web/text/markup.ts';

type Row = readonly (string | number)[];

const row = (cells: Row, tag: 'td' | 'th'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(String(cell))}</${tag}>`).join('')}</tr>\n`;

export function table(head: Row, rows: readonly Row[]): string {
  return `<table>\n${row(head, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table>\n`;
}

export function definitions(pairs: readonly (readonly [string, string | number])[]): string {
  const list = pairs.map(([term, value]) => `<dt>${term}</dt><dd>${escaped(String(value))}</dd>`);
  return `<dl>${list.join('\n')}</dl>\n`;
}

export function headed(title: string, main: string): { readonly title: string; readonly main: string } {
  return { title, main: `<h1>${escaped(title)}</h1>\n${main}` };
}
