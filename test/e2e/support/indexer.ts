import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { GetQueueAttributesCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { environmentOf } from '../../../localstack/env.ts';
import { until } from './clockwork.ts';
import type { DeployedStack } from './stack/deployed-stack.ts';

const root = join(import.meta.dirname, '../../..');

/** The bodies of some of the messages that wait for the indexer, which stay where they are. */
export async function waiting({ sqs, indexerQueue }: DeployedStack): Promise<readonly string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: indexerQueue, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
  );
  return Messages.map(({ Body = '' }) => Body);
}

/** Runs examples/minimal-indexer.mjs until its queue is empty. Returns the lines that it wrote. */
export async function runIndexer(stack: DeployedStack): Promise<readonly string[]> {
  const script = join(root, 'examples/minimal-indexer.mjs');
  const env = { ...process.env, ...environmentOf(stack.cloud), QUEUE_URL: stack.indexerQueue };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  const ended = once(child, 'close');
  try {
    await until(
      'the indexer has emptied its queue',
      async () => child.exitCode !== null || (await empty(stack)),
    );
    if (child.exitCode !== null) throw new Error(`the indexer ended: ${said.err}`);
  } finally {
    child.kill();
    await ended;
  }
  return said.out.trim().split('\n');
}

async function empty({ sqs, indexerQueue }: DeployedStack): Promise<boolean> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl: indexerQueue,
      AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
    }),
  );
  return Object.values(Attributes).every((count) => count === '0');
}
