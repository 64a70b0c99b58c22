import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { joinedDeadLetters } from '../../../lib/adapters/aws/queue/joined-dead-letters.ts';
import { parseOrder } from '../../../lib/adapters/aws/queue/order-message.ts';
import { SqsConvertQueue } from '../../../lib/adapters/aws/queue/sqs-convert-queue.ts';
import { SqsDeadLetters } from '../../../lib/adapters/aws/queue/sqs-dead-letters.ts';
import { SqsTickets } from '../../../lib/adapters/aws/queue/sqs-tickets.ts';
import { parseTickets } from '../../../lib/adapters/aws/queue/ticket-message.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { ConversionOrder } from '../../../lib/domain/convert/conversion.ts';
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
      return Messages.flatMap(({ Body = '', ReceiptHandle, Attributes }) =>
        parseTickets(Body).map((ticket) => ({
          ticket,
          receives: Number(Attributes?.ApproximateReceiveCount),
          handle: ReceiptHandle,
        })),
      );
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

const ticketOf = (host: string, gate = host) =>
  ({ ...{ job: 'birds', host, turn: 1, id: `id-${host}`, gate, config: 'c', pages: 5 } }) as Ticket;

describe.skipIf(cloud === undefined)('tickets that share a message', () => {
  test('are those of hosts with gates of their own, and count as what they are', async () => {
    const clients = clientsOf(cloud as Cloud);
    const queueUrl = await makeQueue(clients);
    const tickets = new SqsTickets(clients.sqs, queueUrl, new HeldClock());
    const own = Array.from({ length: 7 }, (_, n) => ticketOf(`h${n}.example`));
    const shared = [ticketOf('a.b.example', 'domain b.example'), ticketOf('c.b.example', 'domain b.example')];
    await tickets.send([...own, ...shared]);
    expect(await tickets.outstanding()).toBe(9);
    const first = await receiverOf(clients.sqs, queueUrl).receive(10);
    expect(first.map(({ ticket }) => ticket)).toEqual([...own, ...shared]);
    expect(new Set(first.map(({ handle }) => handle)).size).toBe(3 + 2);
    clients.close();
  });

  test('are listed one by one when they were given up, and given back together', async () => {
    const clients = clientsOf(cloud as Cloud);
    const { sqs } = clients;
    const [dead, ready] = [await makeQueue(clients), await makeQueue(clients)];
    const letters = new SqsDeadLetters(sqs, { name: 'tickets', deadUrl: dead, url: ready });
    await new SqsTickets(sqs, dead, new HeldClock()).send([ticketOf('a.example'), ticketOf('b.example')]);
    const listed = await letters.list(10);
    expect(listed.map(({ ticket }) => ticket?.host)).toEqual(['a.example', 'b.example']);
    expect(await letters.redrive([listed[0]?.id ?? ''])).toBe(1);
    const again = await receiverOf(sqs, ready).receive(10);
    expect(again.map(({ ticket }) => ticket.host)).toEqual(['a.example', 'b.example']);
    clients.close();
  });
});

describe.skipIf(cloud === undefined)('dead letters', () => {
  test('are listed again and again, given back one by one, and deleted', async () => {
    const clients = clientsOf(cloud as Cloud);
    const { sqs } = clients;
    const [dead, ready] = [await makeQueue(clients), await makeQueue(clients)];
    const letters = new SqsDeadLetters(sqs, { name: 'tickets', deadUrl: dead, url: ready });
    const queue = new SqsTickets(sqs, dead, new HeldClock());
    for (const host of ['a.example', 'b.example']) await queue.send([ticketOf(host)]);
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

  test('of tickets and of orders to convert are looked after together, and go back to the queue that they came from', async () => {
    const clients = clientsOf(cloud as Cloud);
    const { sqs } = clients;
    const [dead, ready] = [await makeQueue(clients), await makeQueue(clients)];
    const [deadOrders, orders] = [
      await makeQueue(clients, { fifo: false }),
      await makeQueue(clients, { fifo: false }),
    ];
    const letters = joinedDeadLetters([
      new SqsDeadLetters(sqs, { name: 'tickets', deadUrl: dead, url: ready }),
      new SqsDeadLetters(sqs, { name: 'conversions', deadUrl: deadOrders, url: orders }),
    ]);
    const order: ConversionOrder = {
      ...{ job: 'birds', host: 'b.example' as HostName, id: 'x' },
      url: 'http://b.example/owls.pdf' as CanonicalUrl,
    };
    await new SqsTickets(sqs, dead, new HeldClock()).send([ticketOf('a.example')]);
    await new SqsConvertQueue(sqs, deadOrders, new HeldClock()).send([order]);
    await sqs.send(new SendMessageCommand({ QueueUrl: deadOrders, MessageBody: '<odd>' }));

    const listed = await letters.list(10);
    expect(listed.map(({ queue, ticket: one, order: other }) => [queue, (one ?? other)?.host])).toEqual(
      expect.arrayContaining([
        ['tickets', 'a.example'],
        ['conversions', 'b.example'],
        ['conversions', undefined],
      ]),
    );
    expect(await letters.count()).toBe(3);
    const given = listed.find((letter) => letter.order !== undefined);
    expect(await letters.redrive([given?.id ?? ''])).toBe(1);
    const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: orders }));
    expect(parseOrder(message?.Body ?? '')).toEqual(order);
    expect(await letters.drop()).toBe(2);
    expect(await letters.list(10)).toEqual([]);
    clients.close();
  });
});
