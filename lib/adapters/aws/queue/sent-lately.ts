import type { Clock } from '../../../ports/clock.ts';

/** SQS: approximate counts may lag by a minute after the last message was sent (GetQueueAttributes, API reference, 2026-11). */
const lagMs = 60_000;

interface Sent {
  /** Epoch ms. */
  readonly at: number;
  readonly messages: number;
  /** The count of the queue that was read last before; 0: none was read. */
  readonly before: number;
}

/** Messages that this process sent to a queue in the last minute, which the count of the queue may lack. */
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
   * The count of the queue, corrected for messages that it may lack. As far as the count rose since the first recent
   * message was sent, it includes recent messages, and these are not added again. Messages that were received and deleted
   * in the meantime may be added, for a minute at most.
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
