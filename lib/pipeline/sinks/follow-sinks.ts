import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import type { TargetWeb } from '../../ports/target-web.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { endsBy } from '../base/ends-by.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { recordFilter } from '../collection/record-filter.ts';
import { type FailedJob, isolateJobs } from '../job/isolate-jobs.ts';
import type { Wanted } from './batches.ts';
import { faultTeller, type TellFault } from './fault-teller.ts';
import { type PushedCounts, type SinkParts, SinkRun, type SinkStep } from './sink-run.ts';
import { faultText, isBegun, type UnnamedSink } from './sink-state.ts';

/** Sinks that are fed until they are stopped. */
export interface FollowedSinks {
  /** Has all of them push what is left, for at most so long, and stops. */
  stop(withinMs: number): Promise<void>;
}

interface Running {
  /** What it was begun with. */
  readonly of: string;
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/** Between two looks at the feed, and at which sinks there are. */
const [lookMs, jobsMs] = [1_000, 5_000];
/** After this time a sink looks at its settings and orders again. */
const sliceMs = 10_000;
/** An order to go on, or a sink that was mended, is seen within this time. */
const longestRestMs = 5_000;
const stopMs = 5_000;
const sinksAtOnce = 20;

/** What the sinks of jobs are fed with. */
export interface FeedingParts extends Omit<SinkParts, 'web'> {
  /** A sink of a job that its settings do not name, and that is fed once something is stored of it. Absent: there is none. */
  readonly unnamed?: UnnamedSink | undefined;
  /** A web for one sink. @param allow private networks that it may ask */
  readonly openWeb: (allow: readonly string[]) => TargetWeb;
}

/** Feeds the sinks of all jobs, each by itself. @param onFault hears what holds sinks up, the same words once an hour */
export function followSinks(parts: FeedingParts, onFault: (failed: FailedJob) => void): FollowedSinks {
  const stop = new AbortController();
  const running = new Map<string, Running>();
  let isLast = false;
  let wake = new AbortController();
  const tell = faultTeller(parts.ports.clock, onFault);

  async function follow(job: string, settings: JobSettings, sink: SinkSettings, end: AbortSignal) {
    const { run, close } = openRun(parts, { job, settings, sink });
    try {
      while (!end.aborted) {
        const endBy = parts.ports.clock.monotonic() + sliceMs;
        // A last look begins after the order to stop.
        const isEnding = isLast;
        const step = await run.step({ endBy, signal: end });
        if (step.kind === 'held' && step.why !== undefined) tell(job, heldUp(sink.name, step.why), sink.name);
        if (isEnding && step.kind !== 'more') return;
        await rest(step, end);
      }
    } finally {
      await close();
    }
  }

  async function rest(step: SinkStep, end: AbortSignal): Promise<void> {
    if (step.kind === 'more' || isLast) return;
    const ms = step.kind === 'held' ? Math.min(longestRestMs, step.ms) : lookMs;
    await parts.ports.clock.sleep(ms, AbortSignal.any([end, wake.signal])).catch(() => undefined);
  }

  async function look(): Promise<void> {
    const found = new Map<string, Awaited<ReturnType<typeof sinksOf>>[number]>();
    const all = await sinksOf(parts.ports, { ...parts, tell });
    for (const one of all) found.set(`${one.job} ${one.sink.name}`, one);
    // One that has other settings begins again once it has ended.
    for (const [key, { of, end }] of running) if (settingsText(found.get(key)) !== of) end.abort();
    for (const [key, one] of found) {
      const { job, settings, sink } = one;
      if (running.has(key) || isLast) continue;
      const end = new AbortController();
      const done = follow(job, settings, sink, AbortSignal.any([end.signal, stop.signal]))
        // What cannot be read or written now can be so at a later look.
        .catch((error: unknown) => tell(job, error, sink.name))
        .finally(() => running.delete(key));
      running.set(key, { of: settingsText(one), end, done });
    }
  }

  const looking = (async () => {
    while (!isLast && !stop.signal.aborted) {
      await look().catch((error: unknown) => tell('', error));
      await parts.ports.clock
        .sleep(jobsMs, AbortSignal.any([stop.signal, wake.signal]))
        .catch(() => undefined);
    }
  })();

  return {
    async stop(withinMs) {
      isLast = true;
      wake.abort();
      wake = new AbortController();
      await looking;
      const { clock } = parts.ports;
      const all = (): Promise<unknown> => Promise.all([...running.values()].map(({ done }) => done));
      await endsBy(clock, clock.monotonic() + withinMs, all());
      stop.abort();
      await endsBy(clock, clock.monotonic() + stopMs, all());
    },
  };
}

/** What a run of a sink is made of: its settings, and the classes that its filter names. */
function settingsText(one: Awaited<ReturnType<typeof sinksOf>>[number] | undefined): string {
  return JSON.stringify([one?.sink, one?.settings.topic?.classes]);
}

/** What is told of a sink whose target does not take what it is handed. */
function heldUp(name: string, why: unknown): WinnowError {
  const code = why instanceof WinnowError ? why.code : 'internal';
  const words = `the sink ${name} is held up: ${faultText(why)} (\`winnow sinks\` shows more)`;
  return new WinnowError(code, words, { cause: why });
}

/** Which sinks are meant. */
interface Asked extends Pick<FeedingParts, 'unnamed'> {
  /** Of this job alone. */
  readonly only?: string | undefined;
  /** Hears of jobs whose settings cannot be read: nothing is known of their sinks. */
  readonly tell?: TellFault;
}

/** The sinks of all jobs, or of one. Those of a removed job have heard what they hear: where they stood went with it. */
export async function sinksOf(
  ports: Pick<SinkParts['ports'], 'jobs'>,
  { unnamed, only, tell = () => undefined }: Asked = {},
) {
  const jobs = (await ports.jobs.jobs()).filter(
    (job) => !isRemoved(job) && (only === undefined || job.name === only),
  );
  const found: { readonly job: string; readonly settings: JobSettings; readonly sink: SinkSettings }[] = [];
  for (const { name, config } of jobs) {
    const settings = await settingsOf(ports.jobs, name, config).catch((error: unknown) => tell(name, error));
    if (settings === undefined) continue;
    for (const sink of settings.sinks ?? []) found.push({ job: name, settings, sink });
    const own = unnamed?.(name);
    if (own !== undefined && (await isBegun(ports, name, own.name)))
      found.push({ job: name, settings, sink: own });
  }
  return found;
}

/** What a sink is handed. @param now epoch ms */
export function wantedOf(
  { topic }: Pick<JobSettings, 'topic'>,
  { where }: SinkSettings,
  now: number,
): Wanted {
  const { changes = ['created', 'updated', 'deleted'], ...filter } = where;
  const { isWithin } = classHierarchy(topic?.classes);
  return { kinds: new Set(changes), matches: recordFilter(defined(filter), isWithin, now) };
}

/** Each sink has a web of its own: nobody waits for the target of another. */
function openRun(
  { openWeb, ...parts }: FeedingParts,
  { job, settings, sink }: Awaited<ReturnType<typeof sinksOf>>[number],
): { readonly run: SinkRun; readonly close: () => Promise<void> } {
  const web = openWeb(settings.sinkNetworks ?? []);
  const run = new SinkRun({ ...parts, web }, job, sink, wantedOf(settings, sink, parts.ports.clock.now()));
  return {
    run,
    async close() {
      await run.close();
      await web.close();
    },
  };
}

/** What is pushed, and until when. */
export interface Feeding {
  /** Of this job alone. */
  readonly only?: string | undefined;
  /** To the sink of this name alone. */
  readonly sink?: string | undefined;
  /** Monotonic ms; absent: until they have caught up. */
  readonly endBy?: number;
  readonly signal: AbortSignal;
}

/** A sink that was fed for a while. */
export interface FedSink {
  readonly job: string;
  readonly sink: SinkSettings;
  /** Absent: it broke off. */
  readonly step?: SinkStep;
  readonly counts: PushedCounts;
}

/** What came of a round of sinks. */
export interface FedSinks {
  readonly fed: readonly FedSink[];
  readonly failed: readonly FailedJob[];
}

/** Has the sinks of jobs push what is left, side by side; one that fails holds up no other. */
export async function feedSinks(
  parts: FeedingParts,
  { only, sink: name, endBy = Number.POSITIVE_INFINITY, signal }: Feeding,
): Promise<FedSinks> {
  const { clock } = parts.ports;
  const isolation = isolateJobs();
  const fed: FedSink[] = [];
  const all = await sinksOf(parts.ports, { ...parts, only });
  const wanted = all.filter(({ sink }) => name === undefined || sink.name === name);
  await sideBySide(wanted, sinksAtOnce, async (one) => {
    const { run, close } = openRun(parts, one);
    const step = await isolation.attempt(one.job, 'sinks', async () => {
      try {
        let step: SinkStep = { kind: 'more' };
        while (step.kind === 'more' && !signal.aborted && clock.monotonic() < endBy)
          step = await run.step({ endBy, signal });
        return step;
      } finally {
        await close();
      }
    });
    fed.push({ job: one.job, sink: one.sink, counts: run.counts, ...defined({ step }) });
  });
  return { fed, failed: isolation.failed };
}
