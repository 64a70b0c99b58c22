/** How a search service is asked, and where its answer has the results. */
export interface SearchApi {
  /** With `{query}`, and `{key}` where the key goes into it. */
  readonly url: string;
  /** Where the URLs of the results stand in its JSON: `web.results[].url`. */
  readonly results: string;
  /** Further request headers, lower-case; with `{key}` where the key goes into them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @param key goes into the place of `{key}` */
export function searchRequest(
  { url, headers }: SearchApi,
  query: string,
  key: string,
): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{key}', () => key)]);
  return {
    url: url
      .replaceAll('{query}', () => encodeURIComponent(query))
      .replaceAll('{key}', () => encodeURIComponent(key)),
    headers: { accept: 'application/json', ...Object.fromEntries(filled) },
  };
}

const path = /^(?:\$\.?)?((?:[^.[\]]+|\[(?:\d*|\*)\])(?:\.[^.[\]]+|\[(?:\d*|\*)\])*)$/;

/** Whether a path can be read: names apart by dots, `[]` (or `[*]`) for each of a list, `[0]` for one of them. */
export function isResultPath(text: string): boolean {
  return path.test(text);
}

/** The texts at a path of some JSON, in their order; empty where there are none. */
export function resultsAt(json: unknown, text: string): readonly string[] {
  const steps = (path.exec(text)?.[1] ?? '').match(/[^.[\]]+|\[[^[\]]*\]/g) ?? [];
  let values: readonly unknown[] = [json];
  for (const step of steps) values = values.flatMap((value) => valuesAt(value, step));
  return values.filter((value) => typeof value === 'string');
}

function valuesAt(value: unknown, step: string): readonly unknown[] {
  if (step.startsWith('[')) {
    if (!Array.isArray(value)) return [];
    const index = step.slice(1, -1);
    return index === '' || index === '*' ? value : value.slice(Number(index), Number(index) + 1);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step))
    return [];
  return [(value as Readonly<Record<string, unknown>>)[step]];
}
