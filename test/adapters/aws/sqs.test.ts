import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { describe } from 'vitest';
import { SqsTickets } from '../../../lib/adapters/aws/sqs-tickets.ts';
import { parseTicket } from '../../../lib/adapters/aws/ticket-message.ts';
import { type Delivery, type TicketReceiver, ticketsContract } from '../../contracts/tickets.ts';
import { CrashPlan, crashOnSend } from '../../support/crash.ts';
import { clientsOf, localCloud, makeQueue } from '../../support/local-cloud.ts';

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
    crashOnSend(adapter.sqs, crash);
    return {
      crash,
      tickets: new SqsTickets(adapter.sqs, queueUrl),
      receiver: receiverOf(worker.sqs, queueUrl),
      close: async () => {
        adapter.close();
        worker.close();
      },
    };
  });
}
