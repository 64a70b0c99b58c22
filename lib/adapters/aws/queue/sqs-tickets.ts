import { GetQueueAttributesCommand, SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { WinnowError } from '../../../domain/base/error.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ticket, TicketQueue } from '../../../ports/tickets.ts';
import { failure } from '../clients/failure.ts';
import { because } from '../metering/cause.ts';
import { chunks, untilNothingIsLeft } from '../tables/retry.ts';
import { SentLately } from './sent-lately.ts';
import { encodeTicket, messageGroup } from './ticket-message.ts';

/** The most messages that SendMessageBatch accepts; AWS bills a request with one as much as with ten. */
const batchSize = 10;

const counts = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const;

/** ready.fifo, with a message group per gate. SQS drops a ticket with an id that was sent in the last five minutes. */
export class SqsTickets implements TicketQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #sentLately: SentLately;

  constructor(client: SQSClient, queueUrl: string, clock: Pick<Clock, 'now'>) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#sentLately = new SentLately(clock);
  }

  /** Sends batches one after another, so that two tickets of one gate keep their order. */
  async send(tickets: readonly Ticket[]): Promise<void> {
    for (const batch of chunks(tickets, batchSize)) {
      const left = await untilNothingIsLeft(batch, (unsent) => this.#send(unsent));
      if (left.length > 0) {
        throw new WinnowError(
          'unavailable',
          `sqs:SendMessage on ${this.#queueUrl} left ${left.length} tickets unsent`,
        );
      }
    }
  }

  async outstanding(): Promise<number> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#queueUrl, AttributeNames: [...counts] });
    const { Attributes = {} } = await this.#call('outstanding', 'GetQueueAttributes', () =>
      this.#client.send(command),
    );
    return this.#sentLately.correct(counts.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0));
  }

  /** Sends tickets. @returns those that SQS did not accept: it answers for each message of a batch separately */
  async #send(tickets: readonly Ticket[]): Promise<readonly Ticket[]> {
    const command = new SendMessageBatchCommand({
      QueueUrl: this.#queueUrl,
      Entries: tickets.map((ticket, index) => ({
        Id: String(index),
        MessageBody: encodeTicket(ticket),
        MessageGroupId: messageGroup(ticket.gate),
        MessageDeduplicationId: ticket.id,
      })),
    });
    const { Failed = [] } = await this.#call('ticket', 'SendMessage', () => this.#client.send(command));
    const refused = Failed.find(({ SenderFault }) => SenderFault);
    if (refused !== undefined) {
      throw new WinnowError('internal', `SQS refused a ticket: ${refused.Code}, ${refused.Message}`);
    }
    const failed = new Set(Failed.map(({ Id }) => Id));
    this.#sentLately.add(tickets.length - failed.size);
    return tickets.filter((_, index) => failed.has(String(index)));
  }

  async #call<T>(cause: string, action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await because(cause, send);
    } catch (error) {
      throw failure(error, { service: 'sqs', action, resource: this.#queueUrl });
    }
  }
}
