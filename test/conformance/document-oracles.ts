import { type Format, toMarkdownBytes } from '@firecrawl/anydoc';
import { bodyOf, type DocumentCase, loose } from './documents.ts';

/** Formats that anydoc reads, by what their files end with; PDF by pdf-inspector, which is part of it. */
const formats: ReadonlySet<string> = new Set<`${Format}`>([
  ...(['doc', 'docx', 'odt', 'rtf', 'epub', 'pdf', 'ppt', 'pptx', 'odp', 'xlsx', 'ods', 'csv'] as const),
]);

export function hasOracle({ format }: DocumentCase): boolean {
  return formats.has(format);
}

/**
 * Words of a document as anydoc has them. Undefined where it says that it cannot read the document.
 * @returns loose, as the suites compare
 */
export async function oracleWords(one: DocumentCase): Promise<string | undefined> {
  try {
    return loose(withoutMarkup(await toMarkdownBytes(bodyOf(one), one.format as Format)));
  } catch {
    return undefined;
  }
}

/** Escapes, line breaks and the targets of links are no text. */
function withoutMarkup(markdown: string): string {
  return markdown
    .replace(/\]\([^)\s]*\)/g, '] ')
    .replace(/<br>|<!--.*?-->/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** How many words of one text another has too, as often. */
export function commonWords(of: string, other: string): { readonly words: number; readonly common: number } {
  const left = new Map<string, number>();
  for (const word of wordsIn(other)) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  const words = wordsIn(of);
  for (const word of words) {
    const times = left.get(word) ?? 0;
    if (times === 0) continue;
    left.set(word, times - 1);
    common += 1;
  }
  return { words: words.length, common };
}

/** Numbers are left out: those of lists are text for the one and markup for the other. */
function wordsIn(text: string): readonly string[] {
  return text.split(' ').filter((word) => /\p{L}{2}/u.test(word));
}
