import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { WinnowError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import { jobName, secretName } from '../schema/job-values.ts';
import { keysAt, type SchemaNode } from '../schema/known-keys.ts';
import { alarmsSetting } from './alarm-settings.ts';
import { destination, overlaps } from './changes-destination.ts';
import { usualOutstanding } from './outstanding-tickets.ts';
import { contradictions, teamSettings } from './team-settings.ts';

const topicArn = z.string().regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[A-Za-z0-9_.-]+$/, {
  error: 'must be the ARN of a topic',
});

/** By the names that jobs use; each with the six letters that AWS put to the end of its name. */
const secrets = z
  .record(
    secretName,
    z
      .string()
      .regex(/^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:\d{12}:secret:[A-Za-z0-9/_+=.@-]+-[A-Za-z0-9]{6}$/, {
        error: 'must be the whole ARN of a secret, the six letters at its end included',
      }),
  )
  .refine((given) => Object.keys(given).length <= 10, 'must be at most 10')
  .default({});

/** Tables and bucket of a stack that was destroyed, or restored from a backup: all of them or none. */
const adopt = z
  .strictObject({
    frontierTable: z.string().regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table'),
    recordsTable: z.string().regex(/^[a-zA-Z0-9_.-]{3,255}$/, 'must be the name of a table'),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  })
  .optional();

/** Jobs that are copied into tables for Athena; absent: none, and nothing of it is in the stack. */
const sql = z
  .strictObject({
    jobs: z.array(jobName).min(1).max(20),
    everyHours: z.coerce.number().int().min(1).max(720).default(24),
  })
  .optional();

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const memory = whole(128, 10_240);
const scheduleState = z.enum(['enabled', 'disabled']).default('enabled');

const schema = z.strictObject({
  stackName: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,29}$/, 'must be 1 to 30 of a-z, 0-9 and -, a letter first')
    .default('winnow'),
  turnMaxSeconds: whole(2, 300).default(60),
  harvestConcurrency: whole(2, 1_000).default(10),
  convertConcurrency: whole(2, 1_000).default(5),
  maxOutstanding: whole(1, 100_000).optional(),
  recycleEveryMinutes: whole(1, 60).default(1),
  reharvestAfterDays: whole(1, 3_650).default(30),
  logRetentionDays: z.coerce
    .number()
    .pipe(
      z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1827, 3653], {
        error:
          'must be a retention that CloudWatch offers: 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365 … days',
      }),
    )
    .default(30),
  alarmTopic: topicArn.optional(),
  runbook: z
    .string()
    .regex(/^https:\/\/[^\s#]+$/, { error: 'must be an https URL without a fragment' })
    .optional(),
  alarms: alarmsSetting,
  dashboard: scheduleState,
  rest: z.enum(['disabled', 'enabled']).default('disabled'),
  terminationProtection: scheduleState,
  commandBus: z.enum(['none', 'own', 'default']).default('none'),
  testEvents: z.enum(['none', 'add', 'first']).default('none'),
  secrets,
  fixedAddresses: whole(0, 2).default(0),
  plugins: z.string().min(1).optional(),
  convertImage: z.string().min(1).optional(),
  adopt,
  sql,
  sinks: z.enum(['disabled', 'enabled']).default('disabled'),
  changesDestinations: z.array(destination).max(100).default([]),
  ...teamSettings,
  memory: z
    .strictObject({
      dispatch: memory.default(256),
      harvest: memory.default(1_024),
      convert: memory.default(2_048),
      recycle: memory.default(512),
      ops: memory.default(512),
      distil: memory.default(2_048),
      sql: memory.default(3_008),
      sinks: memory.default(512),
    })
    .prefault({}),
  schedules: z
    .strictObject({ dispatch: scheduleState, recycle: scheduleState, reharvest: scheduleState })
    .prefault({}),
});

/**
 * What may be chosen when a stack is deployed, defaults filled in (`docs/deploy.md` tables them).
 * Seconds, minutes and days as the names say; memory in MB; `maxOutstanding` in tickets.
 */
export type StackSettings = Omit<z.output<typeof schema>, 'maxOutstanding'> & {
  readonly maxOutstanding: number;
};
/** The same as it is written: all can be left out. */
export type StackSettingsInput = z.input<typeof schema>;

/** @throws WinnowError `config`, with a line for each thing that is wrong. */
export function stackSettings(input: StackSettingsInput): StackSettings {
  const parsed = schema.safeParse(input);
  const problems = parsed.success
    ? [...overlaps(parsed.data.changesDestinations), ...contradictions(parsed.data)]
    : parsed.error.issues.flatMap(problemsOf);
  if (problems.length > 0 || !parsed.success) throw new WinnowError('config', problems.join('\n'));
  const { maxOutstanding = usualOutstanding(parsed.data) } = parsed.data;
  return { ...parsed.data, maxOutstanding };
}

/** The settings that are not at their defaults. */
export function chosenSettings(settings: StackSettings): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = stackSettings({});
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, usual[name])),
  );
}

function problemsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code !== 'unrecognized_keys') return [`${issue.path.join('.') || 'settings'}: ${issue.message}`];
  const known = keysAt(issue.path, settingsNode());
  return issue.keys.map((key) => unknown([...issue.path, key].join('.'), key, known));
}

let node: SchemaNode | undefined;

/** The settings as a JSON Schema. */
export function settingsNode(): SchemaNode {
  node ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
  return node;
}

function unknown(path: string, key: string, known: readonly string[]): string {
  const meant = nearest(key, known);
  return `${path}: there is no such setting${meant === undefined ? `; there are ${known.join(', ')}` : `; did you mean ${meant}?`}`;
}

/** Words that the CDK itself keeps in the context; its other keys have a colon, an @ or a slash. */
const cdkContextNames: readonly string[] = ['acknowledged-issue-numbers', 'cli-telemetry'];

/**
 * Reads the settings out of the whole CDK context (`cdk deploy -c turnMaxSeconds=2`), where `-c` makes every value a string:
 * lists and objects are written as JSON there. Keys of the CDK's own are passed over.
 * @throws WinnowError `config` for what is no setting, with the name that it is nearest to
 */
export function stackSettingsFromContext(context: Readonly<Record<string, unknown>>): StackSettings {
  const own = Object.entries(context).filter(
    ([name, value]) => /^[\w-]+$/.test(name) && !cdkContextNames.includes(name) && value !== undefined,
  );
  const entries = own.map(([name, value]) => [name, structured(name, value)] as const);
  return stackSettings(Object.fromEntries(entries));
}

function structured(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new WinnowError('config', `${name}: is not JSON`, { cause });
  }
}
