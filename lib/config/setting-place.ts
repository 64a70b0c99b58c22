import { nodeAt } from './known-keys.ts';

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
  'topic.minScore': 'topic.cutOffs.total',
  'topic.minRelative': 'topic.cutOffs.relative',
  'topic.minShare': 'topic.cutOffs.share',
  'topic.model': 'topic.model.file',
  'topic.good': 'topic.model.good',
  'topic.crawlOnly': 'topic.model.crawlOnly',
  'topic.minRelevance': 'topic.model.minRelevance',
};

/** @param known the path of a key of job.yaml, for example `politeness.waitIntervalHost` */
export function settingPlace(known: string): SettingPlace {
  const isDuration = nodeAt(known.split('.'))?.unit === 'seconds';
  const place = elsewhere[known] ?? (isDuration ? `${known}Ms` : known);
  return { path: place.split('.'), factor: isDuration ? 1_000 : 1 };
}

/** What stands at a place, as it is there; undefined where nothing does. */
export function valueThere(settings: object, { path }: SettingPlace): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    settings,
  );
}
