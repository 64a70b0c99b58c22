import { join } from 'node:path';
import { Stack, Stage, Tags, Token } from 'aws-cdk-lib';
import { type IGrantable, ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import { Code, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { WinnowError } from '../base/error.ts';
import { jobName } from '../config/schema/job-values.ts';
import { type AnyFunctionName, environment, type FunctionName, prefixes } from '../config/stack/names.ts';
import type { StackSettings } from '../config/stack/stack-settings.ts';
import { timing } from '../domain/settings/timing.ts';
import { bundle } from './bundle/bundle.ts';
import { bundlePlugins } from './bundle/bundle-plugins.ts';
import { convertImage } from './bundle/convert-image.ts';
import { connectAsked } from './crawl/asked-functions.ts';
import type { ChangesReceiver } from './crawl/change-events.ts';
import { CommandEvents } from './crawl/command-events.ts';
import { copyElsewhere } from './crawl/copies.ts';
import { CrawlBucket } from './crawl/crawl-bucket.ts';
import { requireRegion, settingsOf, type WinnowCrawlProps } from './crawl/crawl-props.ts';
import { DeployedJobs } from './crawl/deployed-jobs.ts';
import { connectDistiller } from './crawl/distiller.ts';
import { Encryption } from './crawl/encryption.ts';
import { connectSinks } from './crawl/fed-sinks.ts';
import { grantDestroying, grantOperating, grantViewing } from './crawl/grant-people.ts';
import { OrderQueue } from './crawl/order-queue.ts';
import { ReadyQueue } from './crawl/ready-queue.ts';
import { schedulesOf } from './crawl/schedules.ts';
import { SiteSecrets } from './crawl/site-secrets.ts';
import { SqlTables } from './crawl/sql-tables.ts';
import type { StackParts } from './crawl/stack-outputs.ts';
import { StateTable } from './crawl/state-table.ts';
import { WinnowFunction } from './crawl/winnow-function.ts';
import { FixedEgress } from './network/fixed-egress.ts';
import { GivenNetwork } from './network/given-network.ts';
import type { LambdaNetwork } from './network/network.ts';
import { TeamNetwork } from './network/team-network.ts';
import { CrawlAlarms } from './watch/crawl-alarms.ts';
import { CrawlDashboard } from './watch/crawl-dashboard.ts';

/**
 * Winnow on AWS, as a construct. Taking it out of its app leaves the tables and the bucket, unless the props say otherwise.
 *
 *     schedule ─→ dispatch ─ticket→ ready.fifo ─→ harvest ─→ frontier, records, bucket ─changes→ indexers
 *                                         harvest ─order→ convert queue ─→ convert ─message→ frontier
 *     schedule ─→ recycle   links to other hosts: bucket → frontier
 *                 recycle ─call→ distil   what good hubs link to, and what words mean: bucket → frontier, bucket
 *     schedule ─→ ops       makes pages of a certain age due again; runs people's commands
 *     people ───→ view      answers questions
 */
export class WinnowCrawl extends Construct {
  /** What `winnow --stack` and `openCrawl` call the crawl. */
  readonly name: string;
  /** Documents, changes, link segments, settings. */
  readonly bucket: IBucket;
  readonly functions: Readonly<Record<FunctionName | 'view', IFunction>>;
  /** @internal */
  readonly parts: StackParts;
  readonly #encryption: Encryption;

  /**
   * @throws WinnowError `config` for wrong settings, for a second crawl of the same name in its app, for what is in another
   *   region, for a job that cannot be deployed, and without esbuild
   */
  constructor(scope: Construct, id: string, props: WinnowCrawlProps = {}) {
    super(scope, id);
    const settings = settingsOf(props);
    const { stackName: name, adopt, sql, copies } = settings;
    this.name = name;
    refuseTwin(this);
    requireRegion(Stack.of(this).region, props);
    const clockwork = timing(settings.turnMaxSeconds * 1_000);
    const { code, plugins } = codeOf(this, settings, props);

    const retained = settings.removal === 'retain';
    const encryption = new Encryption(this, 'Encryption', props.encryptionKey ?? settings.kmsKey);
    if (props.encryptionKey !== undefined) encryption.allowLogs(name);
    const table = (id: string, variable: string, tableName: string | undefined) =>
      new StateTable(this, id, { variable, tableName, encryption, retained });
    const frontier = table('Frontier', environment.frontierTable, adopt?.frontierTable);
    const records = table('Records', environment.recordsTable, adopt?.recordsTable);
    const bucket = new CrawlBucket(this, 'Bucket', {
      changesDestinations: settings.changesDestinations,
      bucketName: adopt?.bucket,
      encryption,
      retained,
    });
    const ready = new ReadyQueue(this, 'Ready', { timing: clockwork, settings, encryption });

    const conversions = new OrderQueue(this, 'Conversions', { settings, encryption });

    const secrets = new SiteSecrets(settings.secrets);
    const addresses = settings.fixedAddresses;
    const egress = addresses === 0 ? undefined : new FixedEgress(this, 'Egress', { addresses });
    const given = networkOf(this, settings, props);
    const isRest = settings.rest === 'enabled';
    const make = (id: string, name: AnyFunctionName, network: LambdaNetwork | undefined = given) =>
      new WinnowFunction(this, id, {
        name,
        settings,
        timing: clockwork,
        code: code(isRest && (name === 'view' || name === 'ops') ? `${name}-rest` : name),
        network,
        encryption,
      });
    const dispatch = make('Dispatch', 'dispatch');
    const harvest = make('Harvest', 'harvest', egress);
    const convert = make('Convert', 'convert');
    const recycle = make('Recycle', 'recycle');
    const [view, ops] = [make('View', 'view'), make('Ops', 'ops')];

    frontier.grantRead(dispatch);
    frontier.grantWrite(dispatch);
    bucket.grantRead(dispatch, 'config');
    ready.grantRead(dispatch);
    ready.grantWrite(dispatch);

    ready.deliverTo(harvest, settings.harvestConcurrency);
    // An update replaces the harvester first: an older one may not read the tickets of a newer dispatcher.
    dispatch.lambda.node.addDependency(harvest.lambda);
    for (const table of [frontier, records]) {
      table.grantRead(harvest);
      table.grantWrite(harvest);
    }
    const written = ['bundles', 'changes', 'segments', 'staged', 'converting', 'offTopic'] as const;
    bucket.grantRead(harvest, 'config', 'models', 'graph', ...written);
    bucket.grantWrite(harvest, ...written, 'links');
    bucket.grantDelete(harvest, 'segments', 'staged', 'converting');
    conversions.grantWrite(harvest);
    secrets.grantRead(harvest);

    conversions.deliverTo(convert, settings.convertConcurrency);
    frontier.grantRead(convert);
    frontier.grantWrite(convert);
    bucket.grantRead(convert, 'config', 'converting');
    bucket.grantWrite(convert, 'converting');

    frontier.grantRead(recycle);
    frontier.grantWrite(recycle);
    bucket.grantRead(recycle, 'config', 'links', 'segments');

    connectDistiller({ distil: make('Distil', 'distil'), recycle, frontier, records, bucket });

    const urls = connectAsked(
      { view, ops, recycle },
      { settings, frontier, records, bucket, ready, conversions, secrets },
    );
    if (plugins.length > 0) ops.setVariable(environment.plugins, plugins.join(','));

    const schedules = schedulesOf(this, settings, { dispatch, recycle, ops });
    const hasOwnKey = (props.encryptionKey ?? settings.kmsKey) !== undefined;
    copyElsewhere(this, copies, { hasOwnKey, objects: bucket, tables: { frontier, records }, schedules });
    if (sql !== undefined)
      new SqlTables(this, 'Tables', {
        ...sql,
        name,
        fn: make('Sql', 'sql'),
        frontier,
        records,
        bucket,
        schedules,
      });
    const sinks = settings.sinks === 'enabled' ? make('Sinks', 'sinks') : undefined;
    if (sinks !== undefined) connectSinks({ sinks, ops, frontier, records, bucket, secrets, schedules });
    const functions = [dispatch, harvest, convert, recycle, ops];
    const tables = [frontier, records];
    for (const [key, value] of Object.entries(settings.tags)) Tags.of(this).add(key, value);
    const boundary =
      props.permissionsBoundary ??
      (settings.permissionsBoundary === undefined
        ? undefined
        : ManagedPolicy.fromManagedPolicyArn(this, 'Boundary', settings.permissionsBoundary));
    if (boundary !== undefined) PermissionsBoundary.of(this).apply(boundary);
    new CrawlAlarms(this, 'Alarms', { settings, timing: clockwork, functions, dispatch, tables });
    const dashboard = settings.dashboard === 'enabled' ? name : undefined;
    if (dashboard !== undefined)
      new CrawlDashboard(this, 'Dashboard', { settings, functions, tables, ready, view });
    const { busName: commandBus } = new CommandEvents(this, 'Commands', { settings, ops });

    // CDK's types do not allow undefined in optional fields, and its own classes have some.
    this.bucket = bucket.bucket as IBucket;
    this.functions = {
      dispatch: dispatch.lambda,
      harvest: harvest.lambda,
      convert: convert.lambda,
      recycle: recycle.lambda,
      ops: ops.lambda,
      view: view.lambda,
    };
    this.#encryption = encryption;
    this.parts = {
      frontier,
      records,
      bucket,
      ready,
      conversions,
      functions: [...functions, view],
      sinks,
      schedules,
      egress,
      commandBus,
      urls,
      dashboard,
    };
    for (const { destination, ...which } of props.destinations ?? []) this.onChange(destination, which);
    const { jobs = [] } = props;
    if (jobs.length === 0) return;
    const folder = join(folderOf(this), 'jobs');
    new DeployedJobs(this, 'Jobs', {
      ...{ jobs, settings, plugins, folder, frontier, bucket, encryption },
      network: given,
    });
  }

  /**
   * Has S3 tell a queue, a topic or a function of every changes object (docs/events.md). S3 tells one destination of each.
   * @throws WinnowError `config` for a FIFO queue or topic, for one of another region, and where two would hear the same
   */
  onChange(destination: ChangesReceiver, { job }: { readonly job?: string } = {}): void {
    if (job !== undefined && !jobName.safeParse(job).success)
      throw new WinnowError('config', `onChange: no job can be named ${JSON.stringify(job)}`);
    this.parts.bucket.changes.tellConstruct(
      destination,
      `${prefixes.changes}${job === undefined ? '' : `${job}/`}`,
    );
  }

  /** Lets a person or a program look: by the function `view`, the dashboard and the command line, but for `doctor`. */
  grantView(grantee: IGrantable): void {
    grantViewing(grantee.grantPrincipal, this.parts, this.#encryption);
  }

  /** Lets a person or a program do what the command line does with `--stack`, but for `doctor` and what destroys. */
  grantOperate(grantee: IGrantable): void {
    grantOperating(grantee.grantPrincipal, this.parts, this.#encryption);
  }

  /** The same, and `winnow erase` and `winnow jobs remove`, which no function does. */
  grantDestroy(grantee: IGrantable): void {
    grantDestroying(grantee.grantPrincipal, this.parts, this.#encryption);
  }
}

/** The names of functions, logs, alarms and schedules begin with that of the crawl: two would collide in one account. */
function refuseTwin(crawl: WinnowCrawl): void {
  const { account, region } = Stack.of(crawl);
  const isHere = (other: WinnowCrawl): boolean => {
    const there = Stack.of(other);
    return (
      (there.account === account || Token.isUnresolved(there.account) || Token.isUnresolved(account)) &&
      (there.region === region || Token.isUnresolved(there.region) || Token.isUnresolved(region))
    );
  };
  const twin = (Stage.of(crawl) ?? crawl.node.root).node
    .findAll()
    .find(
      (other): other is WinnowCrawl =>
        other instanceof WinnowCrawl && other !== crawl && other.name === crawl.name && isHere(other),
    );
  if (twin === undefined) return;
  throw new WinnowError(
    'config',
    `${crawl.node.path} and ${twin.node.path} are both named ${crawl.name}: give one of them another \`name\``,
  );
}

function networkOf(
  crawl: WinnowCrawl,
  { network }: StackSettings,
  { vpc, vpcSubnets, securityGroups }: WinnowCrawlProps,
): LambdaNetwork | undefined {
  if (vpc !== undefined) return new TeamNetwork(crawl, 'Network', { vpc, vpcSubnets, securityGroups });
  return network === undefined ? undefined : new GivenNetwork(crawl, 'Network', network);
}

/** The bundles of the functions. Those that nobody gives are made once for each crawl of an app. */
function codeOf(
  crawl: WinnowCrawl,
  { plugins: directory, convertImage: image }: StackSettings,
  { code, plugins = [] }: WinnowCrawlProps,
): Required<Pick<WinnowCrawlProps, 'code' | 'plugins'>> {
  if (code !== undefined) return { code, plugins };
  const bundles = folderOf(crawl);
  return {
    plugins: directory === undefined ? [] : bundlePlugins(directory, join(bundles, 'harvest')),
    code: (name) => {
      const folder = join(bundles, name);
      if (name === 'convert' && image !== undefined) return convertImage(image, folder);
      bundle(name, folder);
      return Code.fromAsset(folder);
    },
  };
}

/** Where the files of a crawl are made for the deploy. */
function folderOf(crawl: WinnowCrawl): string {
  const { outdir } = Stage.of(crawl) ?? {};
  if (outdir === undefined) throw new WinnowError('config', `${crawl.node.path}: it is in no app`);
  return join(outdir, 'bundles', crawl.name);
}
