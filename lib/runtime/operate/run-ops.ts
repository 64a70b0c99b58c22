import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { type Answer, ask } from '../../operations/ask.ts';
import { includes, type OperationScope } from '../../operations/ways.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import type { Job } from '../../ports/jobs.ts';
import type { DeadLetters } from '../../ports/operate/dead-letters.ts';
import type { ExportRoom } from '../../ports/operate/export-room.ts';
import type { AwsStores } from '../aws/aws-ports.ts';
import { keepReport, type ReportBucket } from '../aws/aws-report.ts';
import { openPlace } from '../shared/open-place.ts';
import type { OpsRequest } from './ops-request.ts';

/** What a function that is asked for operations works with. */
export interface OpsParts {
  /** What it does: its role is allowed no more. */
  readonly scope: Exclude<OperationScope, 'destroy'>;
  readonly stores: AwsStores;
  /** The bucket for reports. */
  readonly bucket: ReportBucket;
  readonly letters: DeadLetters;
  /** Absent: it exports nothing. */
  readonly exportRoom?: ExportRoom;
  /** What the stack costs by the month. */
  readonly standing: StandingCosts;
}

/** What holds of an asker who says nothing. */
const asker = { by: 'ops', reason: 'by hand' };

/**
 * Runs a request of the ops function.
 * @param endBy monotonic ms by which the answer is due; the answer says which work is left
 * @returns the answer
 * @throws WinnowError `usage` for what another function is there for; `not-found` for an unknown job, and the errors of the use cases
 */
export async function runOps(parts: OpsParts, request: OpsRequest, endBy: number): Promise<Answer> {
  const { given, asked } = request;
  requireScope(parts.scope, request);
  return await ask(asked, placeOf(parts, endBy), given, asker);
}

/** The stack, as its functions see it. */
export function placeOf(
  { scope, stores, bucket, letters, standing, exportRoom }: OpsParts,
  endBy: number,
): Workplace {
  return openPlace({
    ports: stores,
    name: 'the stack',
    summary: (job) => summarise(stores, job),
    ...(scope !== 'view' && {
      ...defined({ exportRoom }),
      keepReport: (job: Job) => keepReport(stores, bucket, job, endBy),
    }),
    ...{ standing, letters, endBy },
  });
}

/** Where to ask for what a function does not do. */
const elsewhere: Readonly<Record<OperationScope, string>> = {
  view: '',
  operate: 'it is not for those who only look: the function whose name ends in -ops does it',
  destroy: 'no function does it: ask on the command line, with credentials that may delete',
};

function requireScope(scope: OperationScope, { name, needs }: OpsRequest): void {
  if (!includes(scope, needs)) throw new WinnowError('usage', `${name}: ${elsewhere[needs]}`);
}
