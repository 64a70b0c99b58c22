import { byName } from '../../base/by-name.ts';
import { factorOf, isSection, nameOf, type SettingsShape } from '../../base/setting-kinds/section.ts';
import { jobSections } from '../../capabilities/declared.ts';

/** Where a key of job.yaml stands in the settings, and how many of their units one of its own has. */
export interface SettingPlace {
  /** Step by step; the last is the name in its section. */
  readonly path: readonly string[];
  readonly factor: number;
}

/** What is made into something of another shape. What is said of a single filter, or of all of a list, holds for the first that has it. */
const elsewhere = byName({
  'stop.harvestRate': 'stop.harvest.below',
  'stop.harvestOver': 'stop.harvest.over',
  'topic.algorithm': 'topic.filters.*.algorithm',
  'topic.stopWords': 'topic.filters.*.stopWords',
  'topic.minScore': 'topic.filters.*.cutOffs.total',
  'topic.minRelative': 'topic.filters.*.cutOffs.relative',
  'topic.minShare': 'topic.filters.*.cutOffs.share',
  'topic.weights': 'topic.filters.*.weights',
  'topic.language': 'topic.filters.*.language',
  'topic.k': 'topic.filters.*.k',
  'topic.model': 'topic.filters.*.file',
  'topic.clusters': 'topic.filters.*.file',
  'topic.good': 'topic.filters.*.good',
  'topic.crawlOnly': 'topic.filters.*.crawlOnly',
  'topic.minRelevance': 'topic.filters.*.minRelevance',
});

/** @param known the path of a key of job.yaml, for example `politeness.waitIntervalHost` */
export function settingPlace(known: string): SettingPlace {
  const path = elsewhere.get(known)?.split('.');
  return path === undefined ? placeIn(jobSections, known.split('.')) : { path, factor: 1 };
}

function placeIn(shape: SettingsShape, [key = '', ...rest]: readonly string[]): SettingPlace {
  const one = shape[key];
  if (one === undefined) return { path: [key, ...rest], factor: 1 };
  const name = nameOf(key, one) || key;
  if (!isSection(one)) return { path: [name, ...rest], factor: factorOf(one) };
  if (rest.length === 0) return { path: [name], factor: 1 };
  const { path, factor } = placeIn(one.keys, rest);
  return { path: [name, ...path], factor };
}

/** What stands at a place, as it is there; undefined where nothing does. A step `*` is the first entry that has the rest. */
export function valueThere(settings: object, { path }: Pick<SettingPlace, 'path'>): unknown {
  return stepsInto(settings, path);
}

function stepsInto(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null)
    return step === undefined ? value : undefined;
  if (step !== '*' || !Array.isArray(value)) return stepsInto(Reflect.get(value, step), rest);
  return value.map((one) => stepsInto(one, rest)).find((found) => found !== undefined);
}
