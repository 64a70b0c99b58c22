import type { JobSettings } from '../../domain/settings/settings.ts';

/** A setting that earlier versions had. A file or a stored job that still has it is read without it. */
export interface SupersededSetting {
  readonly section: string;
  readonly key: string;
  /** What holds instead: the end of a sentence. */
  readonly instead: string;
}

const withoutLearning = 'links keep the scores of the topic filter, which found as much (docs/focus.md)';

const superseded: readonly SupersededSetting[] = [
  { section: 'focus', key: 'learning', instead: withoutLearning },
  { section: 'focus', key: 'explore', instead: withoutLearning },
];

/** A mapping of sections without superseded settings, and those that it had. Anything else comes back as it is. */
export function withoutSuperseded(value: unknown): {
  readonly value: unknown;
  readonly found: readonly SupersededSetting[];
} {
  if (!isMapping(value)) return { value, found: [] };
  const found = superseded.filter(({ section, key }) => {
    const keys = Object.hasOwn(value, section) ? value[section] : undefined;
    return isMapping(keys) && Object.hasOwn(keys, key);
  });
  const rest = { ...value };
  for (const { section, key } of found) {
    const { [key]: _, ...keys } = rest[section] as Readonly<Record<string, unknown>>;
    rest[section] = keys;
  }
  return { value: found.length === 0 ? value : rest, found };
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

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
