import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openDatabaseBeside } from '../../../../lib/adapters/embedded/tables/database.ts';
import { loopingFile } from '../../../support/documents/containers.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb, type WebPage, type WebRequest } from '../../../support/web/web-server.ts';
import { jobDirectory, writeJob } from '../job-directory.ts';
import { startWinnow, winnow } from '../process/winnow-process.ts';

export const hostileKinds = ['blank robots.txt', 'looping files', 'damaged'] as const;
export type HostileKind = (typeof hostileKinds)[number];

/** What becomes of honest hosts beside hostile ones. */
export interface HostileCrawl {
  /** Pages of honest hosts that were asked for. */
  readonly pages: number;
  /** From the first to the last request to an honest host, ms. */
  readonly honestMs: number;
  /** Of the process that crawls; undefined where the system does not say. */
  readonly peakMb: number | undefined;
  readonly exit: number | null;
}

export interface HostileCrawlOptions {
  readonly hostile: readonly HostileKind[];
  readonly honestHosts: number;
  /** Of all honest hosts. */
  readonly honestPages: number;
}

const blanks = 400_000;
const nameOf: Readonly<Record<HostileKind, string>> = {
  'blank robots.txt': 'blanks.localhost',
  'looping files': 'loops.localhost',
  damaged: 'damaged.localhost',
};
const looping = gzipSync(loopingFile(1_200_000), { level: 9 });
const hostilePages = 10;

/** Crawls honest hosts beside hostile ones, in a process of its own. */
export async function crawlBesideHostile(options: HostileCrawlOptions): Promise<HostileCrawl> {
  const site = generatedSite({
    hosts: options.honestHosts,
    pages: options.honestPages,
    seed: 3,
    mix: honestMix,
  });
  const web = await startWeb({
    pages: (request) => (isHostile(request.name) ? hostilePage(request) : site.page(request)),
  });
  try {
    return await crawl(web, options.hostile, site.seeds(web.port));
  } finally {
    await web.close();
  }
}

/** Each URL is a page of its own. */
const honestMix = { redirects: 0, duplicates: 0, missing: 0, texts: 0, unsupported: 0, denied: 0 };

function isHostile(host: string): boolean {
  return Object.values(nameOf).some((name) => host.startsWith(name));
}

function hostilePage({ name, path }: WebRequest): WebPage | undefined {
  const html = { 'content-type': 'text/html' };
  if (path === '/robots.txt') {
    return name === nameOf['blank robots.txt']
      ? { body: `User-agent: *\nDisallow: /a${' '.repeat(blanks)}b\n` }
      : undefined;
  }
  if (name === nameOf['looping files'] && path !== '/')
    return { headers: { ...html, 'content-encoding': 'gzip' }, body: looping };
  const links = Array.from({ length: hostilePages }, (_, at) => `<a href="/${at}">${at}</a>`);
  return { headers: html, body: `<title>${path}</title><p>${path === '/' ? links.join(' ') : 'alone'}` };
}

async function crawl(
  web: TestWeb,
  hostile: readonly HostileKind[],
  honestSeeds: readonly string[],
): Promise<HostileCrawl> {
  const tree = { seeds: [web.url(nameOf.damaged)], turn: { maxPages: 5 } };
  const directory = jobDirectory('beside-hostile', tree);
  if (hostile.includes('damaged')) {
    await winnow(['crawl', '--job', directory, '--max-pages', '3']);
    damage(join(directory, 'data'));
  }
  writeJob(directory, 'beside-hostile', {
    ...tree,
    seeds: [...hostile.map((kind) => web.url(nameOf[kind])), ...honestSeeds],
  });
  const process = startWinnow(['crawl', '--job', directory]);
  let peakMb: number | undefined;
  while (process.running) {
    peakMb = Math.max(peakMb ?? 0, residentMb(process.pid) ?? 0) || undefined;
    await setTimeout(20);
  }
  const { exit } = await process.ended;
  const asked = web.log.filter(({ host, path }) => !isHostile(host) && path !== '/robots.txt');
  const honestMs = (asked.at(-1)?.end ?? 0) - (asked[0]?.start ?? 0);
  return { pages: new Set(asked.map(({ host, path }) => host + path)).size, honestMs, peakMb, exit };
}

/** Cuts off the end of what is stored of a host, and has its turn come at once. */
function damage(dataDir: string): void {
  const { connection, close } = openDatabaseBeside(dataDir);
  connection.run("UPDATE body SET bytes = substr(bytes, 1, length(bytes) - 8) WHERE host LIKE 'damaged%'");
  connection.run('UPDATE OR REPLACE due SET at = 0');
  close();
}

/** Memory of a process and of those that it started, MB. */
function residentMb(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    const own = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
    return children.reduce((sum, child) => sum + (residentMb(Number(child)) ?? 0), own);
  } catch {
    return undefined;
  }
}
