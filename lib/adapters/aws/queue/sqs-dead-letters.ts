import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { DeadLetter, DeadLetters } from '../../../ports/operate/dead-letters.ts';
import { failure, isDenied } from '../base/failure.ts';
import { parseOrder } from './order-message.ts';
import { parseTickets } from './ticket-message.ts';

/** The most messages that ReceiveMessage returns. */
const batchSize = 10;
/** How long received letters stay invisible to other readers, and, after a reader that died, to all. */
const invisibleSeconds = 60;
/** The most letters that one pass reads. */
const maxLettersPerPass = 10_000;

/** A queue with dead letters. */
export interface LetteredQueue {
  readonly name: DeadLetter['queue'];
  /** Where its dead letters are. */
  readonly deadUrl: string;
  /** Where they came from. */
  readonly url: string;
}

/** The dead letters of a queue. SQS cannot list a queue: letters are received and made visible again. */
export class SqsDeadLetters implements DeadLetters {
  readonly #client: SQSClient;
  readonly #deadUrl: string;
  readonly #queue: LetteredQueue;

  constructor(client: SQSClient, queue: LetteredQueue) {
    this.#client = client;
    this.#deadUrl = queue.deadUrl;
    this.#queue = queue;
  }

  async count(): Promise<number> {
    const command = new GetQueueAttributesCommand({
      QueueUrl: this.#deadUrl,
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    const { Attributes } = await this.#call('GetQueueAttributes', this.#deadUrl, () =>
      this.#client.send(command),
    );
    return Number(Attributes?.ApproximateNumberOfMessages ?? 0);
  }

  async list(limit: number): Promise<readonly DeadLetter[]> {
    const letters: DeadLetter[] = [];
    await this.#each(limit, async (message) => {
      letters.push(...lettersOf[this.#queue.name](message));
      return 'keep';
    });
    return letters.sort((a, b) => a.sentAt - b.sentAt).slice(0, limit);
  }

  async redrive(ids?: readonly string[]): Promise<number> {
    return await this.#take(ids, async ({ MessageId, Body, Attributes }) => {
      const { url, name } = this.#queue;
      const inOrder = {
        MessageGroupId: Attributes?.MessageGroupId,
        // Not the ticket's id: SQS drops a message whose id was sent in the last five minutes.
        MessageDeduplicationId: `redriven-${MessageId}`,
      };
      const command = new SendMessageCommand({
        QueueUrl: url,
        MessageBody: Body,
        ...(name === 'tickets' ? inOrder : {}),
      });
      await this.#call('SendMessage', url, () => this.#client.send(command));
    });
  }

  async drop(ids?: readonly string[]): Promise<number> {
    return await this.#take(ids, async () => undefined);
  }

  /** Calls `use` with each letter and deletes it. @returns the number of letters */
  async #take(ids: readonly string[] | undefined, use: (message: Message) => Promise<void>): Promise<number> {
    let taken = 0;
    await this.#each(maxLettersPerPass, async (message) => {
      if (ids !== undefined && !ids.includes(message.MessageId ?? '')) return 'keep';
      await use(message);
      const command = new DeleteMessageCommand({
        QueueUrl: this.#deadUrl,
        ReceiptHandle: message.ReceiptHandle,
      });
      await this.#call('DeleteMessage', this.#deadUrl, () => this.#client.send(command));
      taken += 1;
      return 'gone';
    });
    return taken;
  }

  /** Visits at most `limit` letters, and makes those visible again that are kept. */
  async #each(limit: number, visit: (message: Message) => Promise<'keep' | 'gone'>): Promise<void> {
    const kept: Message[] = [];
    try {
      for (let seen = 0; seen < limit; ) {
        const command = new ReceiveMessageCommand({
          QueueUrl: this.#deadUrl,
          MaxNumberOfMessages: Math.min(batchSize, limit - seen),
          VisibilityTimeout: invisibleSeconds,
          MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
        });
        const { Messages = [] } = await this.#call('ReceiveMessage', this.#deadUrl, () =>
          this.#client.send(command),
        );
        if (Messages.length === 0) return;
        seen += Messages.length;
        kept.push(...Messages);
        for (const message of Messages)
          if ((await visit(message)) === 'gone') kept.splice(kept.indexOf(message), 1);
      }
    } finally {
      await this.#release(kept);
    }
  }

  /** Makes letters visible again. A reader whose credentials do not allow that leaves it to time. */
  async #release(letters: readonly Message[]): Promise<void> {
    for (const { ReceiptHandle } of letters) {
      const command = new ChangeMessageVisibilityCommand({
        QueueUrl: this.#deadUrl,
        ReceiptHandle,
        VisibilityTimeout: 0,
      });
      try {
        await this.#call('ChangeMessageVisibility', this.#deadUrl, () => this.#client.send(command));
      } catch (error) {
        if (isDenied(error)) return;
        throw error;
      }
    }
  }

  async #call<T>(action: string, resource: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw failure(error, { service: 'sqs', action, resource });
    }
  }
}

/** What was in a message. Anybody with access to a queue can send messages of any form. */
const lettersOf: Readonly<Record<DeadLetter['queue'], (message: Message) => readonly DeadLetter[]>> = {
  tickets: (message) =>
    (parsed(parseTickets, message) ?? [undefined]).map((ticket) => ({
      ...letterOf(message),
      queue: 'tickets',
      ticket,
    })),
  conversions: (message) => [
    {
      ...letterOf(message),
      queue: 'conversions',
      ticket: undefined,
      order: parsed(parseOrder, message),
    },
  ],
};

function letterOf({ MessageId = '', Body = '', Attributes }: Message) {
  return { id: MessageId, sentAt: Number(Attributes?.SentTimestamp ?? 0), body: Body };
}

function parsed<T>(parse: (body: string) => T, { Body = '' }: Message): T | undefined {
  try {
    return parse(Body);
  } catch {
    return undefined;
  }
}
