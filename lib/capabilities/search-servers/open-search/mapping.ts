/** The two servers that speak the same language, but for a type of field. */
export type Flavour = 'opensearch' | 'elasticsearch';

/** Counted up with each change of `mappingOf`. */
export const mappingVersion = 1;

/** What marks an index as the work of one sink. */
export interface IndexMark {
  readonly v: 1;
  readonly job: string;
  readonly sink: string;
  readonly generation: number;
  readonly mapping: number;
  readonly analyzer: string;
}

// A term has at most 32,766 bytes, and a character at most four.
const keyword = { type: 'keyword', ignore_above: 8_000 };
const day = { type: 'date', format: 'yyyy-MM-dd' };

/** The mapping of an index, in the form in which it is put. */
export function mappingOf(flavour: Flavour, mark: IndexMark): object {
  const prose = { type: 'text', analyzer: mark.analyzer };
  return {
    dynamic: false,
    _meta: { winnow: mark },
    properties: {
      md5: keyword,
      job: keyword,
      host: keyword,
      url: keyword,
      urls: keyword,
      title: { ...prose, fields: { raw: { type: 'keyword', ignore_above: 256 } } },
      headings: prose,
      description: prose,
      text: prose,
      main: prose,
      kind: keyword,
      author: { ...prose, fields: { raw: { type: 'keyword', ignore_above: 256 } } },
      published: day,
      language: keyword,
      class: keyword,
      score: { type: 'float' },
      depth: { type: 'integer' },
      media_type: keyword,
      bytes: { type: 'long' },
      first_seen: { type: 'date' },
      last_checked: { type: 'date' },
      last_changed: { type: 'date' },
      revision: { type: 'long' },
      fields: { type: flavour === 'opensearch' ? 'flat_object' : 'flattened' },
    },
  };
}
