import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import { timeIn } from '../../base/time-in.ts';
import type { ChangeLine, PointLine, SnapshotEnd } from '../../domain/collection/record.ts';
import {
  type OnMissing,
  type ReplayedObject,
  type ReplayQuery,
  replayChanges,
} from '../../pipeline/collection/replay-changes.ts';
import { pointOf, snapshotRecords } from '../../pipeline/collection/snapshot-records.ts';
import { field, flag, hostText, optional, text, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import type { Said } from '../../pipeline/operation/said.ts';

type Row = ChangeLine | SnapshotEnd | PointLine | Said;

const wrongQueue = 'must be the URL of an SQS queue: https://sqs.REGION.amazonaws.com/…';

/** The changes of a collection since a time or a turn, and as they are published. */
export const changes = operation({
  about: 'job',
  input: {
    from: field(text('must be a time, an age or a turn', 100), {
      says: "replay from <when>: a time (2026-11-22T08:00Z, a day, the point of a snapshot), an age (90m, 7d) or 'start'; with --host also a turn",
      shown: 'when',
    }),
    host: field(optional(hostText()), {
      says: 'replay changes of <host> only; add its port unless that is the default port',
    }),
    follow: flag('then print new changes as they are published, with points from which to replay later'),
    toQueue: field(optional(text(wrongQueue, 2_000)), {
      says: 'print nothing: send the events of the changes objects to the SQS queue <url> once more, as S3 sent them',
      shown: 'url',
    }),
  },
  effect: 'changes',
  hasNoDryRun: true,
  changes: ({ toQueue }) => toQueue !== undefined,
  isStream: true,
  hasNoEnd: ({ follow }) => follow,
  refuses({ from, host, follow, toQueue }) {
    if (follow && (host !== undefined || toQueue !== undefined))
      return 'give --follow without --host and --to-queue';
    if (toQueue !== undefined && (!URL.canParse(toQueue) || !/^https?:/.test(toQueue)))
      return `toQueue: ${wrongQueue}`;
    if (toQueue?.endsWith('.fifo'))
      return 'toQueue: give a standard queue: events cannot be sent to a FIFO queue';
    const begin = beginOf(from, host, 0);
    return typeof begin === 'string' ? begin : undefined;
  },
  fixed(input, now) {
    // Points that are told meanwhile are other ones another time; they say themselves where to go on.
    if (input.follow) return undefined;
    const { since } = beginOf(input.from, input.host, now) as ReplayQuery;
    return since === undefined ? input : { ...input, from: `${since}` };
  },
  async *run(place, { from, host, follow, toQueue: queueUrl }, { signal }): AsyncGenerator<Row> {
    const query = beginOf(from, host, place.ports.clock.now()) as ReplayQuery;
    if (queueUrl !== undefined) yield* redelivered(place, query, queueUrl);
    else if (follow) yield* followed(place, query.since ?? 0, signal);
    else yield* replayed(place, query, signal);
  },
  view: (_: readonly Row[]) => [],
});

/** One change line for every record, and last the point from which to replay later changes. */
export const snapshot = operation({
  about: 'job',
  input: {
    goOn: field(
      optional(
        z.strictObject({
          point: z.iso.datetime(),
          records: whole(0, Number.MAX_SAFE_INTEGER),
          md5: optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
        }),
      ),
      { says: '', isHidden: true },
    ),
  },
  effect: 'reads',
  isStream: true,
  fixed: (_, now) => ({ goOn: { point: pointOf(now), records: 0 } }),
  behind({ goOn }, rows) {
    const lines = (rows as readonly Row[]).filter((row) => 'md5' in row);
    const [last, begun] = [lines.at(-1), goOn];
    if (last === undefined || begun === undefined) return undefined;
    return { goOn: { point: begun.point, records: begun.records + lines.length, md5: last.md5 } };
  },
  async *run({ ports, of }, { goOn }, { signal }): AsyncGenerator<Row> {
    for await (const line of snapshotRecords(ports, of.name, goOn)) {
      if (signal.aborted) return;
      yield line;
      const missing = 'snapshot' in line ? (line.snapshot.missing ?? 0) : 0;
      if (missing > 0)
        yield said(
          'records-missing',
          `${formatCount(missing, 'record')} left out of the snapshot: either not published yet, and then replayed after the point, or their changes objects were deleted ('winnow sanity' lists these)`,
        );
    }
  },
  view: (_: readonly Row[]) => [],
});

function said(code: string, words: string): Said {
  return { said: { code, text: words } };
}

/** Objects that cannot be read, until they are told. */
function missingObjects(): { readonly onMissing: OnMissing; take(): readonly Said[]; count(): number } {
  const waiting: Said[] = [];
  let count = 0;
  return {
    onMissing({ key }) {
      count += 1;
      waiting.push(said('object-missing', `${key} is listed, but cannot be read; it may have been deleted`));
    },
    take: () => waiting.splice(0),
    count: () => count,
  };
}

const rowsOf = ({ lines }: ReplayedObject): readonly ChangeLine[] =>
  lines.map((line) => JSON.parse(line) as ChangeLine);

/** @throws WinnowError `corrupt` at the end, if changes objects were missing */
async function* replayed(
  { ports, of }: JobPlace,
  query: ReplayQuery,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const missing = missingObjects();
  let found = 0;
  for await (const object of replayChanges(ports, of.name, query, missing.onMissing)) {
    if (signal.aborted) return;
    found += 1;
    yield* missing.take();
    yield* rowsOf(object);
  }
  yield* missing.take();
  if (missing.count() > 0)
    throw new WinnowError(
      'corrupt',
      `${formatCount(missing.count(), 'changes object')} missing, all others are printed: rebuild the index from a snapshot`,
    );
  if (found > 0) return;
  const { host } = query;
  if (host !== undefined) {
    const ever = await replayChanges(ports, of.name, { host }, () => undefined).next();
    if (ever.done)
      throw new WinnowError(
        'not-found',
        `no change of ${host} was ever published: \`winnow hosts\` lists the hosts of the job`,
      );
  }
  yield said('no-change', `no change${host === undefined ? '' : ` of ${host}`} was published since then`);
}

async function* redelivered(
  { of, redeliver }: JobPlace,
  query: ReplayQuery,
  queueUrl: string,
): AsyncGenerator<Row> {
  if (redeliver === undefined) throw new WinnowError('usage', 'give --to-queue only with --stack');
  const missing = missingObjects();
  const sent = await redeliver({ ...query, job: of.name, queueUrl }, missing.onMissing);
  yield* missing.take();
  yield said('events-sent', `${formatCount(sent, 'event')} sent`);
}

/** A point is told at least this often: the reader sees that this process is alive, and this process notices when the reader has gone. */
const pointEveryMs = 10_000;

async function* followed({ of, follow }: JobPlace, since: number, signal: AbortSignal): AsyncGenerator<Row> {
  if (follow === undefined)
    throw new WinnowError(
      'usage',
      'give --follow only for a job on one machine; on AWS connect a queue (docs/events.md)',
    );
  let point = since;
  let toldAt = Number.NEGATIVE_INFINITY;
  const missing = missingObjects();
  for await (const object of follow({ job: of.name, since, signal }, missing.onMissing)) {
    yield* missing.take();
    if (object !== undefined) {
      yield* rowsOf(object);
      point = Math.max(point, object.at);
      toldAt = Number.NEGATIVE_INFINITY;
    } else if (performance.now() - toldAt >= pointEveryMs) {
      yield { v: 2, point: new Date(point).toISOString() };
      toldAt = performance.now();
    }
  }
}

/** A number with fewer digits is a turn, else a time in epoch ms. */
const epochDigits = 12;

/** Changes since a time, since an age before `now` (epoch ms), or from a turn of a host on; or in words what is wrong. */
export function beginOf(from: string, host: string | undefined, now: number): ReplayQuery | string {
  const hostQuery = host === undefined ? {} : { host: host.toLowerCase() };
  if (from === 'start') return hostQuery;
  if (/^\d+$/.test(from) && from.length < epochDigits) {
    if (host === undefined)
      return `--from ${from}: give the host with --host, because each host counts its own turns`;
    return { ...hostQuery, afterTurn: Number(from) - 1 };
  }
  const since = timeIn(from, now);
  if (since !== undefined) return { ...hostQuery, since };
  return `--from ${from}: expected a time (2026-11-22T08:00Z, 2026-11-22), an age (90m, 7d), 'start', or with --host a turn`;
}
