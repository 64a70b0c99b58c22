import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import { parseTickets } from '../../../lib/adapters/aws/queue/ticket-message.ts';
import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import { type AwsStores, awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { turnAdapters } from '../../../lib/runtime/aws/aws-worker.ts';
import type { Cloud } from '../../../localstack/state.ts';
import { HeldClock, settled } from '../clock.ts';
import { type Clients, clientsOf, makeBucket, makeQueue, makeTable } from '../cloud/local-cloud.ts';
import { followed } from '../cloud/slow-sites.ts';
import { batchSize, type LongCrawlStores } from './stores.ts';

/** What the stores are kept in. */
export interface CloudStorage {
  readonly clients: Clients;
  readonly frontierTable: string;
  readonly recordsTable: string;
  readonly bucket: string;
}

/**
 * The adapters of AWS on fresh tables, a bucket and a queue of a local cloud, all of them driven by this process.
 * @param fill puts something there first
 */
export async function storesOnCloud(
  cloud: Cloud,
  fill: (storage: CloudStorage) => Promise<void> = async () => {},
  clock = new HeldClock(),
): Promise<LongCrawlStores> {
  const clients = clientsOf(cloud);
  const { sqs } = clients;
  const [frontierTable, recordsTable, bucket, queueUrl] = [
    await makeTable(clients),
    await makeTable(clients),
    await makeBucket(clients),
    await makeQueue(clients),
  ];
  await fill({ clients, frontierTable, recordsTable, bucket });
  const calls = new Set<Promise<unknown>>();
  const plain = {
    ...awsStores(clients, { frontierTable, recordsTable, bucket, queueUrl }, turnAdapters),
    clock,
  };
  const stores = Object.fromEntries(
    Object.entries(plain).map(([name, port]) => [name, name === 'clock' ? port : followed(port, calls)]),
  ) as unknown as AwsStores;
  /** The message of each delivery, and how many of its tickets are not done. */
  const messages = new Map<Delivery, { readonly handle: string | undefined; left: number }>();
  const waiting: { readonly handle: string | undefined; readonly at: number }[] = [];

  const show = (ReceiptHandle: string | undefined): Promise<unknown> =>
    sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 0 }));

  return {
    ...{ stores, clock },
    async receive() {
      for (const one of waiting.filter(({ at }) => at <= clock.now())) {
        waiting.splice(waiting.indexOf(one), 1);
        await show(one.handle);
      }
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queueUrl,
          MaxNumberOfMessages: batchSize,
          MessageSystemAttributeNames: ['ApproximateReceiveCount'],
        }),
      );
      return Messages.flatMap(({ Body = '', Attributes, ReceiptHandle }) => {
        const receives = Number(Attributes?.ApproximateReceiveCount ?? 1);
        const deliveries = parseTickets(Body).map((ticket) => ({ ticket, receives }));
        const message = { handle: ReceiptHandle, left: deliveries.length };
        for (const delivery of deliveries) messages.set(delivery, message);
        return deliveries;
      });
    },
    async done(delivery) {
      const message = messages.get(delivery);
      messages.delete(delivery);
      if (message === undefined) return;
      message.left -= 1;
      if (message.left > 0) return;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.handle }));
    },
    async again(delivery, afterMs) {
      waiting.push({ handle: messages.get(delivery)?.handle, at: clock.now() + afterMs });
      messages.delete(delivery);
    },
    async quiet() {
      for (;;) {
        await settled();
        if (calls.size === 0) return;
        await Promise.race(calls);
      }
    },
    close: () => clients.close(),
  };
}
