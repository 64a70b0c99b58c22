import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Change,
  type Crawl,
  type CrawlSettings,
  openCrawl,
  type RunOptions,
} from '../../../lib/api/open-crawl.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

export const birds = ['heron', 'owl', 'wren', 'rook', 'swift', 'robin'];

/** A site of seven pages on loopback, and a folder for data directories. */
export interface BirdWeb {
  readonly web: TestWeb;
  readonly place: string;
  url(path?: string): string;
  /** Settings of a crawl of the site, with a data directory of this name. */
  settings(data: string, more?: object): CrawlSettings;
  close(): Promise<void>;
}

export async function startBirdWeb(): Promise<BirdWeb> {
  const place = mkdtempSync(join(tmpdir(), 'winnow-api-'));
  const links = birds.map((bird) => `<a href="/${bird}">${bird}</a>`).join(' ');
  const pages = birds.map((bird) => [
    `birds.localhost/${bird}`,
    `<title>${bird}</title>All about the ${bird}.`,
  ]);
  const web = await startWeb({
    pages: { 'birds.localhost/': `<title>birds</title>${links}`, ...Object.fromEntries(pages) },
  });
  return {
    web,
    place,
    url: (path = '/') => web.url('birds.localhost', path),
    settings: (data, more = {}) => ({
      name: 'birds',
      data: join(place, data),
      seeds: [web.url('birds.localhost')],
      contact: 'you@example.org',
      scope: { hosts: [web.host('birds.localhost')] },
      politeness: { waitIntervalHost: 0.1 },
      network: { allow: ['localhost', '127.0.0.1'] },
      ...more,
    }),
    async close() {
      await web.close();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

export async function withCrawl<T>(
  [settings, options]: Parameters<typeof openCrawl>,
  use: (crawl: Crawl) => Promise<T>,
): Promise<T> {
  const crawl = await openCrawl(settings, options);
  try {
    return await use(crawl);
  } finally {
    await crawl.close();
  }
}

/** The changes that a run yields, until the reader has as many as it wants. */
export async function changes(crawl: Crawl, options: RunOptions = {}, wanted = Number.POSITIVE_INFINITY) {
  const read: Change[] = [];
  for await (const change of crawl.run(options)) {
    if (read.length === wanted) break;
    read.push(change);
  }
  return read;
}

/** Their titles. */
export async function titles(...given: Parameters<typeof changes>): Promise<readonly (string | undefined)[]> {
  return (await changes(...given)).map((change) =>
    change.kind === 'deleted' ? undefined : change.record.title,
  );
}
