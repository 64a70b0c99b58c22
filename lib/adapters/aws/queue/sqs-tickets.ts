import type { SQSClient } from '@aws-sdk/client-sqs';
import { ticketsPerMessage } from '../../../config/stack/outstanding-tickets.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ticket, TicketQueue } from '../../../ports/tickets.ts';
import { chunks } from '../base/retry.ts';
import { SqsSender } from './sqs-sender.ts';
import { encodeTickets, messageGroup } from './ticket-message.ts';

/**
 * ready.fifo. Tickets of hosts that share their gate with others have a message each, in a message group per gate. Hosts with a gate of
 * their own need no order: several of their tickets share a message, as a harvester takes ten messages at most, and its waits are
 * paid once for all of them. SQS drops a message with an id that was sent in the last five minutes.
 */
export class SqsTickets implements TicketQueue {
  readonly #sender: SqsSender<readonly Ticket[]>;
  #sentTickets = 0;
  #sentMessages = 0;

  constructor(client: SQSClient, queueUrl: string, clock: Pick<Clock, 'now'>) {
    this.#sender = new SqsSender(client, queueUrl, clock, (tickets) => ({
      MessageBody: encodeTickets(tickets),
      MessageGroupId: messageGroup(tickets.length === 1 ? gateOf(tickets) : idOf(tickets)),
      MessageDeduplicationId: idOf(tickets),
    }));
  }

  async send(tickets: readonly Ticket[]): Promise<void> {
    const messages = inMessages(tickets);
    await this.#sender.send('ticket', messages);
    this.#sentTickets += tickets.length;
    this.#sentMessages += messages.length;
  }

  /** SQS counts messages: each is taken to have as many tickets as those that this process sent, on average. */
  async outstanding(): Promise<number> {
    const messages = await this.#sender.outstanding();
    return this.#sentMessages === 0
      ? messages
      : Math.round((messages * this.#sentTickets) / this.#sentMessages);
  }
}

/** Tickets by messages, in the order of their gates. */
function inMessages(tickets: readonly Ticket[]): readonly (readonly Ticket[])[] {
  const own = tickets.filter(({ gate, host }) => gate === host);
  const shared = tickets.filter(({ gate, host }) => gate !== host);
  return [...chunks(own, ticketsPerMessage), ...shared.map((ticket) => [ticket])];
}

function gateOf([ticket]: readonly Ticket[]): string {
  return ticket?.gate ?? '';
}

/** Of the same tickets the same id. A ticket that is alone has its own. */
function idOf(tickets: readonly Ticket[]): string {
  const ids = tickets.map(({ id }) => id).join(' ');
  return tickets.length === 1 ? ids : messageGroup(ids);
}
