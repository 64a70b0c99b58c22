import type { NameTest } from './name-pattern.ts';

/*
 * A query here is the text after the `?`; its parameters are separated by `&`. Nothing is decoded, so `+` and `%20`
 * stay different, and so do `a` and `a=`.
 */

/**
 * Removes the parameters with unwanted names, and their separators. `;` is a separator too, as HTML 4 (B.2.2) asked of
 * servers. A name without `=` stays, because it has no value.
 */
export function withoutParameters(query: string, unwanted: NameTest): string {
  let kept = '';
  let first = true;
  let removed = false;
  for (let start = 0; start <= query.length; ) {
    const end = parameterEnd(query, start);
    const parameter = query.slice(start, end);
    const equals = parameter.indexOf('=');
    if (equals >= 0 && unwanted(parameter.slice(0, equals))) removed = true;
    else {
      kept += first ? parameter : query.slice(start - 1, end);
      first = false;
    }
    start = end + 1;
  }
  return removed ? kept : query;
}

function parameterEnd(query: string, start: number): number {
  for (let at = start; at < query.length; at++) {
    const character = query[at];
    if (character === '&' || character === ';') return at;
  }
  return query.length;
}

export function withoutEmptyParameters(query: string): string {
  return query
    .split('&')
    .filter((parameter) => parameter !== '')
    .join('&');
}

/** Removes repeated parameters; the first of equal ones stays where it is. */
export function withoutRepeated(query: string): string {
  if (!query.includes('&')) return query;
  const parameters = query.split('&');
  const once = new Set<string>();
  const kept = parameters.filter((parameter) => {
    if (parameter === '') return true;
    if (once.has(parameter)) return false;
    once.add(parameter);
    return true;
  });
  return kept.length === parameters.length ? query : kept.join('&');
}

/**
 * Sorts parameters by name, in UTF-16 code units. Parameters of one name keep their order, which may have a meaning.
 */
export function sorted(query: string): string {
  if (!query.includes('&')) return query;
  return query
    .split('&')
    .map((parameter) => ({ parameter, name: nameOf(parameter) }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ parameter }) => parameter)
    .join('&');
}

function nameOf(parameter: string): string {
  const equals = parameter.indexOf('=');
  return equals < 0 ? parameter : parameter.slice(0, equals);
}
