import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';
import type { InputFields } from './operation.ts';

/** What faces say of a field beside what its schema holds. */
export interface FieldWords {
  /** What the field does, for help, forms and schemas. */
  readonly says: string;
  /** What stands for the value in help. Absent: the name of the field. */
  readonly shown?: string;
  /** The name of the option, where it is not the field's. */
  readonly flag?: string;
  /** On the command line the value stands alone, without the name of an option. */
  readonly isArgument?: true;
  /** On the command line it is the name of a file with the text. */
  readonly isFile?: true;
  /** On the command line it is the directory of the job, whose files say the rest. */
  readonly isJobDirectory?: true;
  /** On the command line the files of the job say it. */
  readonly isOfFiles?: true;
  /** On the command line what is no URL is the name of a file or folder, whose pages are read. */
  readonly arePages?: true;
  /** On the command line several can come from standard input instead, a line each: what that does. */
  readonly lines?: string;
  /**
   * On the command line, where none is given, they are the lines of the file of `--file` or of standard input: what that option does.
   * With the flag `unless` nothing is read.
   */
  readonly areLines?: { readonly says: string; readonly unless: string };
  /** Several values are written with commas, in place of an option that is repeated. */
  readonly hasCommas?: true;
  /** A number of so many ms, which people write as a span of time: `30d`. */
  readonly span?: number;
  /** What the option with `no-` before its name does: of a flag whose absence is neither. */
  readonly not?: string;
  /** The default as help writes it. Absent: as it is. */
  readonly usual?: string;
  /** It names a file of the machine: only the command line offers it. */
  readonly isOfMachine?: true;
  /** No face offers it, because another field says the same. */
  readonly isHidden?: true;
}

const words = z.registry<FieldWords>();

/** A field with what faces say of it. */
export function field<S extends z.core.$ZodType>(schema: S, said: FieldWords): S {
  words.add(schema, said);
  return schema;
}

export function wordsOf(schema: z.core.$ZodType): FieldWords {
  return words.get(schema) ?? { says: '' };
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number) {
  const wrong = `must be a whole number from ${min} to ${max}`;
  return z.int(wrong).check(z.minimum(min, wrong), z.maximum(max, wrong));
}

/** Text of 1 to `most` characters. */
export function text(wrong: string, most: number) {
  return z.string(wrong).check(z.minLength(1, wrong), z.maxLength(most, wrong));
}

export const hostText = () => text('must be a host or a domain', 300);
export const className = () => text('must be a topic class', 200);

const wrongJob = 'must be the name of a job';
export const jobName = () => z.string(wrongJob).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, wrongJob));
export const jobOrAll = () => z.union([jobName(), z.literal(allJobs)], wrongJob);

const wrongRequest = 'must be 1 to 80 letters, digits, and .:_-';
export const requestId = () => z.string(wrongRequest).check(z.regex(/^[\w.:-]{1,80}$/, wrongRequest));

const wrongWords = 'must be text of at most 500 characters';
const sentence = () => z.string(wrongWords).check(z.maxLength(500, wrongWords));

/** What everything that changes something takes. */
export const requestHead = {
  /** Names the request: asked twice, it is done once. Drawn when it is absent. */
  requestId: z.exactOptional(requestId()),
  /** Who asks: for the log, as they say. */
  by: z.exactOptional(sentence()),
  reason: z.exactOptional(sentence()),
};

/** What may be left out. */
export const optional = z.exactOptional;

/** Yes or no; no, where nothing is said. */
export function flag(says: string, flagName?: string) {
  const schema = z._default(z.boolean('must be true or false'), false);
  return field(schema, { says, ...defined({ flag: flagName }) });
}

/** The fields of a list that comes page by page. */
export function pageFields(what: string) {
  return {
    limit: field(z._default(whole(1, 1_000), 50), {
      says: `list at most <number> ${what}, 1 to 1000`,
      shown: 'number',
    }),
    cursor: field(z.exactOptional(text('must be what an answer said', 2_000)), {
      says: 'continue where the previous page ended, at the <cursor> that it printed',
    }),
  };
}

/** Of what somebody got wrong so much is told back. */
const [maxProblems, maxMessage] = [10, 1_000];

/** What is said of a value whose field has no words of its own for it. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code !== 'invalid_type') return undefined;
  return `must be ${typeWords.get(issue.expected) ?? `of the type ${issue.expected}`}`;
}

const typeWords: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['object', 'an object'],
  ['array', 'a list'],
]);

/** Checks what somebody asks for. @throws WinnowError `usage`, naming what is wrong */
export function checked<F extends InputFields>(name: string, fields: F, raw: unknown) {
  const parsed = z.safeParse(z.strictObject(fields), raw, { error: inWords });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${[...issue.path, issue.keys.slice(0, maxProblems).join(', ')].join('.')}: ${name} knows nothing of it`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new WinnowError('usage', problems.slice(0, maxProblems).join('; ').slice(0, maxMessage));
}
