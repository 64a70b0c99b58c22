import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type CrawlSettings, openCrawl } from '../../../lib/api/open-crawl.ts';

/**
 * A program that reads a crawl, and pauses after each change: `node --expose-gc slow-reader.ts SETTINGS.json PAUSE_MS`. Prints
 * each change, some with the bytes in memory that are still used.
 */
const [, , file = '', pauseMs = '0'] = process.argv;
const measureEach = 20;
let read = 0;

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const crawl = await openCrawl(JSON.parse(readFileSync(file, 'utf8')) as CrawlSettings);
for await (const { host, turn, ordinal, url } of crawl.run()) {
  read += 1;
  const used = read % measureEach === 0 ? usedBytes() : undefined;
  process.stdout.write(`${JSON.stringify({ host, turn, ordinal, url, used })}\n`);
  if (Number(pauseMs) > 0) await setTimeout(Number(pauseMs));
}
await crawl.close();
