import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { SqsDeadLetters } from '../../../lib/adapters/aws/queue/sqs-dead-letters.ts';
import { SqsTickets } from '../../../lib/adapters/aws/queue/sqs-tickets.ts';
import { parseTicket } from '../../../lib/adapters/aws/queue/ticket-message.ts';
import type { Ticket } from '../../../lib/ports/tickets.ts';
import type { Cloud } from '../../../localstack/state.ts';
import { type Delivery, type TicketReceiver, ticketsContract } from '../../contracts/tickets.ts';
import { HeldClock } from '../../support/clock.ts';
import { clientsOf, localCloud, makeQueue } from '../../support/cloud/local-cloud.ts';
import { CrashPlan, crashOnSend } from '../../support/crash.ts';

interface Received extends Delivery {
  readonly handle: string | undefined;
}

/** What Lambda's event source mapping does, by hand. */
function receiverOf(sqs: SQSClient, QueueUrl: string): TicketReceiver<Received> {
  return {
    receive: async (max) => {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: max,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        }),
      );
      return Messages.map(({ Body = '', ReceiptHandle, Attributes }) => ({
        ticket: parseTicket(Body),
        receives: Number(Attributes?.ApproximateReceiveCount),
        handle: ReceiptHandle,
      }));
    },
    done: async ({ handle }) => {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: handle }));
    },
    retry: async ({ handle }) => {
      const command = { QueueUrl, ReceiptHandle: handle, VisibilityTimeout: 0 };
      await sqs.send(new ChangeMessageVisibilityCommand(command));
    },
  };
}

const cloud = await localCloud();

if (cloud === undefined) describe.skip('SQS', () => {});
else {
  ticketsContract('SqsTickets', async () => {
    const [adapter, worker] = [clientsOf(cloud), clientsOf(cloud)];
    const queueUrl = await makeQueue(worker);
    const crash = new CrashPlan();
    const clock = new HeldClock();
    crashOnSend(adapter.sqs, crash);
    return {
      crash,
      tickets: new SqsTickets(adapter.sqs, queueUrl, clock),
      aMinuteLater: () => clock.advance(60_000),
      receiver: receiverOf(worker.sqs, queueUrl),
      close: async () => {
        adapter.close();
        worker.close();
      },
    };
  });
}

describe.skipIf(cloud === undefined)('dead letters', () => {
  test('are listed again and again, given back one by one, and deleted', async () => {
    const clients = clientsOf(cloud as Cloud);
    const { sqs } = clients;
    const [dead, ready] = [await makeQueue(clients), await makeQueue(clients)];
    const letters = new SqsDeadLetters(sqs, dead, ready);
    const ticket = (host: string) =>
      ({ ...{ job: 'birds', host, turn: 1, id: `id-${host}`, gate: host, config: 'c', pages: 5 } }) as Ticket;
    await new SqsTickets(sqs, dead, new HeldClock()).send([ticket('a.example'), ticket('b.example')]);
    const odd = { QueueUrl: dead, MessageBody: '<odd>', MessageGroupId: 'g', MessageDeduplicationId: 'd' };
    await sqs.send(new SendMessageCommand(odd));

    const hosts = async () =>
      (await letters.list(100)).map(({ ticket: one, body }) => one?.host ?? body).sort();
    expect(await hosts()).toEqual(['<odd>', 'a.example', 'b.example']);
    expect(await hosts()).toEqual(['<odd>', 'a.example', 'b.example']);

    expect(await letters.count()).toBe(3);
    const first = (await letters.list(100)).find(({ ticket: one }) => one?.host === 'a.example');
    expect(await letters.redrive([first?.id ?? ''])).toBe(1);
    const [again] = await receiverOf(sqs, ready).receive(10);
    expect(again?.ticket).toMatchObject({ host: 'a.example', id: 'id-a.example' });
    expect(await letters.drop()).toBe(2);
    expect(await hosts()).toEqual([]);
    clients.close();
  });
});
