import type { JobSettings } from '../../domain/settings/settings.ts';

/** A setting that earlier versions had. */
export interface SupersededSetting {
  readonly section: string;
  readonly key: string;
  /** What holds instead: the end of a sentence. */
  readonly instead: string;
  /** A file that still has it is refused; otherwise it is read without it. */
  readonly isRefused?: true;
  /** The setting that has its value in a stored job; absent: the job is read without it. */
  readonly to?: readonly [section: string, key: string];
}

const withoutLearning = 'links keep the scores of the topic filter, which found as much (docs/focus.md)';
const byYield = 'regions are held by what their fetches bring (docs/yield.md)';

const superseded: readonly SupersededSetting[] = [
  { section: 'focus', key: 'learning', instead: withoutLearning },
  { section: 'focus', key: 'explore', instead: withoutLearning },
  {
    section: 'traps',
    key: 'hold',
    instead: 'it is `yield.hold` now',
    isRefused: true,
    to: ['yield', 'hold'],
  },
  {
    ...{ section: 'traps', key: 'accept', isRefused: true, to: ['yield', 'accept'] },
    instead: 'it is `yield.accept` now, a list of regions as `winnow regions` writes them',
  },
  { section: 'traps', key: 'patience', instead: `${byYield}: take it out`, isRefused: true },
  { section: 'traps', key: 'retryShare', instead: `${byYield}: take it out`, isRefused: true },
];

type Mapping = Readonly<Record<string, unknown>>;

/** A mapping of sections without superseded settings, and those that it had. Anything else comes back as it is. */
export function withoutSuperseded(value: unknown): {
  readonly value: unknown;
  readonly found: readonly SupersededSetting[];
} {
  if (!isMapping(value)) return { value, found: [] };
  const found = superseded.filter(({ section, key }) => hasKey(value, section, key));
  return { value: found.reduce(moved, value), found };
}

/** Stored settings in today's form, those of overrides, too. */
export function fromEarlier(stored: unknown): unknown {
  const { value } = withoutSuperseded(stored);
  if (!isMapping(value) || !Array.isArray(value.overrides)) return value;
  const overrides = value.overrides.map((one: unknown) =>
    isMapping(one) ? { ...one, settings: withoutSuperseded(one.settings).value } : one,
  );
  return { ...value, overrides };
}

function moved(value: Mapping, { section, key, to }: SupersededSetting): Mapping {
  const { [key]: old, ...keys } = value[section] as Mapping;
  const { [section]: _, ...others } = value;
  const rest = Object.keys(keys).length === 0 ? others : { ...others, [section]: keys };
  if (to === undefined) return rest;
  const [newSection, newKey] = to;
  return { ...rest, [newSection]: { ...(rest[newSection] as Mapping | undefined), [newKey]: old } };
}

/** Superseded settings that a file set for this job, each with file and line. Stored settings remember them as `origins`. */
export function supersededIn({
  origins,
}: Pick<JobSettings, 'origins'>): readonly (SupersededSetting & { readonly source: string })[] {
  return superseded.flatMap((one) => {
    const source = origins[`${one.section}.${one.key}`];
    return source === undefined ? [] : [{ ...one, source }];
  });
}

/** Superseded settings for which a file is refused, as paths in it. */
export function refusedIn(
  value: unknown,
): readonly { readonly path: readonly PropertyKey[]; readonly instead: string }[] {
  if (!isMapping(value)) return [];
  const own = superseded
    .filter(({ section, key, isRefused }) => isRefused && hasKey(value, section, key))
    .map(({ section, key, instead }) => ({ path: [section, key], instead }));
  const overrides = Array.isArray(value.overrides) ? value.overrides : [];
  const inOverrides = overrides.flatMap((one: unknown, at) =>
    refusedIn(one).map(({ path, instead }) => ({ path: ['overrides', at, ...path], instead })),
  );
  return [...own, ...inOverrides];
}

function hasKey(value: Mapping, section: string, key: string): boolean {
  const keys = Object.hasOwn(value, section) ? value[section] : undefined;
  return isMapping(keys) && Object.hasOwn(keys, key);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
