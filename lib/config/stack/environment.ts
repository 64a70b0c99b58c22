import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { environment as names } from './names.ts';

const text = z.string();
const whole = (min: number, max: number) => z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** What is no JSON is no object either. */
const fromJson = z.pipe(
  text,
  z.transform((json) => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      return undefined;
    }
  }),
);
const arns = z.pipe(fromJson, z.record(text, text));
const numbers = z.pipe(fromJson, z.record(text, z.number()));

const schema = z.object({
  stack: z.exactOptional(text),
  frontierTable: z.exactOptional(text),
  recordsTable: z.exactOptional(text),
  bucket: z.exactOptional(text),
  queueUrl: z.exactOptional(z.url()),
  deadLettersUrl: z.exactOptional(z.url()),
  convertQueueUrl: z.exactOptional(z.url()),
  convertLettersUrl: z.exactOptional(z.url()),
  programs: z.exactOptional(z.literal('image')),
  turnSeconds: z.exactOptional(whole(2, 300)),
  maxOutstanding: z.exactOptional(whole(1, 100_000)),
  secrets: z.exactOptional(arns),
  plugins: z.exactOptional(text),
  sql: z.exactOptional(text),
  sinks: z.exactOptional(text),
  distiller: z.exactOptional(text),
  standing: z.exactOptional(numbers),
  alarmTopic: z.exactOptional(text),
  memoryMb: z.exactOptional(whole(128, 10_240)),
  endpoint: z.exactOptional(z.url()),
  dns: z.exactOptional(text),
  npmScript: z.exactOptional(text),
  programPath: z.exactOptional(text),
  bundled: z.exactOptional(text),
});

/** What is read from the environment; what is not set, or set to nothing, is absent. */
export type Environment = Readonly<z.output<typeof schema>>;
export type EnvironmentKey = keyof Environment;

/** The variable behind each value: ours (`names.ts`), and those of others that we look at ourselves. */
const variables: Readonly<Record<EnvironmentKey, string>> = {
  ...names,
  /** Set by Lambda. */
  memoryMb: 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
  /** Set for the local cloud, and by whoever puts something between us and AWS. */
  endpoint: 'AWS_ENDPOINT_URL',
  /** Who looks names up on one machine: `system`, or the addresses of name servers; by default those of the system. */
  dns: 'WINNOW_DNS',
  /** Set by npm for the scripts that it runs. */
  npmScript: 'npm_lifecycle_event',
  /** Where the system looks for programs. */
  programPath: 'PATH',
  /** Where a checkout has its programs bundled (`packaging/bundle-programs.ts`); the package has its own. */
  bundled: 'WINNOW_BUNDLED',
};

/**
 * The environment of this process, validated: the one place that reads it.
 * @throws WinnowError `config`, naming the variable that is wrong.
 */
export function readEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const given = Object.entries(variables).flatMap(([key, name]) => {
    const value = source[name];
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = variables[issue.path[0] as EnvironmentKey];
    return `the environment variable ${name} is wrong (${issue.code}): ${JSON.stringify(source[name])}`;
  });
  throw new WinnowError('config', lines.join('\n'));
}

/** A value that this process cannot do without. @throws WinnowError `config`, naming its variable. */
export function needed<K extends EnvironmentKey>(
  environment: Environment,
  key: K,
): NonNullable<Environment[K]> {
  const value = environment[key];
  if (value === undefined) {
    throw new WinnowError('config', `the environment variable ${variables[key]} is not set`);
  }
  return value as NonNullable<Environment[K]>;
}

/** The variable that a secret may stand in, `WINNOW_SECRET_MEMBERS` for `members`, and what it is set to. */
export function secretVariable(
  name: string,
  source: Readonly<Record<string, string | undefined>> = process.env,
): { readonly variable: string; readonly value: string | undefined } {
  const variable = `WINNOW_SECRET_${name.toUpperCase().replaceAll('-', '_')}`;
  return { variable, value: source[variable] || undefined };
}

/** The credentials that AWS gives a function. */
export function functionCredentials(
  {
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_SESSION_TOKEN: sessionToken,
  }: Readonly<Record<string, string | undefined>> = process.env,
) {
  return { accessKeyId, secretAccessKey, ...defined({ sessionToken }) };
}
