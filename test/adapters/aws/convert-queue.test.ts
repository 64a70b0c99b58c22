import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { encodeOrder, parseOrder } from '../../../lib/adapters/aws/queue/order-message.ts';
import { SqsConvertQueue } from '../../../lib/adapters/aws/queue/sqs-convert-queue.ts';
import type { ConversionOrder } from '../../../lib/domain/convert/conversion.ts';
import { convertQueueContract } from '../../contracts/convert-queue.ts';
import { HeldClock } from '../../support/clock.ts';
import { clientsOf, localCloud, makeQueue } from '../../support/cloud/local-cloud.ts';
import { CrashPlan } from '../../support/crash.ts';

const cloud = await localCloud();

if (cloud === undefined) describe.skip('SqsConvertQueue', () => {});
else
  convertQueueContract('SqsConvertQueue', async () => {
    const clients = clientsOf(cloud);
    const QueueUrl = await makeQueue(clients, { fifo: false });
    let handle: string | undefined;
    return {
      crash: new CrashPlan(),
      close: async () => clients.close(),
      queue: new SqsConvertQueue(clients.sqs, QueueUrl, new HeldClock()),
      async receive() {
        const { Messages: [message] = [] } = await clients.sqs.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 1,
            MessageSystemAttributeNames: ['ApproximateReceiveCount'],
          }),
        );
        if (message === undefined) return undefined;
        handle = message.ReceiptHandle;
        const receives = Number(message.Attributes?.ApproximateReceiveCount);
        return { order: parseOrder(message.Body ?? ''), receives };
      },
      async end(how) {
        const receipt = { QueueUrl, ReceiptHandle: handle };
        if (how === 'done') await clients.sqs.send(new DeleteMessageCommand(receipt));
        else await clients.sqs.send(new ChangeMessageVisibilityCommand({ ...receipt, VisibilityTimeout: 0 }));
      },
    };
  });

describe('a message with an order', () => {
  const order = { job: 'birds', host: 'a.example', id: 'x', url: 'http://a.example/' } as ConversionOrder;

  test('is read as it was written', () => {
    expect(parseOrder(encodeOrder(order))).toEqual(order);
  });

  test.each([
    ['no JSON', 'odd', 'corrupt'],
    ['null', 'null', 'corrupt'],
    ['without a host', '{"v":1,"job":"birds","id":"x","url":"http://a.example/"}', 'corrupt'],
    ['of a newer Winnow', encodeOrder(order).replace('"v":1', '"v":2'), 'newer'],
  ])('that is %s is refused', (_, body, code) => {
    expect(() => parseOrder(body)).toThrow(expect.objectContaining({ code }));
  });
});
