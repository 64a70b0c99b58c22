import { type RemovalPolicy, Token } from 'aws-cdk-lib';
import type { ISecurityGroup, IVpc, SubnetSelection } from 'aws-cdk-lib/aws-ec2';
import type { IManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { WinnowError } from '../../base/error.ts';
import {
  type StackSettings,
  type StackSettingsInput,
  stackSettings,
} from '../../config/stack/stack-settings.ts';
import type { CodeName } from '../bundle/bundle.ts';
import type { ChangesReceiver } from './change-events.ts';

/** Who hears of changes. */
export interface ChangesSubscription {
  readonly destination: ChangesReceiver;
  /** Of this job only; by default of all jobs. */
  readonly job?: string;
}

/** A job that is deployed with its app. */
export interface JobDirectory {
  /** Of a job.yaml, or the file itself. */
  readonly directory: string;
  /** Whether a new job begins to crawl at once. Default: it is paused until a person continues it. */
  readonly open?: boolean;
}

/** What a crawl in somebody's app is made of. All can be left out. */
export interface WinnowCrawlProps {
  /** The beginning of the functions' names, and what `winnow --stack` and `openCrawl` call it. Default: `winnow`. */
  readonly name?: string;
  /** The network of all functions. They need a way to DynamoDB, S3, SQS and the web. Default: none. */
  readonly vpc?: IVpc;
  /** Default: the private subnets with a way out. */
  readonly vpcSubnets?: SubnetSelection;
  /** Default: a group that lets nothing in. */
  readonly securityGroups?: readonly ISecurityGroup[];
  /** Encrypts tables, bucket, queues and logs. Default: keys of AWS. */
  readonly encryptionKey?: IKey;
  /** On everything of the crawl that takes tags. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Of every role of the crawl. */
  readonly permissionsBoundary?: IManagedPolicy;
  /** Is told when an alarm rings. */
  readonly alarmTopic?: ITopic;
  /** What becomes of tables and bucket when the crawl is taken out of the app: `RETAIN` (the default) or `DESTROY`. */
  readonly removalPolicy?: RemovalPolicy;
  /** Who hears of changes, as `onChange` adds them. */
  readonly destinations?: readonly ChangesSubscription[];
  /** Directories of a job.yaml: their jobs are made, or get these settings, when the app is deployed. */
  readonly jobs?: readonly JobDirectory[];
  /** The further settings of a stack (docs/deploy.md), as in cdk.json. */
  readonly settings?: StackSettingsInput;
  /** The bundle of a function, for `convert` an image too (`Code.fromEcrImage`). Default: bundled by esbuild on this machine. */
  readonly code?: (name: CodeName) => Code;
  /** With `code`: the digests of the plug-ins in the bundle of harvest. */
  readonly plugins?: readonly string[];
}

/** The settings of a crawl: those given, under what the props say in their stead. @throws WinnowError `config` */
export function settingsOf(props: WinnowCrawlProps): StackSettings {
  const { settings = {}, name, vpc, tags, removalPolicy } = props;
  const twice = [
    ...(vpc !== undefined && settings.network !== undefined ? ['vpc and settings.network'] : []),
    ...(vpc !== undefined && Number(settings.fixedAddresses ?? 0) > 0
      ? ['vpc and settings.fixedAddresses']
      : []),
    ...(props.encryptionKey !== undefined && settings.kmsKey !== undefined
      ? ['encryptionKey and settings.kmsKey']
      : []),
    ...(props.code !== undefined && settings.convertImage !== undefined
      ? ['code and settings.convertImage']
      : []),
  ];
  if (twice.length > 0) throw new WinnowError('config', `give one of each: ${twice.join('; ')}`);
  if (removalPolicy !== undefined && removalPolicy !== 'retain' && removalPolicy !== 'destroy')
    throw new WinnowError('config', `removalPolicy: expected RETAIN or DESTROY, got ${removalPolicy}`);
  const checked = stackSettings({
    ...settings,
    ...(name === undefined ? {} : { stackName: name }),
    ...(removalPolicy === undefined ? {} : { removal: removalPolicy }),
    ...(tags === undefined ? {} : { tags: { ...settings.tags, ...tags } }),
  });
  // The ARN of a topic of this app is not known yet, so nothing can check how it is written.
  return props.alarmTopic === undefined ? checked : { ...checked, alarmTopic: props.alarmTopic.topicArn };
}

/** Checks that what the crawl is given is where the crawl is. @throws WinnowError `config` */
export function requireRegion(region: string, { vpc, encryptionKey, alarmTopic }: WinnowCrawlProps): void {
  for (const [what, given] of Object.entries({ vpc, encryptionKey, alarmTopic })) {
    const there = given?.env.region;
    if (there === undefined || Token.isUnresolved(there) || Token.isUnresolved(region) || there === region)
      continue;
    throw new WinnowError(
      'config',
      `${what}: it is in ${there}, the crawl in ${region}: give it one of its region`,
    );
  }
}
