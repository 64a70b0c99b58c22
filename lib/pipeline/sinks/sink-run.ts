import { isOutage, WinnowError } from '../../base/error.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordChange } from '../feed/outgoing.ts';
import { openReplaced } from '../feed/replaced-text.ts';
import { backOff } from './back-off.ts';
import { type BatchForm, batchesOf, type ChangeBatch, presentChanges, type Wanted } from './batches.ts';
import { objectsBehind } from './feed-mark.ts';
import { keepRefused, readRefused } from './refused-changes.ts';
import type { Sink, SinkPlan, SinkRefusal, SinkType } from './sink.ts';
import { leaseSink, type SinkLease } from './sink-lease.ts';
import {
  changeSinkState,
  faultText,
  firstState,
  readSinkState,
  type SinkState,
  settingsMark,
} from './sink-state.ts';
import { withoutFaulty } from './without-faulty.ts';

/** What sinks are run with. */
export interface SinkParts extends Pick<SinkPlan<unknown>, 'web' | 'secret' | 'directory'> {
  readonly ports: Pick<Ports, 'changes' | 'records' | 'documents' | 'jobs' | 'clock' | 'entropy'>;
  /** Objects of the feed that are put later are listed later. */
  readonly isOrdered: boolean;
  /** @throws WinnowError `config` for a type that cannot be had here */
  readonly typeOf: (name: string) => Promise<SinkType<unknown>>;
  /** Lets other work have a turn, and memory be freed: stores that answer at once leave it none. Absent: they are asked over a network. */
  readonly giveWay?: () => Promise<void>;
}

/** What a sink is after it did what it could. */
export type SinkStep =
  /** Its time was over first. */
  | { readonly kind: 'more' }
  | { readonly kind: 'caught-up' }
  /** Nothing is pushed for so long: its target does not take anything, or somebody paused it. `why`: it was tried just now. */
  | { readonly kind: 'held'; readonly ms: number; readonly why?: unknown };

interface Until {
  /** Monotonic ms at which no other batch is begun. */
  readonly endBy: number;
  readonly signal: AbortSignal;
}

interface Opened {
  readonly sink: Sink;
  readonly form: BatchForm;
  /** Of the state that it was opened by. */
  readonly beginning: number;
}

/** The longest that one push may take. */
const pushMs = 300_000;
/** A target that asks for a longer pause is not believed. */
const longestAskedMs = 3_600_000;
const pausedMs = 5_000;
/** Of a sink that no other process can feed. */
const alone: SinkLease = { lost: new AbortController().signal, giveBack: async () => undefined };
/** So few that a sink does not take their refusal for that of all changes. */
const resentAtOnce = 10;
/** A target that has not answered for so long when feeding ends is told of. */
const slowMs = 5_000;

/** Changes that a target took, deletions among them, and that it refused. */
export interface PushedCounts {
  readonly pushed: number;
  readonly refused: number;
}

/** Pushes the changes of a job to one target. Whatever goes wrong is told in the state of the sink, and is no error here. */
export class SinkRun {
  readonly #parts: SinkParts;
  readonly #job: string;
  readonly #sink: SinkSettings;
  readonly #wanted: Wanted;
  #open: Opened | undefined;
  /** Monotonic ms at which its target was last asked for something. */
  #askedAt = 0;
  #counts: PushedCounts = { pushed: 0, refused: 0 };

  constructor(parts: SinkParts, job: string, sink: SinkSettings, wanted: Wanted) {
    this.#parts = parts;
    this.#job = job;
    this.#sink = sink;
    this.#wanted = wanted;
  }

  /** Of all steps so far. */
  get counts(): PushedCounts {
    return this.#counts;
  }

