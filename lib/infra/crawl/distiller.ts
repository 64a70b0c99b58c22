import { environment } from '../../config/stack/names.ts';
import type { CrawlBucket } from './crawl-bucket.ts';
import type { StateTable } from './state-table.ts';
import type { WinnowFunction } from './winnow-function.ts';

interface DistillerParts {
  readonly distil: WinnowFunction;
  readonly recycle: WinnowFunction;
  readonly frontier: StateTable;
  readonly records: StateTable;
  readonly bucket: CrawlBucket;
}

/**
 * Connects the function that distils: the recycler calls it for jobs that want it, so it needs no schedule and costs nothing
 * at rest (docs/decisions/0029-distilled-on-call.md).
 */
export function connectDistiller({ distil, recycle, frontier, records, bucket }: DistillerParts): void {
  frontier.grantRead(distil);
  frontier.grantWrite(distil);
  records.grantRead(distil);
  bucket.grantRead(distil, 'config', 'links', 'graph', 'changes', 'models');
  bucket.grantWrite(distil, 'graph');
  bucket.grantDelete(distil, 'graph');
  recycle.allow(['lambda:InvokeFunction'], [distil.lambda.functionArn]);
  recycle.setVariable(environment.distiller, distil.physicalName);
}
