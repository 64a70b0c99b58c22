import * as z from 'zod/mini';
import { jobSections } from '../../capabilities/declared.ts';
import { stopSection } from '../../domain/focus/stop-rules.ts';
import { freshnessSection } from '../../domain/revisit/freshness-settings.ts';
import { type JobSettings, overridable } from '../../domain/settings/settings.ts';
import { limitTests, listTests } from '../../rules/settings.ts';
import { type StoredSpecials, storedShape } from './stored-shape.ts';
import { storedStages } from './stored-strategy.ts';
import { storedAnalysers, storedTopic } from './stored-topic.ts';

const whole = z.int().check(z.minimum(0));

const extract = z.array(
  z.strictObject({
    field: z.string(),
    selector: z.string(),
    attribute: z.exactOptional(z.string()),
    type: z.enum(['string', 'number', 'boolean', 'url', 'html']),
    many: z.boolean(),
  }),
);

const scopeList = z.array(z.strictObject({ file: z.string(), line: whole, entries: z.array(z.string()) }));
const scopeRule = z.strictObject({
  word: z.enum(['accept', 'reject']),
  source: z.string(),
  test: z.union([
    z.strictObject({ kind: z.literal('all') }),
    z.strictObject({ kind: z.enum(listTests), list: scopeList }),
    z.strictObject({ kind: z.enum(limitTests), limit: whole }),
  ]),
});

/** What no kind of setting describes. */
const specials: StoredSpecials = {
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  'scope.hosts': scopeList,
  'scope.allow': scopeList,
  'scope.exclude': scopeList,
  'scope.excludeExtensions': scopeList,
  'scope.rules': z.array(scopeRule),
  'scope.share': z.strictObject({ part: whole, of: whole }),
  'strategy.stages': storedStages,
  extract,
  'convert.programs': z.array(
    z.strictObject({
      types: z.array(z.string()),
      command: z.array(z.string()),
      output: z.enum(['html', 'text']),
    }),
  ),
  'network.ports': z.array(z.string()),
  'url.aliases': z.record(z.string(), z.string()),
};

const origins = z.record(z.string(), z.string());
const overridden = Object.fromEntries(
  Object.entries(jobSections).filter(([section]) => Object.hasOwn(overridable, section)),
);
const override = z.strictObject({
  match: z.union([
    z.strictObject({ domain: z.string() }),
    z.strictObject({ host: z.string(), path: z.exactOptional(z.string()) }),
  ]),
  label: z.string(),
  settings: z.strictObject(storedShape(overridden, specials, 'patch')),
  origins,
});

const sink = z.strictObject({
  name: z.string(),
  to: z.string(),
  where: z.record(z.string(), z.unknown()),
  settings: z.record(z.string(), z.unknown()),
  secrets: z.array(z.string()),
});

const stop = z.strictObject({
  ...storedShape(stopSection.keys, specials),
  harvest: z.exactOptional(z.strictObject({ below: z.number(), over: whole })),
});

/** The settings of a job as they are stored. Their types follow from those of the sections (`SettingsOf`). */
export const storedSettings = z.strictObject({
  ...storedShape(jobSections, specials),
  topic: z.exactOptional(storedTopic),
  analysers: z.exactOptional(storedAnalysers),
  sinks: z.exactOptional(z.array(sink)),
  stop: z.exactOptional(stop),
  freshness: z.exactOptional(z.strictObject(storedShape(freshnessSection.keys, specials))),
  deny: scopeList,
  sinkNetworks: z.exactOptional(z.array(z.string())),
  overrides: z.array(override),
  origins,
}) as unknown as z.ZodMiniType<JobSettings>;
