import type { RecordLine } from '../../../../pipeline/collection/present-line.ts';
import { factsOf } from '../../facts.ts';

/** What stands before the text of a page: YAML that says what is known of it. */
export function frontMatter(line: RecordLine): string {
  const { record } = line;
  const facts = factsOf({ line, change: 'updated' });
  const pairs: readonly (readonly [string, string | number | readonly string[] | null])[] = [
    ['title', record.title],
    ['url', facts.url],
    ['urls', record.urls.length > 1 ? record.urls : null],
    ['id', line.md5],
    ['fetched', iso(record.lastChecked)],
    ['changed', iso(record.lastChanged)],
    ...(['language', 'kind', 'author', 'published', 'class', 'score', 'depth'] as const).map(
      (name) => [name, facts[name]] as const,
    ),
  ];
  const lines = pairs.filter(([, value]) => value !== null && value !== '');
  return `---\n${lines.map(([name, value]) => `${name}: ${yaml(value)}\n`).join('')}---\n`;
}

function yaml(value: string | number | readonly string[] | null): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return quoted(value);
  return `[${(value ?? []).map(quoted).join(', ')}]`;
}

/** JSON is YAML, but for characters that YAML wants to be named. */
function quoted(text: string): string {
  const hex = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text.toWellFormed()).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, hex);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
