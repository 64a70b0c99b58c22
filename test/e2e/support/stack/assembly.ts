import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { outputsFile } from '../../../../localstack/cdk.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { account, region } from '../../../../localstack/env.ts';
import { postSigned } from '../../../../localstack/signed-post.ts';
import type { Cloud } from '../../../../localstack/state.ts';
import { zipOf } from '../../../support/documents/containers.ts';
import { until } from '../clockwork.ts';

/** A stack that was synthesised into a directory. */
export interface Assembly {
  readonly outDir: string;
  readonly stack: string;
  /** Resources that are there under the names that the template gives them are adopted. */
  readonly importsExisting?: boolean;
}

interface Asset {
  readonly source: { readonly path: string; readonly packaging: 'file' | 'zip' };
  readonly destinations: Readonly<
    Record<string, { readonly bucketName: string; readonly objectKey: string }>
  >;
}

interface Artifact {
  readonly properties: {
    readonly cloudFormationExecutionRoleArn: string;
    readonly stackTemplateAssetObjectUrl: string;
    readonly tags?: Readonly<Record<string, string>>;
  };
}

type Parameters = Readonly<Record<string, string>>;

/**
 * Does what `cdk deploy --app DIRECTORY` does, by the same calls: puts the assets and the template into the bucket of the
 * bootstrap, makes a change set, executes it, and writes the outputs down. Without the command line, which takes ten seconds of CPU.
 * @throws Error with what CloudFormation says
 */
export async function deployAssembly(cloud: Cloud, assembly: Assembly): Promise<void> {
  const { outDir, stack } = assembly;
  await publishAssets(cloud, assembly);
  const { artifacts } = readJson(outDir, 'manifest.json') as {
    artifacts: Readonly<Record<string, Artifact>>;
  };
  const properties = artifacts[stack]?.properties;
  if (properties === undefined) throw new Error(`${outDir} has no stack ${stack}`);
  const change = { StackName: stack, ChangeSetName: `change-${randomBytes(4).toString('hex')}` };
  await call(cloud, 'CreateChangeSet', {
    ...change,
    ChangeSetType: (await stackStatus(cloud, stack)) === undefined ? 'CREATE' : 'UPDATE',
    TemplateURL: inAccount(properties.stackTemplateAssetObjectUrl).replace('s3://', `${cloud.endpoint}/`),
    RoleARN: inAccount(properties.cloudFormationExecutionRoleArn),
    ImportExistingResources: String(assembly.importsExisting ?? false),
    ...listed('Capabilities', ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND']),
    ...tagged(properties.tags ?? {}),
  });
  const described = await call(cloud, 'DescribeChangeSet', change);
  if (inTag('Status', described) !== 'CREATE_COMPLETE') throw new Error(described);
  await call(cloud, 'ExecuteChangeSet', change);
  await untilStatus(cloud, stack, /^(?:CREATE|UPDATE)_COMPLETE$/);
  const outputs = outputsIn(await call(cloud, 'DescribeStacks', { StackName: stack }));
  writeFileSync(join(outDir, outputsFile), JSON.stringify({ [stack]: outputs }));
}

/** Does what `cdk destroy` does. What the stack retains stays. */
export async function destroyStack(cloud: Cloud, stack: string): Promise<void> {
  const StackName = inTag('StackId', await call(cloud, 'DescribeStacks', { StackName: stack }));
  await call(cloud, 'DeleteStack', { StackName });
  await untilStatus(cloud, StackName, /^DELETE_COMPLETE$/);
}

async function publishAssets(cloud: Cloud, { outDir, stack }: Assembly): Promise<void> {
  const { files } = readJson(outDir, `${stack}.assets.json`) as { files: Readonly<Record<string, Asset>> };
  const s3 = sdkClient(S3Client, { ...clientConfig(cloud), forcePathStyle: true });
  for (const { source, destinations } of Object.values(files)) {
    for (const { bucketName, objectKey: Key } of Object.values(destinations)) {
      const object = { Bucket: inAccount(bucketName), Key };
      if (await isThere(s3, object)) continue;
      const path = join(outDir, source.path);
      const Body = source.packaging === 'zip' ? zipped(path) : readFileSync(path);
      await s3.send(new PutObjectCommand({ ...object, Body }));
    }
  }
  s3.destroy();
}

async function isThere(
  s3: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand(object));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

function zipped(directory: string): Uint8Array {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const parts = files.sort().map((file) => [file.slice(directory.length + 1), readFileSync(file)]);
  return zipOf(Object.fromEntries(parts));
}

/** Waits for the end of an operation. @throws Error when the stack ends in another state */
async function untilStatus(cloud: Cloud, stack: string, wanted: RegExp): Promise<void> {
  await until(`${stack} is ${wanted.source}`, async () => {
    const status = await stackStatus(cloud, stack);
    if (status === undefined || /_IN_PROGRESS$/.test(status)) return false;
    if (wanted.test(status)) return true;
    const events = await call(cloud, 'DescribeStackEvents', { StackName: stack });
    const reasons = [...events.matchAll(/<ResourceStatusReason>([^<]+)</g)].map(([, reason]) => reason);
    throw new Error(`${stack} is ${status}: ${reasons.join('; ')}`);
  });
}

async function stackStatus(cloud: Cloud, StackName: string): Promise<string | undefined> {
  try {
    return inTag('StackStatus', await call(cloud, 'DescribeStacks', { StackName }));
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

function outputsIn(xml: string): Parameters {
  const members = xml.matchAll(/<OutputKey>([^<]*)<\/OutputKey>\s*<OutputValue>([^<]*)</g);
  return Object.fromEntries([...members].map(([, key = '', value = '']) => [key, unescaped(value)]));
}

function unescaped(text: string): string {
  const characters: Parameters = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
  return text.replace(/&(\w+);/g, (entity, name) => characters[name] ?? entity);
}

function inTag(name: string, xml: string): string {
  return new RegExp(`<${name}>([^<]*)<`).exec(xml)?.[1] ?? '';
}

function inAccount(text: string): string {
  return text
    .replaceAll('$' + '{AWS::Partition}', 'aws')
    .replaceAll('$' + '{AWS::AccountId}', account)
    .replaceAll('$' + '{AWS::Region}', region);
}

function listed(name: string, values: readonly string[]): Parameters {
  return Object.fromEntries(values.map((value, index) => [`${name}.member.${index + 1}`, value]));
}

function tagged(tags: Parameters): Parameters {
  const [keys, values] = [Object.keys(tags), Object.values(tags)];
  const field = (name: string, all: readonly string[]) =>
    all.map((one, index) => [`Tags.member.${index + 1}.${name}`, one]);
  return Object.fromEntries([...field('Key', keys), ...field('Value', values)]);
}

function call(cloud: Cloud, action: string, parameters: Parameters): Promise<string> {
  const body = new URLSearchParams({ Action: action, Version: '2010-05-15', ...parameters }).toString();
  const contentType = 'application/x-www-form-urlencoded';
  return postSigned(cloud, { service: 'cloudformation', contentType, body });
}

function readJson(outDir: string, file: string): unknown {
  return JSON.parse(readFileSync(join(outDir, file), 'utf8'));
}
