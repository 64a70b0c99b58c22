import { Duration, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { scheduledTime } from '../config/operate/ops-event.ts';
import { alarmMetrics } from '../config/stack/alarm-settings.ts';
import { environment, type FunctionName } from '../config/stack/names.ts';
import type { StackSettings } from '../config/stack/stack-settings.ts';
import { timing } from '../domain/settings/timing.ts';
import { CommandEvents } from './command-events.ts';
import { CrawlAlarms } from './crawl-alarms.ts';
import { CrawlBucket } from './crawl-bucket.ts';
import { CrawlDashboard } from './crawl-dashboard.ts';
import { Encryption } from './encryption.ts';
import { FixedEgress } from './fixed-egress.ts';
import { GivenNetwork } from './given-network.ts';
import type { LambdaNetwork } from './network.ts';
import { OrderQueue } from './order-queue.ts';
import { ReadyQueue } from './ready-queue.ts';
import { Schedules } from './schedules.ts';
import { SiteSecrets } from './site-secrets.ts';
import { stackOutputs } from './stack-outputs.ts';
import { StateTable } from './state-table.ts';
import { WinnowFunction } from './winnow-function.ts';

export interface WinnowStackProps extends Omit<StackProps, 'stackName'> {
  readonly settings: StackSettings;
  /** The bundle of a function. */
  readonly code: (name: FunctionName) => Code;
  /** The digests of the plug-ins in the bundle of harvest. */
  readonly plugins?: readonly string[];
}

/**
 * Winnow on AWS. Destroying the stack leaves the tables and the bucket, unless the settings say otherwise.
 *
 *     schedule ─→ dispatch ─ticket→ ready.fifo ─→ harvest ─→ frontier, records, bucket ─changes→ indexers
 *                                         harvest ─order→ convert queue ─→ convert ─message→ frontier
 *     schedule ─→ recycle   links to other hosts: bucket → frontier
 *     schedule ─→ ops       makes pages of a certain age due again; runs people's commands
 */
export class WinnowStack extends Stack {
  constructor(scope: Construct, id: string, props: WinnowStackProps) {
    const { settings, code, plugins = [], ...rest } = props;
    super(scope, id, { ...rest, stackName: settings.stackName });
    const clockwork = timing(settings.turnMaxSeconds * 1_000);

    const { adopt, changesDestinations } = settings;
    const retained = settings.removal === 'retain';
    const encryption = new Encryption(this, 'Encryption', settings.kmsKey);
    const frontier = new StateTable(this, 'Frontier', {
      variable: environment.frontierTable,
      tableName: adopt?.frontierTable,
      encryption,
      retained,
    });
    const records = new StateTable(this, 'Records', {
      variable: environment.recordsTable,
      tableName: adopt?.recordsTable,
      encryption,
      retained,
    });
    const bucket = new CrawlBucket(this, 'Bucket', {
      changesDestinations,
      bucketName: adopt?.bucket,
      encryption,
      retained,
    });
    const ready = new ReadyQueue(this, 'Ready', { timing: clockwork, settings, encryption });

    const conversions = new OrderQueue(this, 'Conversions', { settings, encryption });

    const secrets = new SiteSecrets(settings.secrets);
    const addresses = settings.fixedAddresses;
    const egress = addresses === 0 ? undefined : new FixedEgress(this, 'Egress', { addresses });

    const given =
      settings.network === undefined ? undefined : new GivenNetwork(this, 'Network', settings.network);
    const make = (id: string, name: FunctionName, network: LambdaNetwork | undefined = given) =>
      new WinnowFunction(this, id, {
        name,
        settings,
        timing: clockwork,
        code: code(name),
        network,
        encryption,
      });
    const dispatch = make('Dispatch', 'dispatch');
    const harvest = make('Harvest', 'harvest', egress);
    const convert = make('Convert', 'convert');
    const recycle = make('Recycle', 'recycle');
    const ops = make('Ops', 'ops');

    frontier.grantRead(dispatch);
    frontier.grantWrite(dispatch);
    bucket.grantRead(dispatch, 'config');
    ready.grantRead(dispatch);
    ready.grantWrite(dispatch);

    ready.deliverTo(harvest, settings.harvestConcurrency);
    for (const table of [frontier, records]) {
      table.grantRead(harvest);
      table.grantWrite(harvest);
    }
    bucket.grantRead(
      harvest,
      'config',
      'models',
      'documents',
      'changes',
      'segments',
      'staged',
      'converting',
      'offTopic',
    );
    bucket.grantWrite(
      harvest,
      'documents',
      'changes',
      'segments',
      'links',
      'staged',
      'converting',
      'offTopic',
    );
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

    frontier.grantRead(ops);
    frontier.grantWrite(ops);
    records.grantRead(ops);
    bucket.grantRead(ops, 'config', 'segments', 'links', 'changes', 'offTopic');
    bucket.grantWrite(ops, 'reports');
    ready.grantRead(ops);
    ready.grantLetters(ops);
    conversions.name(ops);
    secrets.name(ops);
    ops.setVariable(environment.standing, JSON.stringify(standing(settings)));
    if (plugins.length > 0) ops.setVariable(environment.plugins, plugins.join(','));

    const schedules = new Schedules(this, 'Schedules', { groupName: settings.stackName });
    schedules.every('dispatch', Duration.minutes(1), settings.schedules.dispatch, dispatch);
    schedules.every(
      'recycle',
      Duration.minutes(settings.recycleEveryMinutes),
      settings.schedules.recycle,
      recycle,
    );
    schedules.daily('reharvest', { hour: 3 }, settings.schedules.reharvest, ops, {
      command: 'reharvest',
      olderThanDays: settings.reharvestAfterDays,
      by: 'schedule',
      reason: `pages older than ${settings.reharvestAfterDays} days`,
      requestId: `reharvest-${scheduledTime}`,
    });

    const functions = [dispatch, harvest, convert, recycle, ops];
    const tables = [frontier, records];
    for (const [key, value] of Object.entries(settings.tags)) Tags.of(this).add(key, value);
    if (settings.permissionsBoundary !== undefined)
      PermissionsBoundary.of(this).apply(
        ManagedPolicy.fromManagedPolicyArn(this, 'Boundary', settings.permissionsBoundary),
      );
    new CrawlAlarms(this, 'Alarms', { settings, timing: clockwork, functions, dispatch, tables });
    if (settings.dashboard === 'enabled')
      new CrawlDashboard(this, 'Dashboard', { settings, functions, tables, ready, ops });

    const { busName: commandBus } = new CommandEvents(this, 'Commands', { settings, ops });

    stackOutputs(this, {
      frontier,
      records,
      bucket,
      ready,
      functions,
      schedules,
      egress,
      commandBus,
    });
  }
}

/** What the stack costs by the month whatever its jobs do, for `winnow cost`. */
function standing({ alarms, recycleEveryMinutes, fixedAddresses: natGateways }: StackSettings) {
  return { alarmMetrics: alarmMetrics[alarms.which], recycleEveryMinutes, natGateways };
}
