import { type Command, InvalidArgumentError, Option } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { jsonLine } from '../../../lib/domain/base/json-line.ts';
import type { SnapshotEnd } from '../../../lib/domain/collection/record.ts';
import type {
  ChangesObject,
  ChangesQuery,
  EmbeddedInstallation,
  Installation,
  PointLine,
  ReplayedObject,
  StackInstallation,
} from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { addTargetOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { changesQuery } from './replay-from.ts';

interface ReplayOptions extends TargetOptions {
  readonly from: string;
  readonly host?: string;
  readonly follow?: boolean;
  readonly toQueue?: string;
}

/** For scripts that ask every verb for it. */
const jsonAnyway = ['--json', 'makes no difference: all lines are JSON'] as const;

export const events: DefineCommand = (command, io) => {
  defineReplay(command.command('replay'), io);
  const snapshot = command
    .command('snapshot')
    .description('every record now, one change line each, and last the point from which to go on')
    .option(...jsonAnyway)
    .action(async (options: TargetOptions) => {
      await withJob(options, 'guest', 'refresh', async ({ installation, job }) => {
        for await (const line of installation.events.snapshot(job)) {
          io.out(`${jsonLine(JSON.stringify(line))}\n`);
          if ('snapshot' in line) tellUnreadable(line, io);
        }
      });
    });
  addTargetOptions(snapshot, { printsData: true });
};

function tellUnreadable({ snapshot: { missing = 0 } }: SnapshotEnd, io: Io): void {
  if (missing === 0) return;
  io.err(
    `${formatCount(missing, 'record')} not in it: not published yet, and then told after the point, or their changes objects were deleted ('winnow sanity' says which)\n`,
  );
}

function defineReplay(command: Command, io: Io): void {
  command
    .description(
      'the change lines that were published since a time or a turn, those of a host in their order',
    )
    .requiredOption(
      '--from <when>',
      "a time (2026-11-22T08:00Z, a day, the point of a snapshot), an age (90m, 7d), 'start'; with --host also a turn",
    )
    .option('--host <host>', 'only of this host, with its port when that is not the default')
    .addOption(
      new Option(
        '--follow',
        'go on with what is published; points between the lines say from where to start again',
      ).conflicts(['toQueue', 'host']),
    )
    .option(
      '--to-queue <url>',
      'print nothing: send this SQS queue the events of the changes objects once more, as S3 did',
      queueArgument,
    )
    .option(...jsonAnyway)
    .action(async (options: ReplayOptions) => {
      const query = changesQuery(options.from, options.host, Date.now());
      await withJob(options, 'guest', 'refresh', async (target) => {
        if (options.toQueue !== undefined) await redeliver(target, query, options.toQueue, io);
        else if (options.follow === true) await follow(target, query, io);
        else await replayOnce(target, query, io);
      });
    });
  addTargetOptions(command, { printsData: true });
}

/** Where S3 sends to can take them, and nothing else. */
function queueArgument(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isUrl)
    throw new InvalidArgumentError('expected the URL of a queue: https://sqs.REGION.amazonaws.com/…');
  if (text.endsWith('.fifo')) throw new InvalidArgumentError('it is FIFO, and events go to standard queues');
  return text;
}

/** @throws WinnowError `corrupt` at its end, when some of it was not there */
async function replayOnce({ installation, job }: CommandTarget, query: ChangesQuery, io: Io): Promise<void> {
  let missing = 0;
  const onMissing = (object: ChangesObject): void => {
    missing += 1;
    tellMissing(object, io);
  };
  let found = 0;
  for await (const object of installation.events.replay(job, query, onMissing)) {
    found += 1;
    printLines(object, io);
  }
  if (missing > 0)
    throw new WinnowError(
      'corrupt',
      `${formatCount(missing, 'changes object')} missing: what the others say is printed; an index is made whole by a snapshot`,
    );
  if (found === 0) await tellNothing({ installation, job }, query, io);
}

/** Nothing published since then is an answer; a host that there is not is a mistake. */
async function tellNothing(
  { installation, job }: CommandTarget,
  { host }: ChangesQuery,
  io: Io,
): Promise<void> {
  if (host !== undefined) {
    for await (const _ of installation.events.replay(job, { host }, () => undefined))
      return io.err(`nothing of ${host} was published since then\n`);
    throw new WinnowError(
      'not-found',
      `nothing was ever published of ${host}: \`winnow hosts\` lists the hosts of the job`,
    );
  }
  io.err('nothing was published since then\n');
}

function tellMissing({ key }: ChangesObject, io: Io): void {
  io.err(`${key} is listed and cannot be read: was it deleted?\n`);
}

async function redeliver(
  { installation, job }: CommandTarget,
  query: ChangesQuery,
  url: string,
  io: Io,
): Promise<void> {
  if (!isStack(installation)) throw new WinnowError('usage', '--to-queue goes with --stack');
  const sent = await installation.events.redeliver(job, query, url);
  io.err(`${formatCount(sent, 'event')} sent\n`);
}

/** A point is said at least so often, ms: whoever follows knows that we are there, and we notice that they are not. */
const pulseMs = 10_000;

async function follow(
  { installation, job }: CommandTarget,
  { since = 0 }: ChangesQuery,
  io: Io,
): Promise<void> {
  if (!isEmbedded(installation)) {
    throw new WinnowError(
      'usage',
      '--follow is for a job on one machine; on AWS a queue follows: docs/events.md',
    );
  }
  let point = since;
  let saidAt = Number.NEGATIVE_INFINITY;
  const onMissing = (object: ChangesObject): void => tellMissing(object, io);
  for await (const object of installation.events.follow(job, since, io.interrupted(), onMissing)) {
    if (object === undefined) {
      if (Date.now() - saidAt < pulseMs) continue;
      printPoint(point, io);
      saidAt = Date.now();
      continue;
    }
    printLines(object, io);
    point = Math.max(point, object.at);
    saidAt = Number.NEGATIVE_INFINITY;
  }
}

function printLines({ lines }: ReplayedObject, io: Io): void {
  // Earlier versions stored them as they came.
  if (lines.length > 0) io.out(`${lines.map(jsonLine).join('\n')}\n`);
}

function printPoint(point: number, io: Io): void {
  const line: PointLine = { v: 1, point: new Date(point).toISOString() };
  io.out(`${JSON.stringify(line)}\n`);
}

function isStack(installation: Installation): installation is StackInstallation {
  return 'redeliver' in installation.events;
}

function isEmbedded(installation: Installation): installation is EmbeddedInstallation {
  return 'follow' in installation.events;
}
