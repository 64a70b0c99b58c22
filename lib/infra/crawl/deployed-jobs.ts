import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CustomResource, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { WinnowError } from '../../base/error.ts';
import { type LoadedJob, loadJob } from '../../config/job/load-job.ts';
import { environment } from '../../config/stack/names.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import { encodeSettings } from '../../config/stored/settings-json.ts';
import { requireContact } from '../../domain/settings/contact.ts';
import { bundle } from '../bundle/bundle.ts';
import { grantConnecting, type LambdaNetwork } from '../network/network.ts';
import type { CrawlBucket } from './crawl-bucket.ts';
import type { JobDirectory } from './crawl-props.ts';
import type { Encryption } from './encryption.ts';
import type { StateTable } from './state-table.ts';
import type { Granted } from './winnow-function.ts';

export interface DeployedJobsProps {
  readonly jobs: readonly JobDirectory[];
  readonly settings: StackSettings;
  /** The digests of the plug-ins that the stack has. */
  readonly plugins: readonly string[];
  /** Where files are made for the deployment. */
  readonly folder: string;
  readonly frontier: StateTable;
  readonly bucket: CrawlBucket;
  readonly network: LambdaNetwork | undefined;
  readonly encryption: Encryption;
}

/**
 * Jobs that are deployed with their app. A function has them as files beside its code, and stores them when CloudFormation
 * makes or changes this resource. A job that is taken out of the app stays as it is in the crawl.
 */
export class DeployedJobs extends Construct implements Granted {
  private readonly lambda: LambdaFunction;

  /** @throws WinnowError `config` for a job that could not run on AWS */
  constructor(scope: Construct, id: string, props: DeployedJobsProps) {
    super(scope, id);
    const { settings, folder, network, encryption } = props;
    const jobs = props.jobs.map((one) => ({ ...one, loaded: deployable(loadJob(one.directory), props) }));
    bundle('jobs', folder);
    const digest = writeJobs(folder, jobs);
    const functionName = `${settings.stackName}-jobs`;
    const logGroup = new LogGroup(this, 'Log', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: settings.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
      ...encryption.ofLog,
    });
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: 'Stores the jobs that are deployed with their app',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(folder),
      memorySize: 512,
      timeout: Duration.minutes(5),
      environment: { NODE_OPTIONS: '--enable-source-maps', [environment.stack]: settings.stackName },
      role: new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      logGroup,
      ...network?.placement,
    });
    if (network !== undefined) grantConnecting(this.lambda, functionName);
    encryption.grantUse(this.lambda.grantPrincipal);
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    props.frontier.grantRead(this);
    props.frontier.grantWrite(this);
    props.bucket.grantRead(this, 'config', 'models');
    props.bucket.grantWrite(this, 'config', 'models');
    const resource = new CustomResource(this, 'Stored', {
      resourceType: 'Custom::WinnowJobs',
      serviceToken: this.lambda.functionArn,
      serviceTimeout: Duration.minutes(6),
      properties: { digest },
    });
    resource.node.addDependency(this.lambda);
  }

  allow(actions: readonly string[], resources: readonly string[]): void {
    this.lambda.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
  }

  setVariable(name: string, value: string): void {
    this.lambda.addEnvironment(name, value);
  }
}

/** What `winnow deploy-job` asks of a job, as far as it is known before the deploy. */
function deployable(loaded: LoadedJob, { settings: stack, plugins }: DeployedJobsProps): LoadedJob {
  const { settings, file } = loaded;
  const refuse = (what: string): never => {
    throw new WinnowError('config', `${file}: ${what}`);
  };
  requireContact(settings);
  if (settings.limits.pagesPerDay === undefined)
    refuse('set limits.pagesPerDay: no crawl runs on AWS without a ceiling');
  if (settings.turn.maxMs > stack.turnMaxSeconds * 1_000)
    refuse(`turn.maxSeconds is more than the turnMaxSeconds of the stack (${stack.turnMaxSeconds})`);
  const missing = loaded.plugins.find(({ digest }) => !plugins.includes(digest));
  if (missing !== undefined)
    refuse(`the stack has no plug-in ${missing.file}: name its directory in settings.plugins`);
  const { credentials } = settings.fetch;
  const secret =
    credentials === undefined || Object.hasOwn(stack.secrets, credentials) ? undefined : credentials;
  if (secret !== undefined)
    refuse(`fetch.credentials: the stack has no secret '${secret}': name it in settings.secrets`);
  return loaded;
}

/** Writes what the function reads. @returns a digest that is another when anything of it is */
function writeJobs(folder: string, jobs: readonly (JobDirectory & { readonly loaded: LoadedJob })[]): string {
  const sum = createHash('sha256');
  mkdirSync(join(folder, 'models'), { recursive: true });
  const written = jobs.map(({ open = false, loaded: { settings, models } }) => {
    for (const { digest, read } of models) writeFileSync(join(folder, 'models', digest), read());
    return { settings: encodeSettings(settings), open, models: models.map(({ digest }) => digest) };
  });
  const text = JSON.stringify(written);
  writeFileSync(join(folder, 'jobs.json'), text);
  return sum.update(text).digest('hex').slice(0, 32);
}
