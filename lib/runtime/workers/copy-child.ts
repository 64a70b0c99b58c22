import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { openDatabaseBeside } from '../../adapters/embedded/tables/database.ts';
import { inlineReader } from '../../adapters/reading/inline-reader.ts';
import { SystemClock } from '../../adapters/system/clock.ts';
import { compress } from '../../adapters/system/gzip.ts';
import { WinnowError } from '../../base/error.ts';
import { copyCrawl } from '../shared/copy-crawl.ts';
import type { CopyEnd, CopyOrder } from './copy-apart.ts';
import { openPorts } from './open-ports.ts';

/** The page cache of the connection, KiB. */
const cacheKib = 8_192;

async function copied({ dataDir, job: name, file, unless }: CopyOrder): Promise<CopyEnd> {
  const database = openDatabaseBeside(dataDir, { cacheKib });
  const open = openPorts({
    ...{ dataDir, db: database.connection, clock: new SystemClock(), compress },
    reader: inlineReader(),
  });
  try {
    const job = await open.ports.jobs.job(name);
    if (job === undefined) return { code: 'not-found', says: `there is no job ${name}` };
    return { made: await copyCrawl(open.ports)(job, file, unless) };
  } catch (error) {
    if (error instanceof WinnowError) return { code: error.code, says: error.message };
    throw error;
  } finally {
    await open.close();
    database.close();
  }
}

const orders = createInterface({ input: stdin });
// Nobody waits for the copy any more.
stdin.on('end', () => process.exit());
orders.once('line', async (line) => {
  stdout.end(`${JSON.stringify(await copied(JSON.parse(line) as CopyOrder))}\n`, () => process.exit());
});
