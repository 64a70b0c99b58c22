import type { Defined } from '../defined.ts';
import type { Setting } from './setting.ts';

// biome-ignore lint/suspicious/noExplicitAny: any setting, whatever its values.
export type AnySetting = Setting<any, any>;

/** Settings by their names in the file; sections may have sections. */
export interface SettingsShape {
  readonly [key: string]: OneOrMore;
}

type OneOrMore = AnySetting | SettingsSection<SettingsShape>;

/** Settings that stand together. */
export interface SettingsSection<S extends SettingsShape, Name extends string = string> {
  readonly description: string;
  readonly keys: S;
  /** As of a setting. */
  readonly as: Name;
}

export function section<S extends SettingsShape>(description: string, keys: S): SettingsSection<S, '*'> {
  return { description, keys, as: '*' };
}

type NameIn<K, As> = As extends `*${infer End}` ? `${K & string}${End}` : As extends '' ? never : As;
type ValueIn<T> =
  T extends SettingsSection<infer S> ? SettingsOf<S> : T extends Setting<infer V, infer _> ? V : never;
type GivenIn<T> =
  T extends SettingsSection<infer S> ? GivenOf<S> : T extends Setting<infer _, infer G> ? G : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** What the settings have of a shape, in their own units; absent what has no value. */
export type SettingsOf<S extends SettingsShape> = Flat<
  Defined<{ [K in keyof S as NameIn<K, S[K]['as']>]: ValueIn<S[K]> }>
>;

/** What a file says of a shape once its defaults are filled in. */
export type GivenOf<S extends SettingsShape> = Flat<
  { readonly [K in keyof S as undefined extends GivenIn<S[K]> ? never : K]: GivenIn<S[K]> } & {
    readonly [K in keyof S as undefined extends GivenIn<S[K]> ? K : never]?: GivenIn<S[K]>;
  }
>;

/** The name in the settings; empty where there is none. */
export function nameOf(key: string, { as }: OneOrMore): string {
  return as.replace('*', key);
}

export function isSection(one: OneOrMore): one is SettingsSection<SettingsShape> {
  return 'keys' in one;
}

/** What stands in the settings for what a file says. */
export function settingsOf<S extends SettingsShape>(shape: S, given: GivenOf<S>): SettingsOf<S> {
  const entries = Object.entries(shape).flatMap(([key, one]) => {
    const name = nameOf(key, one);
    const said: unknown = given[key as keyof GivenOf<S>];
    const value = name === '' ? undefined : valueFor(one, said);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as SettingsOf<S>;
}

/** The settings of files that say nothing. */
export function defaultsOf<S extends SettingsShape>({
  keys,
}: Pick<SettingsSection<S>, 'keys'>): SettingsOf<S> {
  return settingsOf(keys, defaultsIn(keys) as GivenOf<S>);
}

function defaultsIn(keys: SettingsShape): Readonly<Record<string, unknown>> {
  const entries = Object.entries(keys).map(([key, one]) => [
    key,
    isSection(one) ? defaultsIn(one.keys) : one.fallback,
  ]);
  return Object.fromEntries(entries);
}

function valueFor(one: OneOrMore, given: unknown): unknown {
  if (isSection(one)) return settingsOf(one.keys, given as GivenOf<SettingsShape>);
  if (given === undefined) return undefined;
  if (one.read !== undefined) return one.read(given as never);
  if (one.is.kind !== 'table') return typeof given === 'number' ? inUnits(given, factorOf(one)) : given;
  const entries = Object.entries(given as Readonly<Record<string, number>>);
  return Object.fromEntries(entries.map(([name, duration]) => [name, inUnits(duration, factorOf(one))]));
}

/** What the settings have where nothing is said of this one; undefined: nothing. */
export function defaultOf(one: AnySetting): unknown {
  return valueFor(one, one.fallback);
}

/** How many of the settings' units one of the file's has: durations are in ms. */
export function factorOf({ is: { kind } }: AnySetting): number {
  return kind === 'seconds' || kind === 'table' ? 1_000 : 1;
}

function inUnits(value: number, factor: number): number {
  return factor === 1 ? value : Math.round(value * factor);
}
