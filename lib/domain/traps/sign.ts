/** What a URL alone says: it goes round in circles. `certain` is not tried; `likely` is given one try. */
export interface Sign {
  readonly kind: 'repetition' | 'nesting';
  readonly certain: boolean;
}

/**
 * Folders that come again (`docs/docs/docs/`, `a/b/a/b/`): relative links that were meant from the root. Numbers may
 * come again: `2014/10/10`.
 * @param segments of a path, without empty ones
 */
export function repetition(segments: readonly string[]): Sign | undefined {
  const words = segments.filter((segment) => !/^\d+$/.test(segment));
  if (words.length === new Set(words).size) return undefined;
  const times = new Map<string, number>();
  for (const [i, word] of words.entries()) {
    const count = (times.get(word) ?? 0) + 1;
    times.set(word, count);
    if (count > 2) return { kind: 'repetition', certain: true };
    // A row of two or more that follows itself.
    const before = words.lastIndexOf(word, i - 1);
    const length = i - before;
    if (before < 0 || length < 2 || before < length - 1) continue;
    const row = words.slice(before + 1, i + 1);
    if (row.every((one, j) => one === words[before - length + 1 + j])) {
      return { kind: 'repetition', certain: true };
    }
  }
  return { kind: 'repetition', certain: false };
}

const maxDepth = 6;

/**
 * A page to return to whose own query holds a page to return to: `?next=/login?next=/login?next=/`. One level is how
 * such things begin; the second is a loop. Either may be written in base64 or in hexadecimal digits.
 * @param values of a query, as they stand in the URL
 */
export function nesting(values: readonly string[]): Sign | undefined {
  const depth = Math.max(0, ...values.map(depthOf));
  return depth === 0 ? undefined : { kind: 'nesting', certain: depth > 1 };
}

function isPage(value: string): boolean {
  return /^(?:https?:\/\/|\/)/.test(value);
}

/** How many URLs with a query, one in the other, a value holds. */
function depthOf(value: string): number {
  let rest = value;
  for (let depth = 0; depth < maxDepth; depth++) {
    rest = decoded(rest);
    rest = packed(rest, depth) ?? rest;
    const query = /^(?:https?:\/\/|\/)[^?]*\?(?:.*&)?[^=&]+=(.*)$/s.exec(rest)?.[1];
    if (query === undefined) return depth + (isPage(rest) && (depth > 0 || rest !== '/') ? 1 : 0);
    rest = query;
  }
  return maxDepth;
}

const shortestPacked = 8;

/** How a path or a URL begins in either. */
const packedForms = [
  ['base64url', /^(?:L[\w-]|aHR0c)[\w+/=-]*$/],
  ['hex', /^(?:2f|68747470)[\da-f]*$/i],
] as const;

/** The path or URL that a value holds in base64 or in hexadecimal digits. */
function packed(value: string, depth: number): string | undefined {
  // In a page to return to less is no accident.
  if (value.length < (depth > 0 ? 2 : shortestPacked)) return undefined;
  for (const [form, begins] of packedForms) {
    if (!begins.test(value)) continue;
    const text = Buffer.from(value, form).toString('latin1');
    if (isPage(text) && /^[\x21-\x7e]*$/.test(text)) return text;
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
