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
  let likely = false;
  const times = new Map<string, number>();
  for (const [i, word] of words.entries()) {
    const count = (times.get(word) ?? 0) + 1;
    times.set(word, count);
    if (count < 2) continue;
    if (count > 2 || (i >= 3 && word === words[i - 2] && words[i - 1] === words[i - 3])) {
      return { kind: 'repetition', certain: true };
    }
    likely = true;
  }
  return likely ? { kind: 'repetition', certain: false } : undefined;
}

const maxDepth = 6;

/**
 * A page to return to whose own query holds a page to return to: `?next=/login?next=/login?next=/`. One level is how
 * such things begin; the second is a loop.
 * @param values of a query, as they stand in the URL
 */
export function nesting(values: readonly string[]): Sign | undefined {
  const depth = Math.max(0, ...values.map(depthOf));
  return depth >= 2 ? { kind: 'nesting', certain: true } : undefined;
}

/** How many URLs with a query, one in the other, a value holds. */
function depthOf(value: string): number {
  let rest = value;
  for (let depth = 0; depth < maxDepth; depth++) {
    rest = decoded(rest);
    const query = /^(?:https?:\/\/|\/)[^?]*\?(?:.*&)?[^=&]+=(.*)$/s.exec(rest)?.[1];
    if (query === undefined) return depth + (/^(?:https?:\/\/|\/)/.test(rest) ? 1 : 0);
    rest = query;
  }
  return maxDepth;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
