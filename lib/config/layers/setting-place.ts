import { nodeAt } from '../schema/known-keys.ts';

/** Where a key of job.yaml stands in the settings, and how many of their units one of its own has. */
export interface SettingPlace {
  /** Step by step; the last is the name in its section. */
  readonly path: readonly string[];
  readonly factor: number;
}

/** Where the place does not follow from the key; a duration `x` in seconds is `xMs` else, all other keys are the same. */
const elsewhere: Readonly<Record<string, string>> = {
  'userAgent.product': 'identity.product',
  'userAgent.contact': 'identity.contact',
  'userAgent.from': 'identity.from',
  'politeness.waitIntervalHost': 'politeness.gapMs',
  'turn.maxSeconds': 'turn.maxMs',
  'freshness.minInterval': 'freshness.minMs',
  'freshness.maxInterval': 'freshness.maxMs',
  // What is said of a single filter, or of all of a list, holds for the first that has it.
  'topic.algorithm': 'topic.filters.*.algorithm',
  'topic.stopWords': 'topic.filters.*.stopWords',
  'topic.minScore': 'topic.filters.*.cutOffs.total',
  'topic.minRelative': 'topic.filters.*.cutOffs.relative',
  'topic.minShare': 'topic.filters.*.cutOffs.share',
  'topic.weights': 'topic.filters.*.weights',
  'topic.language': 'topic.filters.*.language',
  'topic.k': 'topic.filters.*.k',
  'topic.model': 'topic.filters.*.file',
  'topic.good': 'topic.filters.*.good',
  'topic.crawlOnly': 'topic.filters.*.crawlOnly',
  'topic.minRelevance': 'topic.filters.*.minRelevance',
};

/** @param known the path of a key of job.yaml, for example `politeness.waitIntervalHost` */
export function settingPlace(known: string): SettingPlace {
  const isDuration = nodeAt(known.split('.'))?.unit === 'seconds';
  const place = elsewhere[known] ?? (isDuration ? `${known}Ms` : known);
  return { path: place.split('.'), factor: isDuration ? 1_000 : 1 };
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
