import { createServer } from 'node:http';
import { CreateFunctionCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { account, region } from '../../../../localstack/env.ts';
import { postSigned } from '../../../../localstack/signed-post.ts';
import type { Cloud } from '../../../../localstack/state.ts';
import { zipOf } from '../../../support/documents/containers.ts';
import { listen } from '../../../support/web/hostile-server.ts';
import { until } from '../clockwork.ts';

/** The kinds of destination, and the job whose changes each is told of. */
export const toldOf = {
  sqs: 'to-queue',
  sns: 'to-topic',
  lambda: 'to-function',
  eventbridge: 'to-rule',
} as const;

export type Kind = keyof typeof toldOf;

/** One destination of each kind, for a stack that is deployed with `settings`. */
export interface Destinations {
  /** Values of `changesDestinations`. */
  readonly settings: readonly object[];
  /** What one of them is told until it was told of all objects with these in their keys, in whatever order. */
  told(kind: Kind, until: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Parts {
  readonly cloud: Cloud;
  readonly sqs: SQSClient;
  readonly lambda: LambdaClient;
}

const arnOf = (service: string, name: string) => `arn:aws:${service}:${region}:${account}:${name}`;

/** Makes a queue, a topic with a queue behind it, a function that tells this process, and a rule with a queue behind it. */
export async function makeDestinations(parts: Parts, name: string): Promise<Destinations> {
  const { sqs } = parts;
  const queueFor = async (kind: Kind): Promise<string> => {
    const { QueueUrl = '' } = await sqs.send(
      new CreateQueueCommand({
        QueueName: `${name}-${kind}`,
        Attributes: { Policy: anyService(`${name}-${kind}`) },
      }),
    );
    return QueueUrl;
  };
  const queues = {
    sqs: await queueFor('sqs'),
    sns: await queueFor('sns'),
    eventbridge: await queueFor('eventbridge'),
  };
  await makeTopic(parts, name);
  await makeRule(parts, name);
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      heard.push(body);
      response.end();
    });
  });
  await makeFunction(parts, name, await listen(server));
  const prefix = (kind: Kind) => `changes/${toldOf[kind]}/`;
  const got = { sqs: [], sns: [], eventbridge: [], lambda: heard } as Record<Kind, string[]>;
  return {
    settings: [
      { kind: 'sqs', arn: arnOf('sqs', `${name}-sqs`), prefix: prefix('sqs'), permission: 'exists' },
      { kind: 'sns', arn: arnOf('sns', name), prefix: prefix('sns'), permission: 'exists' },
      { kind: 'lambda', arn: arnOf('lambda', `function:${name}`), prefix: prefix('lambda') },
      { kind: 'eventbridge' },
    ],
    async told(kind, all) {
      await until(`${kind} is told of ${all.join(' and ')}`, async () => {
        if (kind !== 'lambda') got[kind].push(...(await received(sqs, queues[kind])));
        return all.every((one) => got[kind].some((body) => body.includes(one)));
      });
      return got[kind];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function received(sqs: SQSClient, QueueUrl: string): Promise<readonly string[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
  for (const { ReceiptHandle } of Messages)
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  return Messages.map(({ Body = '' }) => Body);
}

function anyService(queue: string): string {
  const Statement = ['s3', 'sns', 'events'].map((service) => ({
    Effect: 'Allow',
    Principal: { Service: `${service}.amazonaws.com` },
    Action: 'sqs:SendMessage',
    Resource: arnOf('sqs', queue),
  }));
  return JSON.stringify({ Version: '2012-10-17', Statement });
}

/** Calls a service of the query protocol. */
async function query(
  cloud: Cloud,
  service: string,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const body = new URLSearchParams(parameters).toString();
  await postSigned(cloud, { service, contentType: 'application/x-www-form-urlencoded', body });
}

async function makeTopic({ cloud }: Parts, name: string): Promise<void> {
  const call = (parameters: Readonly<Record<string, string>>) =>
    query(cloud, 'sns', { Version: '2010-03-31', ...parameters });
  await call({ Action: 'CreateTopic', Name: name });
  const Endpoint = arnOf('sqs', `${name}-sns`);
  await call({ Action: 'Subscribe', TopicArn: arnOf('sns', name), Protocol: 'sqs', Endpoint });
}

/** The rule of docs/events.md, for the bucket of whatever name. */
async function makeRule({ cloud }: Parts, Name: string): Promise<void> {
  const call = (action: string, parameters: object) =>
    postSigned(cloud, {
      service: 'events',
      contentType: 'application/x-amz-json-1.1',
      target: `AWSEvents.${action}`,
      body: JSON.stringify(parameters),
    });
  const EventPattern = JSON.stringify({
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { object: { key: [{ prefix: `changes/${toldOf.eventbridge}/` }] } },
  });
  await call('PutRule', { Name, EventPattern });
  await call('PutTargets', {
    Rule: Name,
    Targets: [{ Id: 'queue', Arn: arnOf('sqs', `${Name}-eventbridge`) }],
  });
}

async function makeFunction({ cloud, lambda }: Parts, FunctionName: string, port: number): Promise<void> {
  const Statement = [
    { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
  ];
  await query(cloud, 'iam', {
    ...{ Action: 'CreateRole', Version: '2010-05-08', RoleName: FunctionName },
    AssumeRolePolicyDocument: JSON.stringify({ Version: '2012-10-17', Statement }),
  });
  const source = `import { request } from 'node:http';
export const handler = (event) => new Promise((resolve, reject) => {
  const options = { host: '127.0.0.1', port: ${port}, method: 'POST' };
  request(options, resolve).on('error', reject).end(JSON.stringify(event));
});
`;
  await lambda.send(
    new CreateFunctionCommand({
      FunctionName,
      Runtime: 'nodejs24.x',
      Role: `arn:aws:iam::${account}:role/${FunctionName}`,
      Handler: 'index.handler',
      Code: { ZipFile: zipOf({ 'index.mjs': source }) },
    }),
  );
}
