/** The process died here. Nothing after it runs; what was done stays done. */
export class Crash extends Error {
  constructor(step: number, side: CrashSide) {
    super(`crashed ${side} step ${step}`);
    this.name = 'Crash';
  }
}

/** Whether the step that is crashed at still takes effect. */
export type CrashSide = 'before' | 'after';

/** What every commit tries is one step in so many, an odd number, so that a test may alternate sides; the full tests try all. */
export const stride = process.env.WINNOW_TEST_FULL === '1' ? 1 : 5;

/**
 * Counts the steps (calls to the world outside) of an adapter and crashes at one of them. A process that has
 * crashed is dead: every step after it fails too, without effect, until the plan is disarmed.
 */
export class CrashPlan {
  #at = Number.POSITIVE_INFINITY;
  #side: CrashSide = 'before';
  #steps = 0;
  #crashed = false;
  readonly #running = new Set<Promise<unknown>>();

  /** Crash at step `at` (from 0), counted from now. */
  arm(at: number, side: CrashSide): void {
    this.#at = at;
    this.#side = side;
    this.#steps = 0;
    this.#crashed = false;
  }

  /** A new process: waits for what was still on its way, then lets everything through. True if it had crashed. */
  async disarm(): Promise<boolean> {
    await Promise.allSettled(this.#running);
    const crashed = this.#crashed;
    this.arm(Number.POSITIVE_INFINITY, 'before');
    return crashed;
  }

  /** Runs one step, synchronous or not, or crashes. */
  step<T>(call: () => T): T {
    if (this.#crashed) throw new Crash(this.#steps, 'before');
    const dies = this.#steps++ === this.#at;
    if (dies) this.#crashed = true;
    if (dies && this.#side === 'before') throw new Crash(this.#at, 'before');
    const result = call();
    if (result instanceof Promise) return this.#follow(result, dies) as T;
    if (dies) throw new Crash(this.#at, 'after');
    return result;
  }

  async #follow<T>(result: Promise<T>, dies: boolean): Promise<T> {
    this.#running.add(result);
    try {
      const value = await result;
      if (dies) throw new Crash(this.#at, 'after');
      return value;
    } finally {
      this.#running.delete(result);
    }
  }
}

/** `target` with every call of a method being a step of `plan`. */
export function crashing<T extends object>(target: T, plan: CrashPlan): T {
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => plan.step(() => Reflect.apply(value, object, args));
    },
  });
}

/** The same of a port. Ports promise: a call of a dead process rejects, it never throws. Keys are derived, not asked for. */
export function crashingPort<T extends object>(port: T, plan: CrashPlan): T {
  const crashed = crashing(port, plan);
  return new Proxy(port, {
    get(target, name) {
      const member = Reflect.get(name === 'key' ? target : crashed, name) as (...args: unknown[]) => unknown;
      return name === 'key' ? member.bind(target) : async (...args: unknown[]) => member(...args);
    },
  });
}

/** The part of an AWS SDK v3 client that is needed to get between its caller and the network. */
interface SdkClient {
  readonly middlewareStack: {
    // biome-ignore lint/suspicious/noExplicitAny: each client types its middleware by its own commands
    add(middleware: any, options: { step: 'initialize'; name: string; priority: 'high' }): void;
  };
}

/** Makes every command that `client` sends a step of `plan`, outside the SDK's own retries. */
export function crashOnSend(client: SdkClient, plan: CrashPlan): void {
  const middleware = (next: (args: unknown) => Promise<unknown>) => async (args: unknown) =>
    plan.step(() => next(args));
  client.middlewareStack.add(middleware, { step: 'initialize', name: 'crashOnSend', priority: 'high' });
}

/**
 * For every step of an operation, before and after it: prepares a fresh state, crashes the operation there,
 * repeats it as a new process would, and checks what is left. Ends with the run that no crash stops any more.
 * @returns how many steps the operation has
 */
export async function crashEverywhere<State>(
  plan: CrashPlan,
  scenario: {
    /** Must give a state that shares nothing with earlier ones. */
    readonly prepare: () => Promise<State>;
    readonly operation: (state: State) => Promise<unknown>;
    readonly check: (state: State) => Promise<void>;
  },
): Promise<number> {
  for (let step = 0; ; step++) {
    for (const side of ['before', 'after'] as const) {
      const state = await scenario.prepare();
      plan.arm(step, side);
      const failure = await scenario.operation(state).then(
        () => undefined,
        (error: unknown) => error ?? new Error('rejected with nothing'),
      );
      const crashed = await plan.disarm();
      if (!crashed && failure !== undefined) throw failure;
      if (crashed) await scenario.operation(state);
      await scenario.check(state);
      if (!crashed) return step;
    }
  }
}
