import { setImmediate as settled } from 'node:timers/promises';
import type { Clock } from '../../lib/ports/clock.ts';

/** A small fast generator (mulberry32): the same seed, the same run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Chaos {
  /** Chances per step that the process that is about to go on dies, or stands still for a while. */
  readonly crash: number;
  readonly freeze: number;
  /** Clocks are wrong by up to this many ms either way. */
  readonly skewMs: number;
}

/** A process of the simulated world: everything it awaits goes through the simulation, which may never let it go on. */
export interface Process {
  readonly name: string;
  readonly skewMs: number;
  dead: boolean;
  /** It came to its end, or broke. */
  ended: boolean;
  frozenUntil: number;
  readonly onDeath: () => void;
}

interface Parked {
  readonly process: Process;
  readonly at: number;
  readonly go: () => void;
}

/**
 * Virtual time and random interleaving. Processes are ordinary async code over ports whose every call parks here,
 * before and after taking effect; the simulation picks who goes on, who dies and who stands still.
 */
export class Simulation {
  now = 1_000_000;
  steps = 0;
  readonly random: () => number;
  chaos: Chaos;
  private parked: Parked[] = [];
  private alarms: { at: number; run: () => void }[] = [];

  constructor(seed: number, chaos: Chaos) {
    this.random = randomFrom(seed);
    this.chaos = chaos;
  }

  start(name: string, run: (process: Process) => Promise<void>, onEnd: (died: boolean) => void): Process {
    const skewMs = (this.random() * 2 - 1) * this.chaos.skewMs;
    const process: Process = {
      ...{ name, skewMs, dead: false, ended: false, frozenUntil: 0 },
      onDeath: () => onEnd(true),
    };
    void run(process).then(
      () => {
        process.ended = true;
        if (!process.dead) onEnd(false);
      },
      (error: unknown) => {
        process.ended = true;
        if (!process.dead) this.failures.push(error);
        onEnd(true);
      },
    );
    return process;
  }

  /** Errors that ended a process of themselves: infrastructure does not fail in this world, so there are none. */
  readonly failures: unknown[] = [];

  /** Parks a process; it goes on at `at` or later, or never. */
  park(process: Process, at = 0): Promise<void> {
    return new Promise((go) => this.parked.push({ process, at, go }));
  }

  private async sleep(process: Process, at: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((go, fail) => {
      const one: Parked = { process, at, go };
      this.parked.push(one);
      signal?.addEventListener('abort', () => {
        this.parked = this.parked.filter((other) => other !== one);
        fail(signal.reason);
      });
    });
  }

  at(at: number, run: () => void): void {
    this.alarms.push({ at, run });
  }

  kill(process: Process): void {
    if (process.dead || process.ended) return;
    process.dead = true;
    process.onDeath();
  }

  clock(process: Process): Clock {
    return {
      now: () => Math.floor(this.now + process.skewMs),
      monotonic: () => this.now,
      sleep: (ms, signal) => this.sleep(process, this.now + ms, signal),
    };
  }

  /** Runs until `until`, or until nothing can happen any more. */
  async run(until: number, finished: () => boolean): Promise<void> {
    while (this.now < until) {
      await settled();
      for (const alarm of this.alarms.filter((one) => one.at <= this.now)) {
        this.alarms.splice(this.alarms.indexOf(alarm), 1);
        alarm.run();
      }
      this.parked = this.parked.filter((one) => !one.process.dead);
      const ready = this.parked.filter((one) => one.at <= this.now && one.process.frozenUntil <= this.now);
      const chosen = ready[Math.floor(this.random() * ready.length)];
      if (!chosen) {
        if (finished()) return;
        this.now = Math.min(until, this.nextEvent());
        continue;
      }
      this.now += this.random() * 20;
      this.step(chosen);
    }
  }

  private step(chosen: Parked): void {
    this.steps += 1;
    const { process } = chosen;
    if (this.random() < this.chaos.crash) {
      this.kill(process);
      return;
    }
    if (this.random() < this.chaos.freeze) {
      process.frozenUntil =
        this.now + (this.random() < 0.5 ? 2_000 + this.random() * 20_000 : this.random() * 400_000);
      return;
    }
    this.parked.splice(this.parked.indexOf(chosen), 1);
    chosen.go();
  }

  private nextEvent(): number {
    const times = [
      ...this.alarms.map((alarm) => alarm.at),
      ...this.parked.map((one) => Math.max(one.at, one.process.frozenUntil)),
    ];
    return Math.max(this.now + 1, Math.min(...times, Number.MAX_SAFE_INTEGER));
  }
}

/** The same object, with every method call of a process parked before and after it takes effect. */
export function through<T extends object>(simulation: Simulation, process: Process, port: T): T {
  return new Proxy(port, {
    get(target, property) {
      const member = Reflect.get(target, property) as unknown;
      // Keys are derived, not asked for: they take no time and cannot fail.
      if (typeof member !== 'function' || property === 'key') return member;
      return (...args: unknown[]) => {
        const call = (): unknown => (member as (...args: unknown[]) => unknown).apply(target, args);
        return (async () => {
          await simulation.park(process);
          const result = await call();
          await simulation.park(process);
          return result;
        })();
      };
    },
  });
}
