import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatRelativeTime, formatTime } from '../../base/quantity.ts';
import { sinkNamed } from '../../domain/sinks/sink-settings.ts';
import { field } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { detail, failure, note, table, type View } from '../../pipeline/operation/view.ts';
import { forgetRefused, type RefusedChange, readRefused } from '../../pipeline/sinks/refused-changes.ts';
import { type SinkReport, sinkReports } from '../../pipeline/sinks/sink-report.ts';
import {
  begunAnew,
  changeSinkState,
  firstState,
  type SinkState,
  settingsMark,
  sinksOfJob,
} from '../../pipeline/sinks/sink-state.ts';

const wrongName = 'must be the name of a sink';
const sinkName = {
  sink: field(z.string(wrongName).check(z.regex(/^_?[a-z0-9][a-z0-9-]{0,29}$/, wrongName)), {
    says: 'the name of the sink',
    ...{ shown: 'name', isArgument: true },
  }),
};

/** Where the sinks of a job stand. */
export const list = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: async (place) => await reports(place),
  view: (all, { now }) => viewSinks(all, now),
});

/** Pushes what is left now. */
export const run = operation({
  about: 'job',
  input: {},
  effect: 'changes',
  hasNoDryRun: true,
  isAlone: true,
  async run(place, _, { signal }) {
    const feed = onlyThere(place.feedSinks);
    const { sinks } = await sinksOfJob(place, place.of.name);
    // Who asks may have mended what was wrong.
    for (const { name } of sinks) await change(place, name, tryNow);
    await feed({ only: place.of.name, signal });
    return await reports(place);
  },
  view: (all, { now }) => [
    ...viewSinks(all, now),
    ...(all.some(({ trouble }) => trouble !== undefined) ? [[failure()]] : []),
  ],
});

/** What a sink's target refused. */
export const refused = operation({
  about: 'job',
  input: sinkName,
  effect: 'reads',
  async run(place, { sink }) {
    await named(place, sink);
    return await readRefused(place.ports, place.of.name, sink);
  },
  view: ({ refused: all, dropped }) => [
    all.length === 0
      ? [note('Nothing is set aside.')]
      : [
          table<RefusedChange>(
            [
              { title: 'refused', unit: 'time', value: 'at' },
              { title: 'record', value: 'md5' },
              { title: 'URL', unit: 'url', width: 60, value: 'url' },
              { title: 'why', value: 'why' },
            ],
            all,
          ),
          note('When that is mended, `winnow sinks retry` sends these again.'),
        ],
    dropped === 0 ? [] : [note(`${formatCount(dropped, 'older one')} had no room: \`winnow sinks rebuild\``)],
  ],
});

/** Sends again what was refused, and tries again at once. */
export const retry = ordered('is sent what was refused again', (was) => ({ ...tryNow(was), resends: true }));

export const pause = ordered('is paused', (was) => ({ ...was, isPaused: true }));

export const goOn = ordered('goes on', ({ isPaused: _, ...was }) => tryNow(was));

/** Has a sink be filled anew, out of sight of its readers. */
export const rebuild = anew('is built anew; readers see it when it is whole', true);

/** Has a sink be handed everything again, into what readers see. */
export const reset = anew('is handed everything again', false);

function ordered(says: string, order: (was: SinkState) => SinkState) {
  return operation({
    about: 'job',
    input: sinkName,
    effect: 'changes',
    hasNoDryRun: true,
    async run(place, { sink }) {
      await change(place, sink, order);
      return { sink };
    },
    view: ({ sink }) => [[note(`the sink ${sink} ${says}`)]],
  });
}

function anew(says: string, isNew: boolean) {
  return operation({
    about: 'job',
    input: sinkName,
    effect: 'changes',
    hasNoDryRun: true,
    async run(place, { sink }) {
      const mark = settingsMark(await named(place, sink));
      await change(place, sink, (was) => begunAnew(was, mark, isNew));
      await forgetRefused(place.ports, place.of.name, sink);
      return { sink };
    },
    view: ({ sink }) => [[note(`the sink ${sink} ${says}`)]],
  });
}

async function named(place: JobPlace, name: string) {
  const { of } = place;
  const { sinks } = await sinksOfJob(place, of.name);
  const found = sinkNamed({ sinks }, name);
  if (found !== undefined) return found;
  const others = sinks.length === 0 ? 'it has none' : `it has ${sinks.map((one) => one.name).join(', ')}`;
  throw new WinnowError('not-found', `the job ${of.name} has no sink ${name}: ${others}`);
}

/** Changes the state of a sink, which whoever feeds it sees within seconds. */
async function change(place: JobPlace, name: string, order: (was: SinkState) => SinkState): Promise<void> {
  const sink = await named(place, name);
  await changeSinkState(place.ports, place.of.name, name, (was) =>
    order(was?.to === sink.to ? was : firstState(sink.to, settingsMark(sink), was)),
  );
}

function tryNow({ trouble, ...rest }: SinkState): SinkState {
  return trouble === undefined ? rest : { ...rest, trouble: { ...trouble, nextAt: 0 } };
}

async function reports(place: JobPlace): Promise<readonly SinkReport[]> {
  return await sinkReports(place.ports, place.of.name, await sinksOfJob(place, place.of.name));
}

function viewSinks(all: readonly SinkReport[], now: number): View {
  if (all.length === 0) return [[note('The job has no sinks (`sinks` in job.yaml).')]];
  return [
    [
      table<SinkReport>(
        [
          { title: 'sink', value: 'name' },
          { title: 'type', value: 'to' },
          { title: 'state', value: 'state' },
          { title: 'records', unit: 'count', value: 'pushed' },
          { title: 'deletions', unit: 'count', value: 'removed' },
          { title: 'refused', unit: 'count', value: 'refused' },
          { title: 'behind', value: (one) => behindOf(one, now) },
        ],
        all,
      ),
    ],
    all.flatMap((one) => notesOf(one, now)),
  ];
}

function behindOf({ behind, isBehindMore, behindSince = 0 }: SinkReport, now: number): string {
  if (behind === 0) return 'nothing';
  const least = isBehindMore ? 'more than ' : '';
  return `${least}${formatCount(behind, 'batch', 'batches')}, oldest ${formatRelativeTime(behindSince, now)}`;
}

/** A try that is overdue waits for somebody who feeds sinks. */
const overdueMs = 15_000;

function nextTry(name: string, at: number, now: number): string {
  const when = formatRelativeTime(at, now);
  return now - at > overdueMs
    ? `due ${when}: the next crawl tries again, and \`winnow sinks run\` does at once`
    : `next try ${when}, or \`winnow sinks retry ${name}\``;
}

function notesOf({ name, trouble, refused: count, dropped, hasOtherSettings }: SinkReport, now: number) {
  return [
    ...(trouble === undefined
      ? []
      : [
          note(
            `${name} is held up since ${formatTime(trouble.since)}, tried ${formatCount(trouble.tries, 'time')}:`,
          ),
          detail(trouble.says),
          detail(nextTry(name, trouble.nextAt, now)),
        ]),
    ...(count === 0 ? [] : [note(`${name}: \`winnow sinks refused ${name}\` lists what its target refused`)]),
    ...(dropped === undefined
      ? []
      : [
          note(
            `${name}: ${formatCount(dropped, 'refused change')} had no room: \`winnow sinks rebuild ${name}\``,
          ),
        ]),
    ...(hasOtherSettings
      ? [note(`${name}: its settings have changed since it was begun: \`winnow sinks rebuild ${name}\``)]
      : []),
  ];
}
