/** How long the phases of a request may take, ms. A phase without a limit may take all of `timeoutMs`. */
export interface PhaseLimits {
  /** From the start of the request to the end of the body. */
  readonly timeoutMs: number;
  /** Until the connection is established and the request is sent. */
  readonly connectMs?: number | undefined;
  /** From then until the head of the answer. */
  readonly headersMs?: number | undefined;
  /** Between two pieces of the body. */
  readonly idleMs?: number | undefined;
}

export type Phase = 'connect' | 'headers' | 'body' | 'whole';

const missing: Readonly<Record<Phase, string>> = {
  connect: 'no connection',
  headers: 'no answer',
  body: 'nothing more of the body',
  whole: 'no complete answer',
};

/** The timers of one request: calls `onPassed` once, with the phase that took too long. Costs two timers a request. */
export class Deadlines {
  readonly #limits: PhaseLimits;
  readonly #onPassed: (phase: Phase, detail: string) => void;
  readonly #whole: NodeJS.Timeout;
  #phase: NodeJS.Timeout | undefined;
  #hasEnded = false;
  /** Grows with each step of the exchange. */
  #moves = 0;

  constructor(limits: PhaseLimits, onPassed: (phase: Phase, detail: string) => void) {
    this.#limits = limits;
    this.#onPassed = onPassed;
    this.#whole = setTimeout(() => this.#passed('whole', limits.timeoutMs), limits.timeoutMs);
    this.#enter('connect', limits.connectMs);
  }

  /** The request was sent. */
  sent(): void {
    this.#moves += 1;
    this.#enter('headers', this.#limits.headersMs);
  }

  /** The head of the answer was received. */
  answered(): void {
    this.#moves += 1;
    this.#enter('body', this.#limits.idleMs);
  }

  /** A piece of the body was received. */
  received(): void {
    this.#moves += 1;
    this.#phase?.refresh();
  }

  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#whole);
    clearTimeout(this.#phase);
  }

  #enter(phase: Phase, limitMs: number | undefined): void {
    clearTimeout(this.#phase);
    this.#phase =
      limitMs === undefined || limitMs >= this.#limits.timeoutMs
        ? undefined
        : setTimeout(() => this.#passed(phase, limitMs), limitMs);
  }

  /** The thread may have been busy, with the answer received and not handled: what is there comes first. */
  #passed(phase: Phase, limitMs: number): void {
    const moves = this.#moves;
    setImmediate(() => {
      if (this.#hasEnded || (phase !== 'whole' && moves !== this.#moves)) return;
      this.end();
      this.#onPassed(phase, `${missing[phase]} within ${limitMs} ms`);
    });
  }
}
