import { Duration } from 'aws-cdk-lib';
import { environment } from '../../config/stack/names.ts';
import type { CrawlBucket } from './crawl-bucket.ts';
import type { Schedules } from './schedules.ts';
import type { SiteSecrets } from './site-secrets.ts';
import type { StateTable } from './state-table.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface FedSinksParts {
  readonly sinks: WinnowFunction;
  /** Tells people whether the stack has sinks. */
  readonly ops: WinnowFunction;
  readonly frontier: StateTable;
  readonly records: StateTable;
  readonly bucket: CrawlBucket;
  readonly secrets: SiteSecrets;
  readonly schedules: Schedules;
}

/** Has a function feed the sinks of all jobs, each minute. */
export function connectSinks(parts: FedSinksParts): void {
  const { sinks, ops, frontier, records, bucket, secrets, schedules } = parts;
  frontier.grantRead(sinks);
  frontier.grantWrite(sinks);
  records.grantRead(sinks);
  bucket.grantRead(sinks, 'config', 'changes');
  secrets.grantRead(sinks);
  ops.setVariable(environment.sinks, 'enabled');
  schedules.every('sinks', Duration.minutes(1), 'enabled', sinks);
}
