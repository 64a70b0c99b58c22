import { existsSync } from 'node:fs';
import type { SqsBatchResponse, SqsEvent } from '../../adapters/aws/queue/batch.ts';
import { parseOrder } from '../../adapters/aws/queue/order-message.ts';
import { type ThreadConverter, threadConverter } from '../../adapters/converting/thread-converter.ts';
import { type Environment, readEnvironment } from '../../config/stack/environment.ts';
import { type ConversionEnd, runConversion } from '../../pipeline/convert/run-conversion.ts';
import type { DocumentConverter } from '../../ports/conversions.ts';
import type { FunctionRuntime } from './aws-function.ts';

/**
 * The converter of a function. Its thread is bundled beside the function; where that file is missing, the source file runs. Programs
 * of jobs run where the function is an image that brings them.
 */
export function functionConverter(
  { programs, programPath }: Pick<Environment, 'programs' | 'programPath'> = readEnvironment(),
  bundled: URL = new URL('./convert-worker.mjs', import.meta.url),
): ThreadConverter {
  return threadConverter({
    ...(existsSync(bundled) ? { worker: bundled } : {}),
    ...(programs === undefined ? {} : { programPath: programPath ?? '' }),
  });
}

/** Time kept at the end of an invocation for storing the result. */
const storeMs = 20_000;

/** Converts the documents of a batch of orders, one after the other; a batch has one. */
export async function convertBatch(
  {
    stores,
    log,
    countCost,
    nanoDollars,
  }: Pick<FunctionRuntime, 'stores' | 'log' | 'countCost' | 'nanoDollars'>,
  converter: DocumentConverter,
  { Records }: SqsEvent,
  remainingMs: number,
): Promise<SqsBatchResponse> {
  const { clock } = stores;
  const began = clock.monotonic();
  const ends: Partial<Record<ConversionEnd, number>> = {};
  const failed: string[] = [];
  for (const { messageId, body, attributes } of Records) {
    try {
      const left = began + remainingMs - storeMs - clock.monotonic();
      const ports = { ...stores, converter: inTime(converter, left) };
      const receives = Number(attributes.ApproximateReceiveCount ?? 1);
      const end = await runConversion(ports, parseOrder(body), receives);
      ends[end] = (ends[end] ?? 0) + 1;
    } catch (error) {
      failed.push(messageId);
      log.returned({ messageId, group: 'convert', error });
    }
  }
  await countCost(began, true);
  log.invocation(
    clock.now(),
    { Dollars: nanoDollars(began) / 1e9 },
    { conversions: ends, elapsedMs: Math.round(clock.monotonic() - began) },
  );
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** A converter that leaves time for storing what came of it. */
function inTime(converter: DocumentConverter, leftMs: number): DocumentConverter {
  return {
    convert({ head, body }) {
      const timeMs = Math.max(1_000, Math.min(head.limits.timeMs, leftMs));
      return converter.convert({ head: { ...head, limits: { ...head.limits, timeMs } }, body });
    },
  };
}
