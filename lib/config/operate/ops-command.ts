import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { outcomeKinds } from '../../base/fetch/outcome.ts';
import { linkSources } from '../../base/links/link-source.ts';
import { nearest } from '../../base/nearest.ts';
import { allJobs } from '../../domain/control/all-jobs.ts';

const jobName = 'must be the name of a job';
const job = z.string(jobName).check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/, jobName));
const anyJob = z.union([job, z.literal(allJobs)], jobName);
const days = 'must be a number of days from 0 to 3650';
const age = z.number(days).check(z.minimum(0, days), z.maximum(3_650, days));
const url = 'must be a URL';
const className = 'must be a topic class';
const md5 = 'must be the MD5 of a record';
const pageNumber = 'must be a whole number from 1';
const classNames = 'must be a list of at most 200 classes';
const sourceNames = `must be a list of ${linkSources.join(', ')}`;
const letterIds = 'must be a list of at most 1000 ids of dead letters';
const trueOrFalse = 'must be true or false';
const requestName = 'must be 1 to 80 letters, digits, and .:_-';
const requestId = z.string(requestName).check(z.regex(/^[\w.:-]{1,80}$/, requestName));
const text = 'must be text of at most 500 characters';
const words = z.string(text).check(z.maxLength(500, text));
const hostText = 'must be a host or a domain';
const host = z.string(hostText).check(z.minLength(1, hostText), z.maxLength(300, hostText));
const number = 'must be a whole number from 1 to 1000';
const place = 'must be what an answer said';
const cursor = z.exactOptional(z.string(place).check(z.minLength(1, place), z.maxLength(2_000, place)));

/** What every command that changes something takes. */
const head = {
  /** Names the request: asked twice, it is done once. Drawn when it is absent. */
  requestId: z.exactOptional(requestId),
  /** Who asks: for the log, as they say. */
  by: z.exactOptional(words),
  /** Say what it would touch, and change nothing. */
  dryRun: z.exactOptional(z.boolean(trueOrFalse)),
};
const why = { ...head, reason: z._default(words, 'by hand') };
/** The same of a command that has no dry run. */
const asker = { requestId: head.requestId, by: head.by, reason: why.reason };

const chosenLetters = z.exactOptional(
  z
    .array(z.string(letterIds).check(z.maxLength(100, letterIds)), letterIds)
    .check(z.maxLength(1_000, letterIds)),
);

/** Of a job, of all with `*`, or of the hosts that the scope names. */
const state = <C extends string>(command: C) =>
  z.strictObject({
    command: z.literal(command),
    job: anyJob,
    scope: z.exactOptional(z.strictObject({ host })),
    ...why,
  });

const listing = <C extends string>(command: C) =>
  z.strictObject({
    command: z.literal(command),
    job,
    limit: z.exactOptional(z.int(number).check(z.minimum(1, number), z.maximum(1_000, number))),
    cursor,
  });

