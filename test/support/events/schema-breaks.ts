export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

type Node = { readonly [key: string]: Json };

/** What only people read. */
const words: ReadonlySet<string> = new Set(['$schema', 'description', 'title']);

/**
 * Where two programs could fail. One was written for what `then` describes and reads what `now` does: a field that is
 * gone, has another type, or may be absent that never was; a value that a closed list did not have. The other was written
 * for `now` and reads what was stored under `then`: a field that must be there now and need not then, a narrower type.
 * What may change are words, and fields that are added and may be absent. Empty: nowhere.
 */
export function schemaBreaks(then: Json, now: Json | undefined, path = ''): readonly string[] {
  const here = path === '' ? 'the whole' : path;
  if (now === undefined) return [`${here} is gone`];
  if (!isNode(then) || !isNode(now)) return equal(then, now) ? [] : [`${here} is another`];
  const keys = new Set([...Object.keys(then), ...Object.keys(now)]);
  return [...keys].flatMap((key) => {
    const [was, is] = [then[key], now[key]];
    if (words.has(key)) return [];
    if (key === 'properties') return fields(was, is, path);
    if (key === 'required')
      return [
        ...missing(was, is).map((name) => `${path}.${name} may be absent`),
        ...missing(is, was).map((name) => `${path}.${name} must be there, and was not always`),
      ];
    if (key === 'enum' && was !== undefined && is !== undefined)
      return [
        ...missing(is, was).map((value) => `${here} may be ${value}`),
        ...missing(was, is).map((value) => `${here} is never ${value}, and was`),
      ];
    if ((key === 'items' || key === 'additionalProperties') && isNode(was) && isNode(is))
      return schemaBreaks(was, is, `${path}[]`);
    return equal(was, is) ? [] : [`${here} has another ${key}`];
  });
}

function fields(then: Json | undefined, now: Json | undefined, path: string): readonly string[] {
  const left = isNode(now) ? now : {};
  return Object.entries(isNode(then) ? then : {}).flatMap(([name, was]) =>
    schemaBreaks(was, left[name], `${path}.${name}`),
  );
}

/** The members of one list that another has not. */
function missing(of: Json | undefined, from: Json | undefined): readonly string[] {
  const there = new Set(listed(from).map((value) => JSON.stringify(value)));
  return listed(of).flatMap((value) => (there.has(JSON.stringify(value)) ? [] : [String(value)]));
}

function listed(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function equal(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a, withoutWords) === JSON.stringify(b, withoutWords);
}

function withoutWords(key: string, value: Json): Json | undefined {
  return words.has(key) && typeof value === 'string' ? undefined : value;
}
