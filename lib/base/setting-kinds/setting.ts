/** What the reference, the commented job file and error messages say of a setting, beside what its kind says. */
export interface Notes {
  /** One sentence, without its unit, range and default. */
  readonly description: string;
  /** The word that follows the number, in the plural: `seconds`, `pages`. */
  readonly unit?: string;
  /** Why there is a bound, or where the default comes from. */
  readonly why?: string;
  /** For values whose form a kind does not say: what was expected, as a noun phrase. */
  readonly expected?: string;
  /** A value to show where there is no default. */
  readonly example?: unknown;
}

/** Forms of texts that only a parser tells (`lib/config/schema/text-forms.ts`). */
export type TextForm =
  | 'address'
  | 'contact'
  | 'host'
  | 'job name'
  | 'proxy'
  | 'secret name'
  | 'time window'
  | 'url';

/** A text: of a form, or of so many characters and a pattern. */
export interface TextRules {
  readonly form?: TextForm;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  /** For texts in a list. */
  readonly expected?: string;
}

export type Kind =
  | { readonly kind: 'special' | 'elsewhere' }
  /** `more`: words beside true and false. */
  | { readonly kind: 'flag'; readonly more?: readonly string[] }
  | { readonly kind: 'whole' | 'number' | 'seconds'; readonly min: number; readonly max: number }
  | Word
  | { readonly kind: 'list'; readonly of: Word; readonly length: Length }
  /** A duration for each name. */
  | { readonly kind: 'table'; readonly name: TextRules; readonly min: number; readonly max: number };

type Word =
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'text'; readonly rules: TextRules };

/** How many entries a list may have. */
export interface Length {
  readonly min?: number;
  readonly max: number;
}

/**
 * One setting: everything that is known of it. The file that is read, what is stored, its type, its JSON Schema and
 * its documentation are derived from this.
 */
export interface Setting<Value, Given = Value, Name extends string = string> {
  readonly is: Kind;
  readonly notes: Notes;
  /** What holds where a file says nothing, as the file would say it; undefined: the setting is absent. */
  readonly fallback: Given | undefined;
  /** Its name in the settings: `*` stands for its name in the file, empty for none. */
  readonly as: Name;
  /** The file may leave it out, but the settings have it: it is made from something else. */
  readonly derived?: boolean;
  /** What a file says, in the settings' terms. */
  readonly read?: (given: never) => Value;
}

/** A setting without a default is absent where a file says nothing of it. */
type Maybe<T, Fallback> = Fallback extends undefined ? T | undefined : T;
type Between<Name extends string> = <F extends number | undefined>(
  min: number,
  max: number,
  fallback: F,
  notes: Notes,
) => Setting<Maybe<number, F>, Maybe<number, F>, Name>;

/** A whole number of something. */
export const count: Between<'*'> = (min, max, fallback, notes) =>
  setting({ kind: 'whole', min, max }, fallback, '*', notes);

export const number: Between<'*'> = (min, max, fallback, notes) =>
  setting({ kind: 'number', min, max }, fallback, '*', notes);

/** A duration: in seconds in the file, fractions allowed; in ms in the settings, and its name says so. */
export const seconds: Between<'*Ms'> = (min, max, fallback, notes) =>
  setting({ kind: 'seconds', min, max }, fallback, '*Ms', { ...notes, unit: 'seconds' });

export function flag(fallback: boolean, notes: Notes): Setting<boolean, boolean, '*'> {
  return setting({ kind: 'flag' }, fallback, '*', notes);
}

/** True or false, or a word that says more than true. */
export function flagOr<const W extends string>(
  more: readonly W[],
  fallback: boolean,
  notes: Notes,
): Setting<boolean | W, boolean | W, '*'> {
  const expected = `true, false or ${more.join(' or ')}`;
  return setting({ kind: 'flag', more }, fallback, '*', { ...notes, expected });
}

export function choice<const V extends string, F extends V | undefined>(
  values: readonly V[],
  fallback: F,
  notes: Notes,
): Setting<Maybe<V, F>, Maybe<V, F>, '*'> {
  const expected = values.join(', ').replace(/, ([^,]*)$/, ' or $1');
  return setting({ kind: 'choice', values }, fallback, '*', { ...notes, expected });
}

export function text<F extends string | undefined>(
  rules: TextRules,
  fallback: F,
  notes: Notes,
): Setting<Maybe<string, F>, Maybe<string, F>, '*'> {
  return setting({ kind: 'text', rules }, fallback, '*', notes);
}

/** @param of what an entry may be: a text of some form, or one of these */
export function list<const V extends string = string>(
  of: TextRules | readonly V[],
  length: Length,
  fallback: readonly NoInfer<V>[],
  notes: Notes,
): Setting<readonly V[], readonly V[], '*'> {
  if (!isChoice(of))
    return setting({ kind: 'list', of: { kind: 'text', rules: of }, length }, fallback, '*', notes);
  const expected = notes.expected ?? `a list of ${of.join(', ')}`;
  return setting({ kind: 'list', of: { kind: 'choice', values: of }, length }, fallback, '*', {
    ...notes,
    expected,
  });
}

function isChoice(of: TextRules | readonly string[]): of is readonly string[] {
  return Array.isArray(of);
}

/** Durations by name. */
export function table(
  name: TextRules,
  [min, max]: readonly [number, number],
  notes: Notes,
): Setting<Readonly<Record<string, number>>, Readonly<Record<string, number>>, '*Ms'> {
  return setting({ kind: 'table', name, min, max }, {}, '*Ms', notes);
}

/** What no other kind says: the schemas of its file form and its stored form are written (`lib/config`). */
export function special<Given, Value>(
  fallback: Given,
  read: (given: Given) => Value,
  notes: Notes,
): Setting<Value, Given, '*'> {
  return { ...setting<Value, Given, '*'>({ kind: 'special' }, fallback, '*', notes), read };
}

/** What has a schema and settings that are written in full, in `lib/config`. */
export const elsewhere: Setting<undefined, unknown, ''> = {
  ...setting({ kind: 'elsewhere' }, undefined, '', { description: '' }),
};

/** A setting, or a section, that has a name of its own in the settings. */
export function named<const N extends string, T extends { readonly as: string }>(
  as: N,
  one: T,
): Omit<T, 'as'> & { readonly as: N } {
  return { ...one, as };
}

/** A setting of the file that is not among the settings as it is: others are made of it. */
export function onlyInFile<T extends { readonly as: string }>(one: T) {
  return named('', one);
}

/** A setting that may be left out of the file and that the settings always have: made from something else. */
export function derived<V, G, N extends string>(one: Setting<V, G, N>): Setting<Exclude<V, undefined>, G, N> {
  return { ...one, derived: true } as Setting<Exclude<V, undefined>, G, N>;
}

function setting<V, G, N extends string>(is: Kind, fallback: unknown, as: N, notes: Notes): Setting<V, G, N> {
  return { is, notes, fallback: fallback as G, as };
}
