import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type CrawlSettings, openCrawl } from '../../../lib/api/open-crawl.ts';

/** A program that reads a crawl, and pauses after each change: `node slow-reader.ts SETTINGS.json PAUSE_MS`. Prints each change. */
const [, , file = '', pauseMs = '0'] = process.argv;
const crawl = await openCrawl(JSON.parse(readFileSync(file, 'utf8')) as CrawlSettings);
for await (const { host, turn, ordinal, url } of crawl.run()) {
  process.stdout.write(`${JSON.stringify({ host, turn, ordinal, url })}\n`);
  if (Number(pauseMs) > 0) await setTimeout(Number(pauseMs));
}
await crawl.close();
