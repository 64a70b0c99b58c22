import type { SQSClient } from '@aws-sdk/client-sqs';
import type { Clock } from '../../../ports/clock.ts';
import type { Ticket, TicketQueue } from '../../../ports/tickets.ts';
import { SqsSender } from './sqs-sender.ts';
import { encodeTicket, messageGroup } from './ticket-message.ts';

/** ready.fifo, with a message group per gate. SQS drops a ticket with an id that was sent in the last five minutes. */
export class SqsTickets implements TicketQueue {
  readonly #sender: SqsSender<Ticket>;

  constructor(client: SQSClient, queueUrl: string, clock: Pick<Clock, 'now'>) {
    this.#sender = new SqsSender(client, queueUrl, clock, (ticket) => ({
      MessageBody: encodeTicket(ticket),
      MessageGroupId: messageGroup(ticket.gate),
      MessageDeduplicationId: ticket.id,
    }));
  }

  async send(tickets: readonly Ticket[]): Promise<void> {
    await this.#sender.send('ticket', tickets);
  }

  async outstanding(): Promise<number> {
    return await this.#sender.outstanding();
  }
}
