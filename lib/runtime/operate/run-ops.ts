import { contactLack } from '../../config/job/contact.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { ask, dataOf } from '../../operations/ask.ts';
import { mustBeOpen } from '../../pipeline/job/open-job.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { statusOf } from '../../pipeline/report/status.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import { fetchOne } from '../../pipeline/seeds/fetch-one.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';
import type { AwsStores } from '../aws/aws-ports.ts';
import { keepReport, type ReportBucket } from '../aws/aws-report.ts';
import { openPlace } from '../shared/open-place.ts';
import type { OpsRequest, StackCommand } from './ops-request.ts';

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
export async function runOps(parts: OpsParts, { given, asked }: OpsRequest, endBy: number): Promise<unknown> {
  const { stores, standing } = parts;
  const summary = (job: string) => summarise(stores, job);
  const place = openPlace({
    ports: stores,
    name: 'the stack',
    summary,
    standing,
    letters: parts.letters,
    endBy,
  });
  if ('operation' in asked) return dataOf(await ask(asked, place, given, asker));
  return await runStackCommand({ ...parts, place }, asked, endBy);
}

async function runStackCommand(
  { stores, bucket, place }: OpsParts & { readonly place: Workplace },
  command: StackCommand,
  endBy: number,
): Promise<unknown> {
  switch (command.command) {
    case 'status': {
      const job = await place.job(command.job);
      return await statusOf(stores, job, await place.summary(job.name), { lack: contactLack });
    }
    case 'report':
      return await keepReport(stores, bucket, await place.job(command.job), endBy);
    case 'fetch': {
      const job = await place.job(command.job);
      mustBeOpen(job);
      return await fetchOne(stores, job, command.url, { until: endBy });
    }
  }
}
