import { ListEventSourceMappingsCommand, UpdateEventSourceMappingCommand } from '@aws-sdk/client-lambda';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
} from '@aws-sdk/client-sqs';
import type { SqsBatchResponse } from '../../../../lib/adapters/aws/queue/batch.ts';
import { functionName } from '../../../../lib/config/stack/names.ts';
import type { DeployedStack, Invoked } from './deployed-stack.ts';

export interface PollerOptions {
  /** Workers side by side. */
  readonly count: number;
  /** Tickets to one invocation. */
  readonly batch: number;
  /** Whether a batch is handed to two workers at once: SQS promises delivery at least once. */
  readonly toTwo?: () => boolean;
  /** Whether a ticket that was done is handed out again. */
  readonly again?: () => boolean;
}

export interface Polled {
  invocations: number;
  /** Invocations that ended with an error: their worker died. */
  died: number;
  /** Batches that two workers had at once. */
  toTwo: number;
  /** Tickets that were handed out again although they were done. */
  again: number;
}

/**
 * Delivers tickets to the deployed harvester side by side while `work` runs, as Lambda's own pollers do on AWS: the
 * emulator's event source mapping, which rests meanwhile, takes one batch at a time from a FIFO queue.
 */
export async function withPollers(
  stack: DeployedStack,
  options: PollerOptions,
  work: () => Promise<void>,
): Promise<Polled> {
  const polled: Polled = { invocations: 0, died: 0, toTwo: 0, again: 0 };
  let over = false;
  const poll = async (): Promise<void> => {
    while (!over) await deliverOnce(stack, options, polled);
  };
  await withoutMapping(stack, async () => {
    const worked = work().finally(() => {
      over = true;
    });
    await Promise.all([worked, ...Array.from({ length: options.count }, poll)]);
  });
  return polled;
}

/** Keeps the stack from delivering tickets by itself while `work` runs; a batch that is at work goes on. */
export async function withoutMapping<T>(stack: DeployedStack, work: () => Promise<T>): Promise<T> {
  await setMapping(stack, false);
  try {
    return await work();
  } finally {
    await setMapping(stack, true);
  }
}

/** From now on tickets wait in the queue. */
export function stopDelivery(stack: DeployedStack): Promise<void> {
  return setMapping(stack, false);
}

/** Lambda's own pollers wait for the queue's visibility time-out; a dead worker's gate is open before that. */
function afterDeath({ runtime }: DeployedStack): number {
  return Math.ceil(runtime.timing.leaseMs / 1_000) + 2;
}

async function deliverOnce(stack: DeployedStack, options: PollerOptions, polled: Polled): Promise<void> {
  const messages = await receive(stack, options.batch);
  if (messages.length === 0) return;
  const twice = options.toTwo?.() ?? false;
  const answers = await Promise.all(Array.from({ length: twice ? 2 : 1 }, () => deliver(stack, messages)));
  polled.invocations += answers.length;
  polled.died += answers.filter(({ invoked }) => invoked.failed).length;
  polled.toTwo += twice ? 1 : 0;
  const failed = new Set(answers.flatMap(({ failures }) => failures));
  for (const message of messages) {
    if (failed.has(message)) {
      await hide(stack, message, afterDeath(stack));
    } else if (options.again?.() && receives(message) === 1) {
      polled.again += 1;
      await hide(stack, message, 0);
    } else {
      await done(stack, message);
    }
  }
}

/** Tickets with what Lambda tells a function about each; none if none comes within a second. */
export async function receive({ sqs, outputs }: DeployedStack, batch: number): Promise<readonly Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: outputs.TicketsUrl,
      MaxNumberOfMessages: batch,
      WaitTimeSeconds: 1,
      MessageSystemAttributeNames: ['MessageGroupId', 'ApproximateReceiveCount'],
    }),
  );
  return Messages;
}

/** Hands tickets to the deployed harvester. */
export async function deliver(
  stack: DeployedStack,
  messages: readonly Message[],
): Promise<{ readonly invoked: Invoked; readonly failures: readonly Message[] }> {
  const invoked = await stack.invoke('harvest', { Records: messages.map(asRecord) });
  if (invoked.failed) return { invoked, failures: messages };
  const { batchItemFailures } = invoked.answer as SqsBatchResponse;
  const ids = new Set<string | undefined>(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  return { invoked, failures: messages.filter(({ MessageId }) => ids.has(MessageId)) };
}

function asRecord({ MessageId, Body, Attributes }: Message): object {
  return { messageId: MessageId, body: Body, attributes: Attributes, eventSource: 'aws:sqs' };
}

export async function done(stack: DeployedStack, { ReceiptHandle }: Message): Promise<void> {
  await stack.sqs.send(new DeleteMessageCommand({ QueueUrl: queueOf(stack), ReceiptHandle }));
}

function receives({ Attributes }: Message): number {
  return Number(Attributes?.ApproximateReceiveCount ?? 1);
}

/** Gives a ticket back to the queue, which hands it out again after so many seconds. */
export async function hide(
  stack: DeployedStack,
  { ReceiptHandle }: Message,
  VisibilityTimeout: number,
): Promise<void> {
  await stack.sqs.send(
    new ChangeMessageVisibilityCommand({ QueueUrl: queueOf(stack), ReceiptHandle, VisibilityTimeout }),
  );
}

function queueOf({ outputs }: DeployedStack): string {
  return outputs.TicketsUrl ?? '';
}

async function setMapping(stack: DeployedStack, Enabled: boolean): Promise<void> {
  const FunctionName = functionName(stack.name, 'harvest');
  const { EventSourceMappings = [] } = await stack.lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  for (const { UUID } of EventSourceMappings) {
    await stack.lambda.send(new UpdateEventSourceMappingCommand({ UUID, Enabled }));
  }
}
