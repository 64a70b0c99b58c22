import type { Clock } from '../../../ports/clock.ts';

/** SQS: approximate counts may need a minute after the last message was sent (GetQueueAttributes, API reference, 2026-11). */
const lagMs = 60_000;

interface Sent {
  /** Epoch ms. */
  readonly at: number;
  readonly messages: number;
  /** The queue's last count before; 0 where none was taken. */
  readonly before: number;
}

/** What this process sent to a queue and the queue's own count may lack. */
export class SentLately {
  readonly #clock: Pick<Clock, 'now'>;
  #sent: readonly Sent[] = [];
  #lastCount = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  add(messages: number): void {
    this.#sent = [...this.#recent(), { at: this.#clock.now(), messages, before: this.#lastCount }];
  }

  /**
   * The queue's count with what it may lack. A count that rose since the first of the recent messages has as many of them, and these are
   * not added again. Those that were received and deleted meanwhile may be added, for a minute at most.
   */
  correct(count: number): number {
    this.#sent = this.#recent();
    this.#lastCount = count;
    const [first] = this.#sent;
    if (first === undefined) return count;
    const messages = this.#sent.reduce((sum, sent) => sum + sent.messages, 0);
    return Math.max(count, Math.min(count, first.before) + messages);
  }

  #recent(): readonly Sent[] {
    const now = this.#clock.now();
    return this.#sent.filter(({ at }) => now - at < lagMs);
  }
}
