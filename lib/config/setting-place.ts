import { jobJsonSchema, nodeAt } from './known-keys.ts';

/** Where a key of job.yaml stands in the settings, and how many of their units one of its own has. */
export interface SettingPlace {
  /** One step for what stands at the top, two for what is in a section. */
  readonly path: readonly [string, string?];
  readonly factor: number;
}

const renamedSections: Readonly<Record<string, string>> = { userAgent: 'identity' };
/** Where the name in the settings does not follow from that in the file; a duration `x` in seconds is `xMs` else. */
const renamedKeys: Readonly<Record<string, string>> = {
  'politeness.waitIntervalHost': 'gapMs',
  'turn.maxSeconds': 'maxMs',
};

/** @param known the path of a key of job.yaml, for example `politeness.waitIntervalHost` */
export function settingPlace(known: string): SettingPlace {
  const [section = '', key] = known.split('.');
  const isDuration =
    nodeAt([section, ...(key === undefined ? [] : [key])], jobJsonSchema)?.unit === 'seconds';
  const name = renamedSections[section] ?? section;
  const inner = renamedKeys[known] ?? (isDuration ? `${key}Ms` : key);
  return { path: inner === undefined ? [name] : [name, inner], factor: isDuration ? 1_000 : 1 };
}

/** What stands at a place, as it is there; undefined where nothing does. */
export function valueThere(settings: object, { path: [section, key] }: SettingPlace): unknown {
  const outer: unknown = Reflect.get(settings, section);
  if (key === undefined) return outer;
  return typeof outer === 'object' && outer !== null ? Reflect.get(outer, key) : undefined;
}
