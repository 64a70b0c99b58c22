import { load } from 'cheerio/slim';
import { detach } from '../../base/bytes/detach.ts';
import type { FieldValue } from '../../base/json.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ExtractRule } from './extract-rules.ts';
import { parseBounded } from './parse-bounded.ts';
import { parseNumber } from './parse-number.ts';
import { collapse } from './visible-text.ts';

type Scalar = string | number | boolean;

/** UTF-16 units. */
const mostRead = 1_000_000;

/**
 * What a job's rules find in a page, by field; two rules for one field, and the last one counts. A value that is
 * not there, or is not of its type, is null, or missing from the list of a `many` rule.
 * - `string`: text (or the attribute), white space collapsed
 * - `number`: the first number in it (`parseNumber`)
 * - `boolean`: there is such an element (with that attribute), and it does not say false, no, off or 0
 * - `url`: canonical; of an attribute, or the text
 * - `html`: the markup inside the element
 * Elements nest at most `maxDepth` deep (`parseBounded`). A `many` rule reads no further elements once it has
 * read `mostRead`: elements in elements show the same text again and again.
 */
export function extractFields(
  html: string,
  rules: readonly ExtractRule[],
  base: CanonicalUrl,
): Readonly<Record<string, FieldValue>> {
  // Text stays as it is written: by default the serialiser escapes everything beyond ASCII.
  const $ = load(parseBounded(html, { xmlMode: false }), { xml: { xmlMode: false, encodeEntities: 'utf8' } });
  return Object.fromEntries(
    rules.map((rule): [string, FieldValue] => {
      // `find` takes its argument for a selector only, where `$` would take '<p>' for markup to create.
      const found = $.root().find(rule.selector);
      const elements = rule.many ? found.toArray() : found.toArray().slice(0, 1);
      let read = 0;
      const values = elements.flatMap((element): readonly Scalar[] => {
        if (read > mostRead) return [];
        const raw =
          rule.attribute !== undefined
            ? $(element).attr(rule.attribute)
            : rule.type === 'html'
              ? $(element).html()
              : $(element).text();
        read += raw?.length ?? 0;
        const value = raw === undefined || raw === null ? undefined : typed(raw, rule.type, base);
        return value === undefined ? [] : [value];
      });
      if (rule.many) return [rule.field, values];
      return [rule.field, values[0] ?? (rule.type === 'boolean' ? false : null)];
    }),
  );
}

/** Why a CSS selector cannot be used, in the words of its parser; undefined when it can. */
export function checkSelector(selector: string): string | undefined {
  if (selector.trim() === '') return 'the selector is empty';
  if (selector.includes('<')) return 'this is markup, not a selector';
  try {
    load('<p></p>').root().find(selector);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const falsy = new Set(['false', 'no', 'off', '0']);

function typed(raw: string, type: ExtractRule['type'], base: CanonicalUrl): Scalar | undefined {
  switch (type) {
    case 'html':
      return detach(raw.trim());
    case 'string':
      return collapse(raw);
    case 'number':
      return parseNumber(raw);
    case 'boolean':
      return !falsy.has(raw.trim().toLowerCase());
    case 'url': {
      const parsed = canonicalise(raw, base);
      return parsed.ok ? parsed.url : undefined;
    }
  }
}
