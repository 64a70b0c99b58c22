import {
  type BatchWork,
  runBatch,
  type SqsBatchResponse,
  type SqsEvent,
} from '../../adapters/aws/queue/batch.ts';
import { lists } from '../../capabilities/lists.ts';
import { addUnits, type CostUnits, nanoDollarsOf } from '../../domain/cost/units.ts';
import { type HarvestReport, harvest } from '../../pipeline/harvest/harvest.ts';
import { workOf } from '../../pipeline/supervise/supervise.ts';
import type { Ports } from '../../ports/ports.ts';
import { logTurns } from '../shared/log-turns.ts';
import type { FunctionRuntime } from './aws-function.ts';

/** The requests of the event source mapping per batch: one receives the batch, one deletes it. */
const queueRequests = 2;

/** Runs the turns of a batch of tickets in the time that the function has left, and logs them. */
export async function harvestBatch(
  { timing, log, billed: billedSoFar }: FunctionRuntime,
  ports: Ports,
  event: SqsEvent,
  remainingMs: number,
): Promise<SqsBatchResponse> {
  const began = ports.clock.monotonic();
  const endBy = began + remainingMs;
  const billed = (): CostUnits => addUnits(billedSoFar(began), { sqs: queueRequests });
  let turns: HarvestReport['turns'] = [];
  const work: BatchWork = async (deliveries) => {
    const report = await harvest(ports, deliveries, { timing, endBy, billed, lists });
    turns = report.turns;
    log.paused(report.paused);
    log.lost(report.lost);
    return report.failed;
  };
  const response = await runBatch(event, work, log.returned);
  const returned = response.batchItemFailures.length;
  logTurns(log, ports.clock, {
    began,
    turns,
    returned,
    nanoDollars: nanoDollarsOf({ ...billed(), ...workOf(turns) }),
  });
  return response;
}
