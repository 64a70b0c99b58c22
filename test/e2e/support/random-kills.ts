import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '../../support/seeded-random.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { openData } from './data-directory.ts';
import { type JobTree, jobDirectory } from './job-directory.ts';
import { startWinnow, winnow } from './process/winnow-process.ts';

export interface KillsAsked {
  readonly kills: number;
  readonly seed: number;
  /** 0: turns run on the main thread. */
  readonly workers: number;
  /** Whether raw documents are kept; otherwise what a turn has read is staged. */
  readonly keep: boolean;
}

/** What a crawl that was killed again and again came to. */
export interface KillsSurvived {
  readonly killed: number;
  readonly pages: number;
  /** Hosts that no turn brings any further, as `winnow status` names them. */
  readonly stuck: number;
  /** Pages of the web that are not in the collection, or that no reader of its changes was told of. */
  readonly lost: number;
  /** Pages that were asked for more often than once. */
  readonly again: number;
  /** What is wrong of the files, the database, the changes and, says `sanity --documents`, of the rest. */
  readonly faults: readonly string[];
}

const hosts = 8;
const links = 6;
const words = 2_000;

/** Crawls a web at one page a turn, kills the process at random moments and starts it again, and lets it come to its end. */
export async function crawlThroughKills({ kills, seed, workers, keep }: KillsAsked): Promise<KillsSurvived> {
  const pagesOfHost = 15 + 3 * kills;
  const web = await startWeb({ pages: ({ name, path }) => pageOf(name, path, pagesOfHost) });
  const name = `kills-${workers}-${keep}`;
  const tree: JobTree = {
    seeds: Array.from({ length: hosts }, (_, host) => web.url(`h${host}.localhost`)),
    documents: { keep },
    turn: { maxPages: 1 },
    yield: { hold: false },
    crawl: { workers, patience: 1 },
  };
  const directory = jobDirectory(name, tree);
  try {
    const killed = await killAtRandom(web, directory, { kills, seed, pages: hosts * pagesOfHost });
    const last = await winnow(['crawl', '--job', directory]);
    return { killed, ...(await outcome(web, directory, name, hosts * pagesOfHost)), ...failed(last.exit) };
  } finally {
    await web.close();
  }

  function failed(exit: number | null): Partial<KillsSurvived> {
    return exit === 0 ? {} : { faults: [`the last crawl ended with ${exit}`] };
  }
}

/** @returns how often it was killed: a crawl that had ended by then was not */
async function killAtRandom(
  web: TestWeb,
  directory: string,
  { kills, seed, pages }: { readonly kills: number; readonly seed: number; readonly pages: number },
): Promise<number> {
  const random = seededRandom(seed);
  let killed = 0;
  for (let i = 0; i < kills; i += 1) {
    const crawl = startWinnow(['crawl', '--job', directory]);
    const left = Math.max(0, pages - new Set(web.log.map(({ host, path }) => host + path)).size);
    const until = web.log.length + Math.ceil((random() * 1.6 * left) / (kills - i + 1));
    while (crawl.running && web.log.length < until) await setTimeout(1);
    await setTimeout(random() * 30);
    crawl.kill('SIGKILL');
    if ((await crawl.ended).signal === 'SIGKILL') killed += 1;
  }
  return killed;
}

async function outcome(web: TestWeb, directory: string, job: string, pages: number) {
  const status = JSON.parse((await winnow(['status', '--json', '--job', directory])).out);
  const sanity = await winnow(['sanity', '--documents', '--job', directory]);
  const data = openData(join(directory, 'data'));
  const collection = [...(await data.collection(job))];
  const { records, faults } = await data.published(job);
  const stored = collection.filter(
    ([, { outcome: end, md5 }]) => end === 'stored' && records.has(md5 as never),
  );
  const all = [...faults, ...data.faults(), ...(sanity.exit === 0 ? [] : [sanity.out])];
  data.close();
  const asked = Map.groupBy(web.log, ({ host, path }) => host + path);
  return {
    pages: stored.length,
    stuck: status.quarantined?.length ?? 0,
    lost: pages - stored.length,
    again: [...asked].filter(([url, times]) => times.length > 1 && !url.endsWith('robots.txt')).length,
    faults: all,
  };
}

/** Pages of a tree, each of many words of its own: what a turn stages is large. */
function pageOf(name: string, path: string, pages: number) {
  const number = path === '/' ? 0 : Number(path.slice(1));
  if (!Number.isInteger(number) || number >= pages) return undefined;
  const children = Array.from({ length: links }, (_, i) => number * links + i + 1).filter(
    (one) => one < pages,
  );
  const text = Array.from({ length: words }, (_, i) => `w${(i * 7_919 + number * 31) % 5_003}`).join(' ');
  const anchors = children.map((one) => `<a href="/${one}">${one}</a>`).join(' ');
  return {
    headers: { 'content-type': 'text/html' },
    body: `<title>${name} ${number}</title><p>${name} says ${text} ${anchors}`,
  };
}
