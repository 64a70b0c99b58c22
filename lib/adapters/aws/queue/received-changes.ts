import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { failure } from '../base/failure.ts';

/** How long a message stays invisible; it is prolonged while its changes are read, by half of this. */
const invisibleSeconds = 60;
/** The longest wait of one request for messages: a connection on which nothing comes for longer counts as broken off (`attemptLimits`). */
const waitSeconds = 10;

/** A message about changes objects. */
export interface ChangesMessage {
  /** In the order of the message. */
  readonly keys: readonly string[];
  /** Deletes the message: its changes were read. */
  done(): Promise<void>;
}

export interface Receiving {
  readonly signal: AbortSignal;
  /** Whether it waits for further messages until the signal aborts; otherwise it ends when the queue has none for 10 s. */
  readonly forever: boolean;
}

/**
 * The messages of a queue that hears of changes objects, by S3, by a topic or by EventBridge, one at a time. A message is
 * invisible to others while it is read, and comes back unless it is done. What names no object is left in the queue.
 */
export async function* receivedChanges(
  client: SQSClient,
  QueueUrl: string,
  { signal, forever }: Receiving,
): AsyncGenerator<ChangesMessage> {
  const call = async <T>(action: string, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      throw failure(error, { service: 'sqs', action, resource: QueueUrl });
    }
  };
  while (!signal.aborted) {
    const [message] = await receive(client, QueueUrl, signal, call);
    if (message === undefined && (signal.aborted || !forever)) return;
    const keys = message === undefined ? undefined : keysOf(message.Body ?? '');
    if (message === undefined || keys === undefined) continue;
    const { ReceiptHandle } = message;
    const prolong = setInterval(() => {
      const VisibilityTimeout = invisibleSeconds;
      const longer = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
      // If it fails, the message comes again, which readers have to bear anyway.
      client.send(longer).catch(() => undefined);
    }, invisibleSeconds * 500);
    prolong.unref();
    try {
      yield {
        keys,
        done: async () => {
          await call('DeleteMessage', () =>
            client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
          );
        },
      };
    } finally {
      clearInterval(prolong);
    }
  }
}

async function receive(
  client: SQSClient,
  QueueUrl: string,
  signal: AbortSignal,
  call: <T>(action: string, send: () => Promise<T>) => Promise<T>,
): Promise<readonly Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: 1,
    WaitTimeSeconds: waitSeconds,
    VisibilityTimeout: invisibleSeconds,
  });
  try {
    const { Messages = [] } = await call('ReceiveMessage', () =>
      client.send(command, { abortSignal: signal }),
    );
    return Messages;
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

/** The keys that a message is about; none for S3's test event; undefined for what is no event. */
export function keysOf(body: string): readonly string[] | undefined {
  let message: Event;
  try {
    message = JSON.parse(body) as Event;
  } catch {
    return undefined;
  }
  if (message === null || typeof message !== 'object') return undefined;
  if (message.Message !== undefined) return keysOf(message.Message);
  if (message.Event === 's3:TestEvent') return [];
  if (message.detail?.object?.key !== undefined) return [message.detail.object.key];
  return message.Records?.flatMap(({ s3 }) =>
    s3?.object?.key === undefined ? [] : [decodeURIComponent(s3.object.key.replaceAll('+', ' '))],
  );
}

interface Event {
  /** Of a topic. */
  readonly Message?: string;
  readonly Event?: string;
  /** Of EventBridge, whose keys are not encoded. */
  readonly detail?: { readonly object?: { readonly key?: string } };
  readonly Records?: readonly { readonly s3?: { readonly object?: { readonly key?: string } } }[];
}
