import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { generatedSite } from '../test/support/web/generated-site.ts';
import { type AccessLog, accessLog } from './access-log.ts';
import { serveSite } from './serve-site.ts';

/** A web on loopback: what it has, and what was asked of it. */
export interface BenchSite {
  /** `nginx`, or the Node server that stands in for it. */
  readonly server: string;
  readonly pages: number;
  /** URLs that are redirects or lead nowhere; who obeys asks for each once. */
  readonly others: number;
  /** The home page of each host. */
  readonly seeds: readonly CanonicalUrl[];
  readonly log: AccessLog;
  close(): Promise<void>;
}

const mixed = { ...{ duplicates: 0, texts: 0, unsupported: 0, denied: 0 }, redirects: 0.07, missing: 0.03 };
const onlyPages = { redirects: 0, duplicates: 0, missing: 0, texts: 0, unsupported: 0, denied: 0 };

/**
 * HTML pages of 30 to 60 KB with about 50 links each, spread over the hosts, four of five links inside their host,
 * every page reachable from the home pages; as files, served by another process.
 *
 * `isMixed`: hosts are loopback addresses, 7 of 100 URLs are redirects, 3 lead nowhere, and each host has a sitemap. Linux
 * only: other systems have one loopback address.
 */
export async function benchSite(
  pages: number,
  {
    hosts = 100,
    gzip = false,
    isMixed = false,
  }: { readonly hosts?: number; readonly gzip?: boolean; readonly isMixed?: boolean } = {},
): Promise<BenchSite> {
  const directory = await mkdtemp(join(tmpdir(), 'winnow-bench-site-'));
  const port = await freePort();
  const site = generatedSite({
    ...{ hosts, pages, seed: 1, linksPerPage: 50, bytes: [30_000, 60_000] },
    ...(isMixed ? { mix: mixed, sitemaps: true, nameOf: addressOf } : { mix: onlyPages }),
  });
  const redirects = new Map<string, string>();
  for (const { name, path, page } of site.entries(port)) {
    const file = join(directory, name, path === '/' ? 'index.html' : path);
    const { location } = page.headers ?? {};
    if (page.status === 404) continue;
    await mkdir(dirname(file), { recursive: true });
    if (location === undefined) await writeFile(file, page.body ?? '');
    else redirects.set(`${name}:${port}${path}`, location);
  }
  const logFile = join(directory, 'access.log');
  const served = await serveSite({ directory, port, logFile, gzip, redirects });
  const expected = site.expected(port);
  const content = [...expected].filter(([, { kind }]) => kind === 'content').map(([url]) => url);
  return {
    server: served.name,
    pages: content.length,
    others: expected.size - content.length,
    seeds: site.seeds(port),
    log: accessLog(logFile, content),
    async close() {
      await served.stop();
      await rm(directory, { recursive: true });
    },
  };
}

function addressOf(host: number): string {
  return `127.0.0.${host + 1}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
