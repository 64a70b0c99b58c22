import type { SQSClient } from '@aws-sdk/client-sqs';
import type { ConversionOrder } from '../../../domain/convert/conversion.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ConvertQueue } from '../../../ports/conversions.ts';
import { encodeOrder } from './order-message.ts';
import { SqsSender } from './sqs-sender.ts';

/** `ConvertQueue` as a standard queue of SQS: orders of one host need no order, and none waits for another. */
export class SqsConvertQueue implements ConvertQueue {
  readonly #sender: SqsSender<ConversionOrder>;

  constructor(client: SQSClient, queueUrl: string, clock: Pick<Clock, 'now'>) {
    this.#sender = new SqsSender(client, queueUrl, clock, (order) => ({ MessageBody: encodeOrder(order) }));
  }

  async send(orders: readonly ConversionOrder[]): Promise<void> {
    await this.#sender.send('converting', orders);
  }

  async outstanding(): Promise<number> {
    return await this.#sender.outstanding();
  }
}