  async step({ endBy, signal: asked }: Until): Promise<SinkStep> {
    const { ports, isOrdered } = this.#parts;
    const state = await this.#begin();
    if (state.isPaused) return { kind: 'held', ms: pausedMs };
    const restMs = (state.trouble?.nextAt ?? 0) - ports.clock.now();
    if (restMs > 0) return { kind: 'held', ms: restMs };
    // On a stack, calls can overlap.
    const lease = isOrdered ? alone : await leaseSink(ports, this.#job, this.#sink.name);
    if (lease === undefined) return { kind: 'held', ms: pausedMs };
    const signal = AbortSignal.any([asked, lease.lost]);
    try {
      // Before the lease was had, another process may have gone on.
      const now = lease === alone ? state : await this.#begin();
      return await this.#push(now, { endBy, signal });
    } catch (error) {
      // What a target took of a push that failed, its sink remembers.
      if (!isOutage(error)) await this.close();
      const why = signal.aborted ? this.#slowness() : error;
      if (why === undefined) return { kind: 'more' };
      return { kind: 'held', ms: await this.#noteTrouble(state, why), why };
    } finally {
      await lease.giveBack();
    }
  }

  /** What is wrong where feeding ended before the target had answered. */
  #slowness(): WinnowError | undefined {
    const ms = this.#parts.ports.clock.monotonic() - this.#askedAt;
    if (ms < slowMs) return undefined;
    const seconds = Math.round(ms / 1_000);
    return new WinnowError(
      'unavailable',
      `the target had not answered after ${seconds} s, when feeding ended`,
    );
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    // What it still had is pushed again.
    await open?.sink.close().catch(() => undefined);
  }

  async #begin(): Promise<SinkState> {
    const { to } = this.#sink;
    const stored = await readSinkState(this.#parts.ports, this.#job, this.#sink.name).catch(() => undefined);
    if (stored?.to === to) return stored;
    const first = firstState(to, settingsMark(this.#sink), stored);
    return (await this.#change((was) => (was?.to === to ? undefined : first))) ?? first;
  }

  async #push(state: SinkState, { endBy, signal }: Until): Promise<SinkStep> {
    const { ports, isOrdered } = this.#parts;
    this.#askedAt = ports.clock.monotonic();
    const { sink, form } = await this.#opened(state);
    if (state.resends) await this.#resend(state, signal);
    const objects = objectsBehind(ports, this.#job, state.mark, isOrdered);
    for await (const batch of batchesOf(ports, this.#job, objects, form)) {
      const refusals = await withoutFaulty(batch.changes, (some) => this.#give(sink, some, signal));
      if (!(await this.#noteProgress(state, batch, refusals))) return { kind: 'more' };
      await this.#parts.giveWay?.();
      if (signal.aborted || ports.clock.monotonic() >= endBy) return { kind: 'more' };
    }
    if (state.isBuilding) await this.#publish(state, sink, signal);
    else if (state.trouble !== undefined) await this.#noteProgress(state, { changes: [] }, []);
    return { kind: 'caught-up' };
  }

  async #opened({ generation, beginning, at }: SinkState): Promise<Opened> {
    if (this.#open?.beginning === beginning) return this.#open;
    await this.close();
    const { ports, web, secret, directory, typeOf } = this.#parts;
    const { name, to, settings } = this.#sink;
    const type = await typeOf(to);
    const place = directory === undefined ? {} : { directory };
    const sink = await type.open({
      ...{ job: this.#job, name, settings, generation, web, secret, ...place },
      ...(at !== undefined && { isBegun: true }),
      now: () => ports.clock.now(),
      replaced: openReplaced(ports, this.#job),
    });
    const hasDocuments = type.wantsDocuments?.(settings) ?? false;
    this.#open = { sink, form: { batch: type.batch, wanted: this.#wanted, hasDocuments }, beginning };
    return this.#open;
  }

  async #give(
    sink: Sink,
    changes: readonly RecordChange[],
    signal: AbortSignal,
  ): Promise<readonly SinkRefusal[]> {
    if (changes.length === 0) return [];
    this.#askedAt = this.#parts.ports.clock.monotonic();
    const late = new AbortController();
    const timer = this.#parts.ports.clock.sleep(pushMs, late.signal).then(
      () => {
        throw new WinnowError('unavailable', `the target took longer than ${pushMs / 60_000} minutes`);
      },
      () => [],
    );
    const stop = new AbortController();
    try {
      return await Promise.race([sink.push(changes, AbortSignal.any([signal, stop.signal])), timer]);
    } finally {
      stop.abort();
      late.abort();
    }
  }

  /** @returns false: somebody had it begin anew meanwhile */
  async #noteProgress(
    { beginning }: SinkState,
    { changes, mark }: ChangeBatch,
    refusals: readonly SinkRefusal[],
  ): Promise<boolean> {
    const { ports } = this.#parts;
    const at = ports.clock.now();
    const refused = new Set(refusals.map(({ md5 }) => md5));
    const gone = changes.filter((one) => 'gone' in one).length;
    const taken = Math.max(0, changes.length - gone - refused.size);
    this.#counts = {
      pushed: this.#counts.pushed + taken + gone,
      refused: this.#counts.refused + refused.size,
    };
    await keepRefused(ports, { job: this.#job, name: this.#sink.name }, changes, { refusals, at });
    const now = await this.#change((was) => {
      if (was?.beginning !== beginning) return undefined;
      const { trouble: _, ...rest } = was;
      return {
        ...rest,
        ...(mark !== undefined && { mark }),
        ...(changes.length > 0 && { at }),
        pushed: was.pushed + taken,
        removed: was.removed + gone,
        ...(refused.size > 0 && { refusals: (was.refusals ?? 0) + refused.size }),
      };
    });
    return now?.beginning === beginning;
  }

  /** Readers see what was built. */
  async #publish({ beginning }: SinkState, sink: Sink, signal: AbortSignal): Promise<void> {
    this.#askedAt = this.#parts.ports.clock.monotonic();
    await sink.publish?.(signal);
    await this.#change((was) => {
      if (was?.beginning !== beginning) return undefined;
      const { isBuilding: _, trouble: __, ...rest } = was;
      return rest;
    });
  }

  /** Sends again what was set aside, as it is now. */
  async #resend(state: SinkState, signal: AbortSignal): Promise<void> {
    const { ports } = this.#parts;
    const { sink, form } = await this.#opened(state);
    const most = Math.min(form.batch.changes, resentAtOnce);
    const { refused } = await readRefused(ports, this.#job, this.#sink.name);
    for (let at = 0; at < refused.length; at += most) {
      const changes = await presentChanges(ports, this.#job, refused.slice(at, at + most), form);
      const refusals = await withoutFaulty(changes, (some) => this.#give(sink, some, signal));
      if (!(await this.#noteProgress(state, { changes }, refusals))) return;
    }
    await this.#change((was) => {
      if (was === undefined) return undefined;
      const { resends: _, ...rest } = was;
      return rest;
    });
  }

  async #noteTrouble({ beginning }: SinkState, error: unknown): Promise<number> {
    const { clock, entropy } = this.#parts.ports;
    const now = clock.now();
    let restMs = 0;
    await this.#change((was) => {
      if (was?.beginning !== beginning) return undefined;
      const tries = (was.trouble?.tries ?? 0) + 1;
      const code = error instanceof WinnowError && !isOutage(error) ? 'config' : 'unavailable';
      const asked = error instanceof WinnowError ? Math.min(longestAskedMs, error.retryAfterMs ?? 0) : 0;
      restMs = Math.max(asked, backOff(code, tries, entropy.id()));
      const trouble = {
        code,
        says: faultText(error),
        since: was.trouble?.since ?? now,
        nextAt: now + restMs,
        tries,
      } as const;
      return { ...was, trouble };
    });
    return restMs;
  }

  async #change(
    change: (was: SinkState | undefined) => SinkState | undefined,
  ): Promise<SinkState | undefined> {
    return await changeSinkState(this.#parts.ports, this.#job, this.#sink.name, change);
  }
}
