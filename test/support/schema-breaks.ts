export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What only people read, and bounds that may become tighter: whoever reads what is written is not hurt. */
const free = new Set(['$schema', 'description', 'minimum', 'maximum', 'pattern', 'format']);

/**
 * Where a program that reads what `then` describes could fail on what `now` does: a field that is gone, has another
 * type, or may be absent that never was; a value that a closed list did not have. Empty: nowhere.
 */
export function schemaBreaks(then: Json, now: Json | undefined, path = ''): readonly string[] {
  const here = path === '' ? 'the whole' : path;
  if (now === undefined) return [`${here} is gone`];
  if (!isNode(then) || !isNode(now)) return equal(then, now) ? [] : [`${here} is another`];
  const breaks: string[] = [];
  for (const [key, was] of Object.entries(then)) {
    if (free.has(key)) continue;
    const is = now[key];
    if (key === 'properties') breaks.push(...fields(was, is, path));
    else if (key === 'required') {
      const left = (is ?? []) as readonly Json[];
      for (const name of was as readonly Json[])
        if (!left.includes(name)) breaks.push(`${path}.${String(name)} may be absent`);
    } else if (key === 'enum') {
      for (const value of (is ?? []) as readonly Json[])
        if (!(was as readonly Json[]).includes(value)) breaks.push(`${here} may be ${String(value)}`);
      if (is === undefined) breaks.push(`${here} may be anything`);
    } else if (key === 'items') breaks.push(...schemaBreaks(was, is, `${path}[]`));
    else if (!equal(was, is)) breaks.push(`${here} has another ${key}`);
  }
  return breaks;
}

function fields(then: Json, now: Json | undefined, path: string): readonly string[] {
  const left = isNode(now) ? now : {};
  return Object.entries(then as { readonly [key: string]: Json }).flatMap(([name, was]) =>
    schemaBreaks(was, left[name], `${path}.${name}`),
  );
}

function isNode(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function equal(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
