import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { DeleteFunctionCommand, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { DeleteScheduleGroupCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import {
  CreateSecretCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { CreateQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { readEnvironment } from '../../../../lib/config/stack/environment.ts';
import {
  type AnyFunctionName,
  environment,
  functionName,
  functionNames,
} from '../../../../lib/config/stack/names.ts';
import { type AwsRuntime, awsRuntime } from '../../../../lib/runtime/aws/aws-ports.ts';
import { bootstrap, diffWithCdk } from '../../../../localstack/cdk.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { deployStack, localContext } from '../../../../localstack/deploy-stack.ts';
import { account, environmentOf, region } from '../../../../localstack/env.ts';
import { mend } from '../../../../localstack/mend.ts';
import type { Cloud } from '../../../../localstack/state.ts';
import { deployedResources, stackOutputs } from '../../../../localstack/template.ts';
import { oneAtATime } from '../../../support/one-at-a-time.ts';
import { type Assembly, deployAssembly, destroyStack } from './assembly.ts';
import { type Destinations, makeDestinations } from './destinations.ts';
import { synthesiseStack } from './synthesis.ts';

/** Longest turn of the stack, seconds: the least that a stack can have, so that what is lost is soon found again. */
const turnMaxSeconds = 2;

const examplePlugins = fileURLToPath(new URL('../../../../examples/plugins', import.meta.url));

/** A stack as `cdk deploy` made it, on a local cloud, and this process as somebody who may do everything with it. */
export interface DeployedStack {
  readonly cloud: Cloud;
  readonly name: string;
  /** By the names that the stack gives them. */
  readonly outputs: Readonly<Record<string, string>>;
  /** ARNs of its secrets by the names that jobs use. */
  readonly secrets: Readonly<Record<SecretName, string>>;
  /** The queue that is told of changes objects of the job `whole`. */
  readonly indexerQueue: string;
  /** Others that are told of changes objects. */
  readonly destinations: Destinations;
  /** Whom the stack was deployed to tell of changes objects, as its settings have it. */
  readonly changesDestinations: readonly object[];
  /** The stores of the stack, under this process's own credentials. */
  readonly runtime: AwsRuntime;
  readonly lambda: LambdaClient;
  readonly sqs: SQSClient;
  /** Deploys another version of it over this one. What it stores and what it is called stay. */
  deployAgain(changes: Readonly<Record<string, string>>): Promise<void>;
  /** What `cdk diff` says of a deploy with the settings of the stack but for some, which are forgotten. */
  diffWithout(...forgotten: readonly string[]): Promise<string>;
  /**
   * Destroys it, and deploys a new one of its name that adopts what it left. Only the new one is of use then; closing
   * either closes both.
   * @param tables to be adopted instead of those that it left
   */
  destroyAndAdopt(tables?: Partial<Tables>): Promise<DeployedStack>;
  /** Runs a function and waits for it. */
  invoke(name: AnyFunctionName, event?: unknown): Promise<Invoked>;
  /** Stops its schedules: other suites may go on using the cloud. */
  close(): Promise<void>;
}

const secretNames = ['members', 'search-login', 'hook-key'] as const;
type SecretName = (typeof secretNames)[number];
type Context = Readonly<Record<string, string>>;
type Outputs = DeployedStack['outputs'];

export interface Tables {
  readonly frontierTable: string;
  readonly recordsTable: string;
}

export interface Invoked {
  /** What it returned, or the error that it ended with. */
  readonly answer: unknown;
  readonly failed: boolean;
  /** What it wrote to its log. */
  readonly log: string;
}

/**
 * Deploys a stack of its own; from then on the environment of this process points at the cloud, as a user's would.
 * @param how whether `cdk deploy` makes it, or the calls that `cdk deploy` makes; those make whatever is deployed over it
 */
export async function deployedStack(
  cloud: Cloud,
  how: 'by the command line' | 'by the API' = 'by the API',
): Promise<DeployedStack> {
  const name = `e2e-${randomBytes(4).toString('hex')}`;
  const config = clientConfig(cloud);
  const lambda = sdkClient(LambdaClient, {
    ...config,
    requestHandler: { ...config.requestHandler, requestTimeout: 120_000, socketTimeout: 120_000 },
  });
  const sqs = sdkClient(SQSClient, config);
  const scheduler = sdkClient(SchedulerClient, config);
  const indexer = await makeIndexerQueue(sqs, `${name}-indexer`);
  const destinations = await makeDestinations({ cloud, sqs, lambda }, `${name}-told`);
  const changesDestinations = [
    { kind: 'sqs', arn: indexer.arn, prefix: 'changes/whole/', permission: 'exists' },
    ...destinations.settings,
  ];
  const secrets = await makeSecrets(cloud, name);
  const context = {
    turnMaxSeconds: String(turnMaxSeconds),
    commandBus: 'own',
    rest: 'enabled',
    secrets: JSON.stringify(secrets),
    plugins: examplePlugins,
    sinks: 'enabled',
    sql: JSON.stringify({ jobs: ['owls', 'none'] }),
    changesDestinations: JSON.stringify(changesDestinations),
  };
  const deploy = (changes: Context, options: Pick<Assembly, 'importsExisting'> = {}) =>
    deployByApi(cloud, name, { context: { ...context, ...changes }, ...options });
  const invoke = invokerOf(lambda, name);
  // Two that bootstrap a cloud at once make the same bucket.
  await oneAtATime('bootstrap', () => bootstrapOnce(cloud));
  const outputs =
    how === 'by the API'
      ? await deploy({})
      : await deployStack(cloud, name, {
          ...{ outDir: newDirectory('stack'), verbose: false, isBootstrapped: true, context },
        });
  enter(cloud);
  const endSchedules = (): Promise<unknown> =>
    scheduler.send(new DeleteScheduleGroupCommand({ Name: outputs.ScheduleGroup }));
  /** @param adopted what it was told to adopt, which each later deploy must say again */
  const connected = (outputs: Outputs, adopted: Context): DeployedStack => ({
    ...{ cloud, name, outputs, secrets, indexerQueue: indexer.url, destinations, lambda, sqs, invoke },
    changesDestinations,
    runtime: runtimeOf(name, outputs),
    async deployAgain(changes) {
      const now = await deploy({ ...adopted, ...changes });
      const moved = Object.keys(outputs).filter((output) => now[output] !== outputs[output]);
      if (moved.length > 0) throw new Error(`the stack has other resources now: ${moved.join(', ')}`);
    },
    async diffWithout(...forgotten) {
      const left = Object.entries({ ...context, ...adopted }).filter(([key]) => !forgotten.includes(key));
      const outDir = newDirectory('diff');
      await synthesiseStack({ outDir, context: localContext(cloud, name, Object.fromEntries(left)) });
      return await diffWithCdk(cloud, { outDir, verbose: false });
    },
    async destroyAndAdopt(tables) {
      await endSchedules();
      await endFunctions(lambda, name, [...functionNames, 'view', 'distil', 'sql', 'sinks']);
      await destroyStack(cloud, name);
      const { FrontierTable: frontierTable, RecordsTable: recordsTable, BucketName: bucket } = outputs;
      const adopt = JSON.stringify({ frontierTable, recordsTable, bucket, ...tables });
      return connected(await deploy({ adopt }, { importsExisting: true }), { adopt });
    },
    async close() {
      await endSchedules();
      for (const client of [lambda, sqs, scheduler]) client.destroy();
      await destinations.close();
    },
  });
  return connected(outputs, {});
}

/** Does what `deployStack` does, without the command line. */
async function deployByApi(
  cloud: Cloud,
  stack: string,
  { context, ...options }: Pick<Assembly, 'importsExisting'> & { readonly context: Context },
): Promise<Outputs> {
  const outDir = newDirectory('stack');
  await synthesiseStack({ outDir, context: localContext(cloud, stack, context) });
  await deployAssembly(cloud, { outDir, stack, ...options });
  await mend(cloud, deployedResources(outDir, stack));
  return stackOutputs(outDir, stack);
}

function newDirectory(of: string): string {
  return mkdtempSync(join(tmpdir(), `winnow-e2e-${of}-`));
}

/** Bootstraps a cloud that has no bucket for what is deployed. */
async function bootstrapOnce(cloud: Cloud): Promise<void> {
  const client = sdkClient(S3Client, { ...clientConfig(cloud), forcePathStyle: true });
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  client.destroy();
  if (Buckets.some(({ Name = '' }) => /^cdk-.*-assets-/.test(Name))) return;
  await bootstrap(cloud, { outDir: newDirectory('bootstrap'), verbose: false });
}

/** Runs functions of the stack of that name. */
export function invokerOf(lambda: LambdaClient, stack: string): DeployedStack['invoke'] {
  return async (fn, event = {}) => {
    const { Payload, FunctionError, LogResult } = await lambda.send(
      new InvokeCommand({
        FunctionName: functionName(stack, fn),
        Payload: JSON.stringify(event),
        LogType: 'Tail',
      }),
    );
    return {
      answer: Payload === undefined ? undefined : JSON.parse(Buffer.from(Payload).toString('utf8')),
      failed: FunctionError !== undefined,
      log: Buffer.from(LogResult ?? '', 'base64').toString('utf8'),
    };
  };
}

/**
 * The emulator lets the workers of a function live that CloudFormation deletes; they make its log group anew when they write
 * to it, which on AWS their roles may not. Of a function that is deleted by hand it kills them.
 */
export async function endFunctions(
  lambda: LambdaClient,
  stack: string,
  functions: readonly AnyFunctionName[] = [...functionNames, 'view', 'distil'],
): Promise<void> {
  for (const fn of functions)
    await lambda.send(new DeleteFunctionCommand({ FunctionName: functionName(stack, fn) }));
}

function runtimeOf(name: string, outputs: Outputs): AwsRuntime {
  return awsRuntime(
    readEnvironment({
      [environment.stack]: name,
      [environment.frontierTable]: outputs.FrontierTable,
      [environment.recordsTable]: outputs.RecordsTable,
      [environment.bucket]: outputs.BucketName,
      [environment.queueUrl]: outputs.TicketsUrl,
      [environment.convertQueueUrl]: outputs.OrdersUrl,
      [environment.turnSeconds]: String(turnMaxSeconds),
    }),
  );
}

async function makeSecrets(cloud: Cloud, stack: string): Promise<DeployedStack['secrets']> {
  const client = sdkClient(SecretsManagerClient, clientConfig(cloud));
  const made = secretNames.map(async (name) => {
    const { ARN } = await client.send(
      new CreateSecretCommand({ Name: `${stack}/${name}`, SecretString: '{"sites":[]}' }),
    );
    if (ARN === undefined) throw new Error(`the secret ${name} has no ARN`);
    return [name, ARN] as const;
  });
  const secrets = Object.fromEntries(await Promise.all(made)) as DeployedStack['secrets'];
  client.destroy();
  return secrets;
}

/** Puts another text into a secret. */
export async function giveSecret(
  { cloud, secrets }: DeployedStack,
  name: SecretName,
  SecretString: string,
): Promise<void> {
  const client = sdkClient(SecretsManagerClient, clientConfig(cloud));
  await client.send(new PutSecretValueCommand({ SecretId: secrets[name], SecretString }));
  client.destroy();
}

/** What `eval $(npm run cloud:up)` does to a shell. Certificates of the environment are read only when Node starts. */
function enter(cloud: Cloud): void {
  Object.assign(process.env, environmentOf(cloud));
  if (cloud.ca === undefined) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(cloud.ca, 'utf8')]);
}

/** A queue that lets S3 in, as somebody has who deploys with `"permission":"exists"`. */
async function makeIndexerQueue(
  sqs: SQSClient,
  QueueName: string,
): Promise<{ readonly url: string; readonly arn: string }> {
  const arn = `arn:aws:sqs:${region}:${account}:${QueueName}`;
  const Statement = [
    {
      Effect: 'Allow',
      Principal: { Service: 's3.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: arn,
      Condition: { StringEquals: { 'aws:SourceAccount': account } },
    },
  ];
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes: { Policy } }));
  if (QueueUrl === undefined) throw new Error('the queue has no URL');
  return { url: QueueUrl, arn };
}
