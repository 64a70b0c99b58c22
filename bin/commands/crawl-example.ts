import { fileURLToPath } from 'node:url';
import { loadJob } from '../../lib/config/load-job.ts';
import { WinnowError } from '../../lib/domain/error.ts';
import type { Io } from '../io.ts';
import type { Proposal } from '../render/crawl.ts';
import { type CrawlLimits, crawlLocally } from './crawl-locally.ts';

/** Fixed, so that a second run finds the same hosts again; another one is taken when it is in use. */
const usualPort = 4180;
const jobFile = fileURLToPath(new URL('../../examples/job.yaml', import.meta.url));

/** Serves the web site that ships with Winnow on loopback, and crawls it. */
export async function crawlExample(limits: CrawlLimits, io: Io): Promise<void> {
  const loaded = loadJob(jobFile);
  const { serveExample } = await import('../../examples/serve.ts');
  const web = await serve(serveExample);
  try {
    const hosts = web.hosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:${web.port}`));
    const { settings } = loaded;
    if (limits.json !== true) {
      io.out(
        `No job is named and there is no job.yaml here: this crawls the example, ${hosts.length} hosts on loopback.\n\n`,
      );
    }
    await crawlLocally(
      { ...loaded, settings: { ...settings, seeds: hosts.slice(0, 1).map((host) => `http://${host}/`) } },
      limits,
      io,
      yourOwn,
    );
  } finally {
    await web.close();
  }
}

const yourOwn: readonly Proposal[] = [
  {
    line: 'npm run crawl -- --seed https://www.example.org/ --contact you@example.org',
    purpose: 'crawls that host',
  },
  { line: 'npm run winnow -- init DIR', purpose: 'makes a job of your own' },
];

async function serve<T>(serveExample: (port: number) => Promise<T>): Promise<T> {
  try {
    return await serveExample(usualPort);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) {
      throw new WinnowError(
        'unavailable',
        `the example cannot be served on loopback: ${error instanceof Error ? error.message : error}`,
        { cause: error },
      );
    }
    return serveExample(0);
  }
}
