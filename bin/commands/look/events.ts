import { type Command, InvalidArgumentError, Option } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { SnapshotEnd } from '../../../lib/domain/collection/record.ts';
import type {
  EmbeddedInstallation,
  Installation,
  OnMissing,
  PointLine,
  ReplayedObject,
  ReplayQuery,
  StackInstallation,
} from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { jsonRow, shownJson } from '../../render/base/json.ts';
import { addTargetOptions, type CommandTarget, type TargetOptions, withJob } from '../base/context.ts';
import { parseReplayQuery } from './replay-from.ts';

interface ReplayOptions extends TargetOptions {
  readonly from: string;
  readonly host?: string;
  readonly follow?: boolean;
  readonly toQueue?: string;
}

/** Accepted, so that scripts can give --json to every command. */
const ignoredJsonOption = ['--json', 'has no effect: all lines are JSON anyway'] as const;

export const events: DefineCommand = (command, io) => {
  defineReplay(command.command('replay'), io);
  const snapshot = command
    .command('snapshot')
    .description(
      'print one change line for every record, and last the point from which to replay later changes',
    )
    .option(...ignoredJsonOption)
    .action(async (options: TargetOptions) => {
      await withJob(options, 'guest', 'refresh', async ({ crawl }) => {
        for await (const line of crawl.snapshot()) {
          io.out(jsonRow(line));
          if ('snapshot' in line) warnOfMissingRecords(line, io);
        }
      });
    });
  addTargetOptions(snapshot, { printsData: true });
};

function warnOfMissingRecords({ snapshot: { missing = 0 } }: SnapshotEnd, io: Io): void {
  if (missing === 0) return;
  io.err(
    `${formatCount(missing, 'record')} left out of the snapshot: either not published yet, and then replayed after the point, or their changes objects were deleted ('winnow sanity' lists these)\n`,
  );
}

function defineReplay(command: Command, io: Io): void {
  command
    .description(
      'print the change lines published since a time or a turn; the lines of each host are in order',
    )
    .requiredOption(
      '--from <when>',
      "replay from <when>: a time (2026-11-22T08:00Z, a day, the point of a snapshot), an age (90m, 7d) or 'start'; with --host also a turn",
    )
    .option('--host <host>', 'replay changes of <host> only; add its port unless that is the default port')
    .addOption(
      new Option(
        '--follow',
        'then print new changes as they are published, with points from which to replay later',
      ).conflicts(['toQueue', 'host']),
    )
    .option(
      '--to-queue <url>',
      'print nothing: send the events of the changes objects to the SQS queue <url> once more, as S3 sent them',
      parseQueueUrl,
    )
    .option(...ignoredJsonOption)
    .action(async (options: ReplayOptions) => {
      await withJob(options, 'guest', 'refresh', async (target) => {
        const query = parseReplayQuery(options.from, options.host, target.installation.now());
        if (options.toQueue !== undefined) await redeliver(target, query, options.toQueue, io);
        else if (options.follow === true) await follow(target, query, io);
        else await replayOnce(target, query, io);
      });
    });
  addTargetOptions(command, { printsData: true });
}

/** Accepts the URL of a standard SQS queue: S3 sends its events to such queues only. */
function parseQueueUrl(text: string): string {
  const isUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isUrl)
    throw new InvalidArgumentError('Expected the URL of an SQS queue: https://sqs.REGION.amazonaws.com/…');
  if (text.endsWith('.fifo'))
    throw new InvalidArgumentError('Expected a standard queue: events cannot be sent to a FIFO queue.');
  return text;
}

/** Prints all matching change lines. @throws WinnowError `corrupt` at the end, if changes objects were missing */
async function replayOnce({ installation, job }: CommandTarget, query: ReplayQuery, io: Io): Promise<void> {
  let missing = 0;
  const onMissing: OnMissing = (object) => {
    missing += 1;
    warnOfMissingObject(object, io);
  };
  let found = 0;
  for await (const object of installation.events.replay(job, query, onMissing)) {
    found += 1;
    printLines(object, io);
  }
  if (missing > 0)
    throw new WinnowError(
      'corrupt',
      `${formatCount(missing, 'changes object')} missing, all others are printed: rebuild the index from a snapshot`,
    );
  if (found === 0) await reportNoChange({ installation, job }, query, io);
}

/** Says that nothing matched. @throws WinnowError `not-found` for a host that never published anything, probably a typing error */
async function reportNoChange(
  { installation, job }: Pick<CommandTarget, 'installation' | 'job'>,
  { host }: ReplayQuery,
  io: Io,
): Promise<void> {
  if (host !== undefined) {
    for await (const _ of installation.events.replay(job, { host }, () => undefined))
      return io.err(`no change of ${host} was published since then\n`);
    throw new WinnowError(
      'not-found',
      `no change of ${host} was ever published: \`winnow hosts\` lists the hosts of the job`,
    );
  }
  io.err('no change was published since then\n');
}

function warnOfMissingObject({ key }: { readonly key: string }, io: Io): void {
  io.err(`${key} is listed, but cannot be read; it may have been deleted\n`);
}

async function redeliver(
  { installation, job }: CommandTarget,
  query: ReplayQuery,
  url: string,
  io: Io,
): Promise<void> {
  if (!isStack(installation)) throw new WinnowError('usage', 'give --to-queue only with --stack');
  const onMissing: OnMissing = (object) => warnOfMissingObject(object, io);
  const sent = await installation.events.redeliver(job, query, url, onMissing);
  io.err(`${formatCount(sent, 'event')} sent\n`);
}

/** A point is printed at least this often: the reader sees that this process is alive, and this process notices when the reader has gone. */
const pointEveryMs = 10_000;

async function follow(
  { installation, job }: CommandTarget,
  { since = 0 }: ReplayQuery,
  io: Io,
): Promise<void> {
  if (!isEmbedded(installation)) {
    throw new WinnowError(
      'usage',
      'give --follow only for a job on one machine; on AWS connect a queue (docs/events.md)',
    );
  }
  let point = since;
  let printedAt = Number.NEGATIVE_INFINITY;
  const onMissing: OnMissing = (object) => warnOfMissingObject(object, io);
  for await (const object of installation.events.follow(job, since, io.interrupted(), onMissing)) {
    if (object === undefined) {
      if (Date.now() - printedAt < pointEveryMs) continue;
      printPoint(point, io);
      printedAt = Date.now();
      continue;
    }
    printLines(object, io);
    point = Math.max(point, object.at);
    printedAt = Number.NEGATIVE_INFINITY;
  }
}

function printLines({ lines }: ReplayedObject, io: Io): void {
  if (lines.length > 0) io.out(`${lines.map(shownJson).join('\n')}\n`);
}

function printPoint(point: number, io: Io): void {
  const line: PointLine = { v: 2, point: new Date(point).toISOString() };
  io.out(jsonRow(line));
}

function isStack(installation: Installation): installation is StackInstallation {
  return 'redeliver' in installation.events;
}

function isEmbedded(installation: Installation): installation is EmbeddedInstallation {
  return 'follow' in installation.events;
}
