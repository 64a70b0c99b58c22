/** Crawls by the settings of the command line, and prints the state of the crawl. */
import { type CrawlSettings, openCrawl } from '../../../lib/api/open-crawl.ts';

const crawl = await openCrawl(JSON.parse(process.argv[2] ?? '') as CrawlSettings);
try {
  for await (const _ of crawl.run());
  console.log(JSON.stringify(await crawl.status()));
} finally {
  await crawl.close();
}
