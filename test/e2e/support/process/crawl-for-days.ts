import { crawlForever } from '../../../../bin/commands/crawl/crawl-forever.ts';
import { processIo } from '../../../../bin/process-io.ts';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { RestlessClock } from '../../../support/restless-clock.ts';

/** A second of rest is ten minutes. */
const factor = 600;

/** `crawl-for-days.ts DIRECTORY START`: `winnow crawl --forever` on a fast clock; prints what time (epoch ms) it is, line by line. */
const [, , directory = '', start = ''] = process.argv;
const clock = new RestlessClock(Number(start), factor, (now) => process.stdout.write(`now ${now}\n`));
await crawlForever(loadJob(directory), { port: 0, clock }, { io: processIo(), ended: () => undefined });
