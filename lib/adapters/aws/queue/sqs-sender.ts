import {
  GetQueueAttributesCommand,
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { WinnowError } from '../../../base/error.ts';
import type { Clock } from '../../../ports/clock.ts';
import { because } from '../base/cause.ts';
import { failure } from '../base/failure.ts';
import { chunks, untilNothingIsLeft } from '../base/retry.ts';
import { SentLately } from './sent-lately.ts';

/** The most messages that SendMessageBatch accepts; AWS bills a request with one as much as with ten. */
const batchSize = 10;

const counts = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

/** A message without the id that it has within its batch. */
export type QueueMessage = Omit<SendMessageBatchRequestEntry, 'Id'>;

/** Sends messages to a queue, and counts what is in it. */
export class SqsSender<T> {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #messageOf: (one: T) => QueueMessage;
  readonly #sentLately: SentLately;

  constructor(
    client: SQSClient,
    queueUrl: string,
    clock: Pick<Clock, 'now'>,
    messageOf: (one: T) => QueueMessage,
  ) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#messageOf = messageOf;
    this.#sentLately = new SentLately(clock);
  }

  /**
   * Sends batches one after another, so that messages keep their order.
   * @param cause under which the requests are booked (`base/cause.ts`)
   * @throws WinnowError `unavailable` when some could not be sent
   */
  async send(cause: string, all: readonly T[]): Promise<void> {
    for (const batch of chunks(all, batchSize)) {
      const left = await untilNothingIsLeft(batch, (unsent) => this.#send(cause, unsent));
      if (left.length > 0) {
        throw new WinnowError(
          'unavailable',
          `sqs:SendMessage on ${this.#queueUrl} left ${left.length} messages unsent`,
        );
      }
    }
  }

  /** The number of messages that are not deleted yet, approximately; those that this process sent count at once. */
  async outstanding(): Promise<number> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#queueUrl, AttributeNames: [...counts] });
    const { Attributes = {} } = await this.#call('outstanding', 'GetQueueAttributes', () =>
      this.#client.send(command),
    );
    return this.#sentLately.correct(counts.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0));
  }

  /** @returns those that SQS did not accept: it answers for each message of a batch separately */
  async #send(cause: string, some: readonly T[]): Promise<readonly T[]> {
    const command = new SendMessageBatchCommand({
      QueueUrl: this.#queueUrl,
      Entries: some.map((one, index) => ({ Id: String(index), ...this.#messageOf(one) })),
    });
    const { Failed = [] } = await this.#call(cause, 'SendMessage', () => this.#client.send(command));
    const refused = Failed.find(({ SenderFault }) => SenderFault);
    if (refused !== undefined) {
      throw new WinnowError('internal', `SQS refused a message: ${refused.Code}, ${refused.Message}`);
    }
    const failed = new Set(Failed.map(({ Id }) => Id));
    this.#sentLately.add(some.length - failed.size);
    return some.filter((_, index) => failed.has(String(index)));
  }

  async #call<R>(cause: string, action: string, send: () => Promise<R>): Promise<R> {
    try {
      return await because(cause, send);
    } catch (error) {
      throw failure(error, { service: 'sqs', action, resource: this.#queueUrl });
    }
  }
}
