/** How long the phases of a request may take, ms. One that is not given may take all of `timeoutMs`. */
export interface PhaseLimits {
  /** From the start to the end. */
  readonly timeoutMs: number;
  /** Until a connection stands and the request is on its way. */
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

/** Watches over one request: tells once which phase took too long. Costs a timer for the whole and one for the phase. */
export class Deadlines {
  readonly #limits: PhaseLimits;
  readonly #onPassed: (phase: Phase, detail: string) => void;
  readonly #whole: NodeJS.Timeout;
  #phase: NodeJS.Timeout | undefined;

  constructor(limits: PhaseLimits, onPassed: (phase: Phase, detail: string) => void) {
    this.#limits = limits;
    this.#onPassed = onPassed;
    this.#whole = setTimeout(() => this.#passed('whole', limits.timeoutMs), limits.timeoutMs);
    this.#enter('connect', limits.connectMs);
  }

  /** The request is on its way. */
  sent(): void {
    this.#enter('headers', this.#limits.headersMs);
  }

  /** The head of the answer is here. */
  answered(): void {
    this.#enter('body', this.#limits.idleMs);
  }

  /** A piece of the body is here. */
  received(): void {
    this.#phase?.refresh();
  }

  end(): void {
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

  #passed(phase: Phase, limitMs: number): void {
    this.end();
    this.#onPassed(phase, `${missing[phase]} within ${limitMs} ms`);
  }
}
