import * as z from 'zod/mini';
import { WinnowError } from '../domain/error.ts';
import { nearest } from './nearest.ts';

const jobName = 'must be the name of a job';
const job = z.string(jobName).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, jobName));
const days = 'must be a number of days from 0 to 3650';
const url = 'must be a URL';
const classNames = 'must be a list of classes';

const commands = {
  /** Stops a job within one turn. */
  pause: z.strictObject({
    command: z.literal('pause'),
    job,
    reason: z._default(z.string('must be text'), 'by hand'),
  }),
  /** Opens a paused job. */
  continue: z.strictObject({ command: z.literal('continue'), job }),
  status: z.strictObject({ command: z.literal('status'), job }),
  /**
   * Makes pages that were last checked so many days ago due again, in one job or in all that are open. `cursor`
   * goes on where the time ran out, as the answer for that job said.
   */
  reharvest: z.strictObject({
    command: z.literal('reharvest'),
    job: z.exactOptional(job),
    olderThanDays: z.number(days).check(z.minimum(0, days), z.maximum(3_650, days)),
    cursor: z.exactOptional(z.string('must be what an answer said')),
  }),
  /** Works through the open link segments now, also of a job that holds its links back. */
  recycle: z.strictObject({
    command: z.literal('recycle'),
    job,
    /** The whole link log once more, in slices of the recycler's schedule. */
    again: z._default(z.boolean('must be true or false'), false),
  }),
  /** Applies the job's present topic to what is stored, host by host, in slices that the schedule goes on with. */
  reclassify: z.strictObject({
    command: z.literal('reclassify'),
    job,
    classes: z.exactOptional(z.array(z.string(classNames), classNames).check(z.minLength(1, classNames))),
    mark: z._default(z.boolean('must be true or false'), false),
    refetch: z._default(z.boolean('must be true or false'), false),
  }),
  /** Writes the report of a job into the bucket, as a page and as data. */
  report: z.strictObject({ command: z.literal('report'), job }),
  /** Visits one page now and waits for what came of it. */
  fetch: z.strictObject({
    command: z.literal('fetch'),
    job,
    url: z.string(url).check(z.maxLength(8_192, url)),
  }),
} as const;

const schema = z.discriminatedUnion('command', [
  commands.pause,
  commands.continue,
  commands.status,
  commands.reharvest,
  commands.recycle,
  commands.reclassify,
  commands.report,
  commands.fetch,
]);

/** What the ops function may be asked, by the CLI, by a schedule, or by hand in the console's test tab. */
export type OpsCommand = z.output<typeof schema>;
export const opsCommands = Object.keys(commands) as readonly (keyof typeof commands)[];

/** @throws WinnowError `usage`, naming what is wrong; an unknown command with the nearest known one. */
export function parseOpsCommand(event: unknown): OpsCommand {
  const parsed = schema.safeParse(event);
  if (parsed.success) return parsed.data;
  const asked = (event as { readonly command?: unknown } | null)?.command;
  if (typeof asked !== 'string' || !Object.hasOwn(commands, asked)) {
    const guess = typeof asked === 'string' ? nearest(asked, opsCommands) : undefined;
    const hint = guess === undefined ? `one of ${opsCommands.join(', ')}` : `did you mean ${guess}?`;
    throw new WinnowError('usage', `command: ${JSON.stringify(asked) ?? 'is missing'}: ${hint}`);
  }
  const problems = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: ${asked} knows nothing of it`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new WinnowError('usage', problems.join('; '));
}
