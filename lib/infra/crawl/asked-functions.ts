import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { alarmMetrics } from '../../config/stack/alarm-settings.ts';
import { environment, noTopic } from '../../config/stack/names.ts';
import type { StackSettings } from '../../config/stack/stack-settings.ts';
import type { SiteSecrets } from './site-secrets.ts';
import type { StackParts } from './stack-outputs.ts';
import type { WinnowFunction } from './winnow-function.ts';

/** The functions that people ask: one that can only look, and one for the rest. */
interface Asked {
  readonly view: WinnowFunction;
  readonly ops: WinnowFunction;
  /** Calls `ops` for slices of exports. */
  readonly recycle: WinnowFunction;
}

interface AskedAbout extends Pick<StackParts, 'frontier' | 'records' | 'bucket' | 'ready' | 'conversions'> {
  readonly settings: StackSettings;
  readonly secrets: SiteSecrets;
}

/** Lets both read the same, and `ops` alone write. @returns their URLs, where REST is enabled: AWS lets nobody in without a name */
export function connectAsked({ view, ops, recycle }: Asked, about: AskedAbout): StackParts['urls'] {
  const { settings, frontier, records, bucket, ready, conversions, secrets } = about;
  for (const fn of [view, ops]) {
    frontier.grantRead(fn);
    records.grantRead(fn);
    bucket.grantRead(fn, 'config', 'segments', 'links', 'changes', 'offTopic', 'graph');
    ready.grantRead(fn);
    secrets.name(fn);
    fn.setVariable(environment.standing, JSON.stringify(standing(settings)));
  }
  ready.grantLook(view);
  conversions.grantLook(view);
  frontier.grantWrite(ops);
  bucket.grantRead(ops, 'bundles', 'exports');
  bucket.grantWrite(ops, 'reports', 'exports');
  bucket.grantDelete(ops, 'exports');
  recycle.allow(['lambda:InvokeFunction'], [ops.lambda.functionArn]);
  recycle.setVariable(environment.exporter, ops.physicalName);
  ready.grantLetters(ops);
  conversions.grantLetters(ops);
  ops.setVariable(environment.alarmTopic, settings.alarmTopic ?? noTopic);
  if (settings.rest === 'disabled') return undefined;
  const url = ({ lambda }: WinnowFunction) =>
    lambda.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  return { view: url(view), ops: url(ops) };
}

/** What the crawl costs by the month whatever its jobs do, for `winnow cost`. */
function standing({ alarms, recycleEveryMinutes, fixedAddresses: natGateways, sql, sinks }: StackSettings) {
  const others = (sql === undefined ? 0 : 1) + (sinks === 'enabled' ? 2 : 0);
  const ofOthers = alarms.which === 'none' ? 0 : others;
  return { alarmMetrics: alarmMetrics[alarms.which] + ofOthers, recycleEveryMinutes, natGateways };
}
