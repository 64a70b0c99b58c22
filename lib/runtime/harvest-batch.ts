import { type BatchWork, runBatch, type SqsBatchResponse, type SqsEvent } from '../adapters/aws/batch.ts';
import { type HarvestReport, harvest } from '../pipeline/harvest.ts';
import type { Ports } from '../ports/ports.ts';
import type { FunctionRuntime } from './aws-function.ts';
import { logTurns } from './log-turns.ts';

/** Runs the turns of a batch of tickets in what time the function has, and writes down what came of them. */
export async function harvestBatch(
  { timing, log, nanoDollars }: FunctionRuntime,
  ports: Ports,
  event: SqsEvent,
  remainingMs: number,
): Promise<SqsBatchResponse> {
  const began = ports.clock.monotonic();
  const endBy = began + remainingMs;
  let turns: HarvestReport['turns'] = [];
  const work: BatchWork = async (deliveries) => {
    const report = await harvest(ports, deliveries, { timing, endBy, nanoDollars: () => nanoDollars(began) });
    turns = report.turns;
    return report.failed;
  };
  const response = await runBatch(event, work, log.returned);
  const returned = response.batchItemFailures.length;
  logTurns(log, ports.clock, { began, turns, returned, nanoDollars: nanoDollars(began) });
  return response;
}