const commands = {
  /** Lets a job have turns, whatever stopped it. */
  open: state('open'),
  /** No new turn, within one turn; `continue` ends it. */
  pause: state('pause'),
  /** Opens what was paused or drained, not what was stopped. */
  continue: state('continue'),
  /** As `pause`, and only `open` ends it. */
  stop: state('stop'),
  /** No new ticket; those that are out have their turns. */
  drain: state('drain'),
  /** Nothing is fetched of a host or a domain, in any job; with `purge` its records go. */
  block: z.strictObject({
    command: z.literal('block'),
    scope: z.strictObject({ host }),
    purge: z.exactOptional(z.boolean(trueOrFalse)),
    ...why,
  }),
  unblock: z.strictObject({ command: z.literal('unblock'), scope: z.strictObject({ host }), ...why }),
  /** Gives up what is left of a command that goes on in slices. */
  cancel: z.strictObject({ command: z.literal('cancel'), request: requestId, ...why }),
  status: z.strictObject({ command: z.literal('status'), job }),
  /** What a job costs this month. */
  cost: z.strictObject({ command: z.literal('cost'), job }),
  /** How many URLs, hosts and records a job has. */
  howmany: z.strictObject({ command: z.literal('howmany'), job }),
  /** The hosts of a job with what waits there, page by page. */
  hosts: listing('hosts'),
  records: listing('records'),
  /** What was asked for, by whom and why, newest first, and how far it is. */
  audit: z.strictObject({
    command: z.literal('audit'),
    limit: z.exactOptional(z.int(number).check(z.minimum(1, number), z.maximum(1_000, number))),
    cursor,
  }),
  /**
   * Makes pages due again, for harvest with conditional GETs (or, with `unconditional`, without): those that the scope names, of one job, or of all that are
   * open (`*`, or none). `olderThanDays` beside the scope is the one in it.
   */
  reharvest: z.strictObject({
    command: z.literal('reharvest'),
    job: z.exactOptional(anyJob),
    olderThanDays: z.exactOptional(age),
    scope: z.exactOptional(
      z.strictObject({
        host: z.exactOptional(host),
        /** A URL: pages whose URLs begin so. */
        prefix: z.exactOptional(z.string(url).check(z.maxLength(2_000, url))),
        /** Pages whose best topic class is this, or one below it. */
        class: z.exactOptional(
          z.string(className).check(z.minLength(1, className), z.maxLength(200, className)),
        ),
        record: z.exactOptional(z.string(md5).check(z.regex(/^[0-9a-f]{32}$/, md5))),
        olderThanDays: z.exactOptional(age),
        /** How the last visit ended. */
        status: z.exactOptional(z.enum(outcomeKinds, `must be one of ${outcomeKinds.join(', ')}`)),
      }),
    ),
    maxPages: z.exactOptional(z.int(pageNumber).check(z.minimum(1, pageNumber))),
    /** No validators are sent, and raw documents that are missing or damaged are stored again. */
    unconditional: z.exactOptional(z.boolean(trueOrFalse)),
    ...why,
  }),
  /** Works through the open link segments now, also of a job that holds its links back. */
  recycle: z.strictObject({
    command: z.literal('recycle'),
    job,
    /** The whole link log once more, in slices of the recycler's schedule. */
    again: z._default(z.boolean(trueOrFalse), false),
    /** Only links of these sources, of a job that holds its links back. */
    sources: z.exactOptional(
      z.array(z.enum(linkSources, sourceNames), sourceNames).check(z.minLength(1, sourceNames)),
    ),
    dryRun: head.dryRun,
    ...asker,
  }),
  /** Applies the job's present topic to what is stored, host by host, in slices that the schedule goes on with. */
  reclassify: z.strictObject({
    command: z.literal('reclassify'),
    job,
    classes: z.exactOptional(
      z
        .array(z.string(classNames).check(z.maxLength(200, classNames)), classNames)
        .check(z.minLength(1, classNames), z.maxLength(200, classNames)),
    ),
    mark: z._default(z.boolean(trueOrFalse), false),
    refetch: z._default(z.boolean(trueOrFalse), false),
    ...asker,
  }),
  /** The tickets that were given up. */
  letters: z.strictObject({
    command: z.literal('letters'),
    limit: z.exactOptional(z.int(number).check(z.minimum(1, number), z.maximum(1_000, number))),
  }),
  /** Gives tickets that were given up back to the queue, all or those that are named. */
  redrive: z.strictObject({ command: z.literal('redrive'), ids: chosenLetters, ...asker }),
  /** Deletes tickets that were given up, all or those that are named. */
  drop: z.strictObject({ command: z.literal('drop'), ids: chosenLetters, ...asker }),
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
  commands.open,
  commands.pause,
  commands.continue,
  commands.stop,
  commands.drain,
  commands.block,
  commands.unblock,
  commands.cancel,
  commands.status,
  commands.cost,
  commands.howmany,
  commands.hosts,
  commands.records,
  commands.audit,
  commands.reharvest,
  commands.recycle,
  commands.reclassify,
  commands.letters,
  commands.redrive,
  commands.drop,
  commands.report,
  commands.fetch,
]);

/** What the ops function may be asked, by the CLI, by a schedule, or by hand in the console's test tab. */
export type OpsCommand = z.output<typeof schema>;
export const opsCommands = Object.keys(commands) as readonly (keyof typeof commands)[];

/** Of what somebody got wrong so much is told back. */
const [maxNamed, maxProblems, maxMessage] = [100, 10, 1_000];

/** @throws WinnowError `usage`, naming what is wrong; an unknown command with the nearest known one. */
export function parseOpsCommand(event: unknown): OpsCommand {
  const parsed = schema.safeParse(event);
  if (parsed.success) return parsed.data;
  const named = (event as { readonly command?: unknown } | null)?.command;
  // What is asked may be of any size and depth.
  const asked = typeof named === 'string' ? named.slice(0, maxNamed) : undefined;
  if (asked === undefined || !Object.hasOwn(commands, asked)) {
    const guess = asked === undefined ? undefined : nearest(asked, opsCommands);
    const hint = guess === undefined ? `one of ${opsCommands.join(', ')}` : `did you mean ${guess}?`;
    const what =
      named === undefined ? 'is missing' : asked === undefined ? 'is no name' : JSON.stringify(asked);
    throw new WinnowError('usage', `command: ${what}: ${hint}`);
  }
  const problems = parsed.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${[...issue.path, issue.keys.slice(0, maxProblems).join(', ')].join('.')}: ${asked} knows nothing of it`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw new WinnowError('usage', problems.slice(0, maxProblems).join('; ').slice(0, maxMessage));
}
