/** Counted up with each change of `fieldsOf`. */
export const schemaVersion = 1;

export interface SolrField {
  readonly name: string;
  readonly type: string;
  readonly multiValued?: true;
}

/** The fields of a collection, of types that the config set `_default` has. */
export function fieldsOf(textType: string): readonly SolrField[] {
  const of = (type: string, names: string): SolrField[] => names.split(' ').map((name) => ({ name, type }));
  const many = (type: string, names: string): SolrField[] =>
    of(type, names).map((field) => ({ ...field, multiValued: true }));
  return [
    ...of('string', 'md5 job host url kind language media_type'),
    ...many('string', 'urls class'),
    ...of(textType, 'title description text main author'),
    ...many(textType, 'headings fields'),
    ...of('pint', 'depth'),
    ...of('plong', 'bytes revision'),
    ...of('pfloat', 'score'),
    ...of('pdate', 'published first_seen last_checked last_changed'),
  ];
}
