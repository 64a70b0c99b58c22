import { prices } from '../../../domain/cost/aws-prices.ts';
import { addUnits, type CostUnits } from '../../../domain/cost/units.ts';
import type { MeterLine } from './meter.ts';

/** What an invocation used beside its requests. */
export interface BilledInvocation {
  /** Billed time so far, ms. */
  readonly elapsedMs: number;
  readonly memoryMb: number;
}

/** The causes whose objects stay; objects of other causes are deleted after they were read. */
const kept: ReadonlySet<string> = new Set(['document', 'changes', 'links', 'off-topic']);

/** What AWS bills for an invocation so far. */
export function unitsOf(lines: readonly MeterLine[], { elapsedMs, memoryMb }: BilledInvocation): CostUnits {
  const invocation = { invocations: 1, mbMs: Math.round(elapsedMs * memoryMb) };
  return lines.reduce<CostUnits>((sum, line) => addUnits(sum, unitsOfLine(line)), invocation);
}

function unitsOfLine({
  service,
  operation,
  cause,
  requests,
  writeUnits,
  readUnits,
  bytes,
}: MeterLine): CostUnits {
  switch (service) {
    case 'dynamodb':
      return { writeUnits, readHalves: readUnits * 2 };
    case 's3':
      if (prices.s3FreeOperations.includes(operation)) return {};
      if (!prices.s3PutOperations.includes(operation)) return { gets: requests };
      return { puts: requests, ...(kept.has(cause) ? { keptBytes: bytes } : {}) };
    case 'sqs':
      return { sqs: requests };
    case 'secretsmanager':
      return { secrets: requests };
    default:
      return {};
  }
}
