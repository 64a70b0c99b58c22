import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DeployedStack } from './deployed-stack.ts';

/**
 * Gives the dead letters back to the queue, as the stack's redrive command does, which the emulator does not know.
 * Nothing is lost without it: their hosts get new tickets when theirs expire, minutes later.
 */
export async function redrive({ sqs, outputs }: DeployedStack): Promise<void> {
  const { DeadLettersUrl, TicketsUrl } = outputs;
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: DeadLettersUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  for (const { MessageId, Body, Attributes, ReceiptHandle } of Messages) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: TicketsUrl,
        MessageBody: Body,
        MessageGroupId: Attributes?.MessageGroupId,
        MessageDeduplicationId: `redriven-${MessageId}`,
      }),
    );
    await sqs.send(new DeleteMessageCommand({ QueueUrl: DeadLettersUrl, ReceiptHandle }));
  }
}
