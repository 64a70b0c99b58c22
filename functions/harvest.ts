import middy from '@middy/core';
import { type BatchWork, runBatch, type SqsEvent } from '../lib/adapters/aws/batch.ts';
import { logErrors } from '../lib/adapters/aws/log-errors.ts';
import { type HarvestReport, harvest } from '../lib/pipeline/harvest.ts';
import { functionRuntime } from '../lib/runtime/aws-function.ts';
import { awsSecrets } from '../lib/runtime/aws-secrets.ts';
import { workerPorts } from '../lib/runtime/aws-worker.ts';
import { logTurns } from '../lib/runtime/log-turns.ts';

const { stores, timing, log, meter, environment, nanoDollars } = functionRuntime('harvest');
const ports = workerPorts(stores, awsSecrets(environment, meter));

export const handler = middy(async (event: SqsEvent, context: { getRemainingTimeInMillis(): number }) => {
  const began = ports.clock.monotonic();
  const endBy = began + context.getRemainingTimeInMillis();
  let turns: HarvestReport['turns'] = [];
  const work: BatchWork = async (deliveries) => {
    const report = await harvest(ports, deliveries, { timing, endBy, nanoDollars: () => nanoDollars(began) });
    turns = report.turns;
    return report.failed;
  };
  const response = await runBatch(event, work, log.returned);
  logTurns(log, ports.clock, { began, turns, returned: response.batchItemFailures.length });
  return response;
}).use(logErrors(log));
