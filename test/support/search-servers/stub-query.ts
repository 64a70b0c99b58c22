/** What the stub keeps of a page. */
type Source = Readonly<Record<string, unknown>>;
type Part = Readonly<Record<string, never>>;

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const valuesOf = (page: Source, field: string): readonly unknown[] =>
  page[field] === undefined ? [] : [page[field]].flat();

/** Whether a page matches a part of the query language, as far as searches use it. */
export function isMatch(part: object, page: Source): boolean {
  const [[kind, said]] = Object.entries(part) as [[string, Part]];
  if (kind === 'match_all') return true;
  if (kind === 'function_score') return isMatch(said.query as never, page);
  if (kind === 'bool') return isBool(said, page);
  if (kind === 'multi_match') return isWords(said, page);
  const [[field, value]] = Object.entries(said) as [[string, never]];
  const all = valuesOf(page, kind === 'exists' ? String(value) : field);
  switch (kind) {
    case 'exists':
      return all.length > 0;
    case 'term':
      return all.includes(value);
    case 'prefix':
      return all.some((one) => String(one).startsWith(value));
    case 'wildcard': {
      const { value: pattern } = value as { readonly value: string };
      const [start = '', end = ''] = pattern.replaceAll('\\', '').split('*');
      return all.some((one) => String(one).startsWith(start) && String(one).endsWith(end));
    }
    case 'range': {
      const { gte, lt, gt } = value as Readonly<Record<'gte' | 'lt' | 'gt', string | number | undefined>>;
      const within = (one: string | number) =>
        (gte === undefined || one >= gte) && (lt === undefined || one < lt) && (gt === undefined || one > gt);
      return all.some((one) => within(one as string | number));
    }
    default:
      throw new Error(`the stub knows nothing of ${kind}`);
  }
}

function isBool(said: Part, page: Source): boolean {
  const {
    must = [],
    filter = [],
    must_not: not = [],
    should = [],
    minimum_should_match: least = 0,
  } = said as unknown as Readonly<Record<'must' | 'filter' | 'must_not' | 'should', readonly object[]>> & {
    readonly minimum_should_match?: number;
  };
  return (
    [...must, ...filter].every((one) => isMatch(one, page)) &&
    !not.some((one) => isMatch(one, page)) &&
    should.filter((one) => isMatch(one, page)).length >= least
  );
}

function isWords(said: Part, page: Source): boolean {
  const { query, fields, type } = said as unknown as {
    readonly query: string;
    readonly fields: readonly string[];
    readonly type?: string;
  };
  const asked = wordsIn(query);
  return fields.some((field) => {
    const words = valuesOf(page, field.replace(/\^\d+$/, '')).flatMap((one) => wordsIn(String(one)));
    if (type === undefined) return asked.every((one) => words.includes(one));
    const text = ` ${words.join(' ')} `;
    return text.includes(` ${asked.join(' ')}${type === 'phrase' ? ' ' : ''}`);
  });
}
