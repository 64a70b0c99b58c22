import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { type Answer, ask } from '../../operations/ask.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';
import type { AwsStores } from '../aws/aws-ports.ts';
import { keepReport, type ReportBucket } from '../aws/aws-report.ts';
import { openPlace } from '../shared/open-place.ts';
import type { OpsRequest } from './ops-request.ts';

/** What the ops function works with. */
export interface OpsParts {
  readonly stores: AwsStores;
  /** The bucket for reports. */
  readonly bucket: ReportBucket;
  readonly letters: DeadLetters;
  /** What the stack costs by the month. */
  readonly standing: StandingCosts;
}

/** What holds of an asker who says nothing. */
const asker = { by: 'ops', reason: 'by hand' };

/**
 * Runs a request of the ops function.
 * @param endBy monotonic ms by which the answer is due; the answer says which work is left
 * @returns the answer
 * @throws WinnowError `not-found` for an unknown job, and the errors of the use cases
 */
export async function runOps(parts: OpsParts, { given, asked }: OpsRequest, endBy: number): Promise<Answer> {
  const { stores, bucket, letters, standing } = parts;
  const place = openPlace({
    ports: stores,
    name: 'the stack',
    summary: (job) => summarise(stores, job),
    keepReport: (job) => keepReport(stores, bucket, job, endBy),
    ...{ standing, letters, endBy },
  });
  return await ask(asked, place, given, asker);
}
