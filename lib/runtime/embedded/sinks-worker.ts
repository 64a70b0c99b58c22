import { parentPort, workerData } from 'node:worker_threads';
import { openDatabaseBeside } from '../../adapters/embedded/tables/database.ts';
import { inlineReader } from '../../adapters/reading/inline-reader.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { compress } from '../../adapters/system/gzip.ts';
import { WinnowError } from '../../base/error.ts';
import { followSinks } from '../../pipeline/sinks/follow-sinks.ts';
import { openPorts } from '../workers/open-ports.ts';
import { localSinkParts } from './sink-parts.ts';
import type { SinksFault, SinksOrder, SinksStart } from './sinks-beside.ts';

const { dataDir, clockOffset } = workerData as SinksStart;
/** The page cache of the connection, KiB. */
const cacheKib = 8_192;

/** Errors of a class of ours do not pass to another thread as such. */
function saidOf(error: unknown): Omit<SinksFault, 'job'> {
  if (error instanceof WinnowError) return { code: error.code, says: error.message };
  return { says: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

const clock = new SystemClock(undefined, clockOffset);
const database = openDatabaseBeside(dataDir, { cacheKib });
const { ports, secrets, close } = openPorts({
  ...{ dataDir, db: database.connection, clock, compress },
  reader: inlineReader(),
});
const parts = localSinkParts(ports, secrets, dataDir);
const sinks = followSinks(parts, ({ job, error }) => {
  parentPort?.postMessage({ job, ...saidOf(error) } satisfies SinksFault);
});

parentPort?.on('message', async ({ withinMs }: SinksOrder) => {
  await sinks.stop(withinMs);
  await close();
  database.close();
  parentPort?.close();
});
