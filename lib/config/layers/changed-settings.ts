import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../base/defined.ts';
import { yamlValue } from '../../base/json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { effectiveSettings, overrideSettings } from './effective-settings.ts';
import { settingPlace, valueThere } from './setting-place.ts';

/** A setting that two versions of a job's settings say differently. */
export interface ChangedSetting {
  /** With its section; of an override: `overrides (host example.org) politeness.waitIntervalHost`. */
  readonly key: string;
  /** As it would stand in the file; absent where nothing is set. */
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Settings that are shown in short: what is shown of two may be the same where they are not. */
const shownInShort = ['topic.filters', 'analysers'];

/** Where two versions of a job's settings differ. Where a setting stands in its file is no difference. */
export function changedSettings(before: JobSettings, after: JobSettings): readonly ChangedSetting[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => !isSame(was.get(key), is.get(key)) || isOtherInFull(key, before, after))
    .map((key) => ({ key, ...defined({ from: was.get(key), to: is.get(key) }) }));
}

/** `limits.pagesPerDay: 1000 → 2000`. */
export function describeChange({ key, from, to }: ChangedSetting): string {
  const shown = (value: unknown): string => {
    const text = value === undefined ? 'none' : yamlValue(value);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  };
  return isSame(from, to) ? `${key}: another content` : `${key}: ${shown(from)} → ${shown(to)}`;
}

const longest = 200;

function valuesOf(settings: JobSettings): ReadonlyMap<string, unknown> {
  const own = effectiveSettings(settings).map(({ key, value }) => [key, value] as const);
  const overrides = settings.overrides.flatMap((one) =>
    overrideSettings(one).map(({ key, value }) => [`overrides (${one.label}) ${key}`, value] as const),
  );
  return new Map([...own, ...overrides]);
}

function isOtherInFull(key: string, before: JobSettings, after: JobSettings): boolean {
  if (!shownInShort.includes(key)) return false;
  const place = settingPlace(key);
  return !isSame(valueThere(before, place), valueThere(after, place));
}

/** As stored: what is undefined is absent. */
function isSame(one: unknown, other: unknown): boolean {
  const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  return isDeepStrictEqual(stored(one), stored(other));
}
