import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { WinnowError } from '../../../domain/base/error.ts';
import type { ConversionOrder } from '../../../domain/convert/conversion.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ConvertQueue } from '../../../ports/conversions.ts';
import { failure } from '../clients/failure.ts';
import { because } from '../metering/cause.ts';
import { chunks, untilNothingIsLeft } from '../tables/retry.ts';
import { encodeOrder } from './order-message.ts';
import { SentLately } from './sent-lately.ts';

/** The most messages that SendMessageBatch accepts. */
const batchSize = 10;

const counts = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

/** `ConvertQueue` as a standard queue of SQS: orders of one host need no order, and none waits for another. */
export class SqsConvertQueue implements ConvertQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #sentLately: SentLately;

  constructor(client: SQSClient, queueUrl: string, clock: Pick<Clock, 'now'>) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#sentLately = new SentLately(clock);
  }

  async send(orders: readonly ConversionOrder[]): Promise<void> {
    for (const batch of chunks(orders, batchSize)) {
      const left = await untilNothingIsLeft(batch, (unsent) => this.#send(unsent));
      if (left.length > 0)
        throw new WinnowError(
          'unavailable',
          `sqs:SendMessage on ${this.#queueUrl} left ${left.length} orders to convert unsent`,
        );
    }
  }

  async outstanding(): Promise<number> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#queueUrl, AttributeNames: [...counts] });
    const { Attributes = {} } = await this.#call('GetQueueAttributes', () => this.#client.send(command));
    return this.#sentLately.correct(counts.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0));
  }

  /** @returns those that SQS did not accept */
  async #send(orders: readonly ConversionOrder[]): Promise<readonly ConversionOrder[]> {
    const command = new SendMessageBatchCommand({
      QueueUrl: this.#queueUrl,
      Entries: orders.map((order, index) => ({ Id: String(index), MessageBody: encodeOrder(order) })),
    });
    const { Failed = [] } = await this.#call('SendMessage', () => this.#client.send(command));
    const refused = Failed.find(({ SenderFault }) => SenderFault);
    if (refused !== undefined)
      throw new WinnowError(
        'internal',
        `SQS refused an order to convert: ${refused.Code}, ${refused.Message}`,
      );
    const failed = new Set(Failed.map(({ Id }) => Id));
    this.#sentLately.add(orders.length - failed.size);
    return orders.filter((_, index) => failed.has(String(index)));
  }

  async #call<T>(action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await because('converting', send);
    } catch (error) {
      throw failure(error, { service: 'sqs', action, resource: this.#queueUrl });
    }
  }
}
