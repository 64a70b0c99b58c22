import type { MainContent } from '../../base/page/page-content.ts';
import { type PageKind, pageKinds } from '../../base/page/page-kind.ts';
import type { Fields } from './plugin.ts';
import { type Checked, isMapping, readFields, shown, wrong } from './plugin-answer.ts';

/** What an analyser says of a page. */
export interface PluginAnalysis {
  readonly fields: Fields;
  /** In place of the main content of the page. */
  readonly main?: MainContent;
}

/** The longest text and the longest Markdown of a main content, in UTF-16 code units. */
const maxMain = 400_000;
const maxAuthor = 1_000;
const keys: ReadonlySet<string> = new Set(['kind', 'text', 'markdown', 'author', 'published']);

/**
 * Validates the result of `analyse`, which has passed through JSON. A `main` that is an object is the main content: no
 * field is one.
 */
export function readAnalysis(value: unknown): Checked<PluginAnalysis> {
  const { main: given, ...others } = isMapping(value) ? value : { main: undefined };
  const fields = readFields(isMapping(given) ? others : value);
  if (!fields.ok) return fields;
  if (!isMapping(given)) return { ok: true, value: { fields: fields.value } };
  const problem = problemOfMain(given);
  if (problem !== undefined) return wrong(`main${problem}`);
  return { ok: true, value: { fields: fields.value, main: given as unknown as MainContent } };
}

function problemOfMain(main: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, text, markdown = '', author = '', published } = main;
  const other = Object.keys(main).find((key) => !keys.has(key));
  if (other !== undefined) return `: unknown key ${shown(other)}`;
  if (!pageKinds.includes(kind as PageKind))
    return `.kind: expected one of ${pageKinds.join(', ')}, got ${shown(kind)}`;
  for (const [key, said, most] of [
    ['text', text, maxMain],
    ['markdown', markdown, maxMain],
    ['author', author, maxAuthor],
  ] as const)
    if (typeof said !== 'string' || said.length > most)
      return `.${key}: expected text of at most ${most} characters, got ${shown(said)}`;
  if (published !== undefined && !isDay(published))
    return `.published: expected a day, YYYY-MM-DD, got ${shown(published)}`;
  return undefined;
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const at = Date.parse(value);
  // Some engines take the 30th of February for a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}
