import { afterEach } from 'vitest';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { snapshotRecords } from '../../../lib/pipeline/collection/snapshot-records.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../../pipeline/small-crawl.ts';
import { seededRandom } from '../seeded-random.ts';
import { type MemoryPorts, memoryPorts } from '../stores.ts';

export const wholeScope = { jobs: [jobName], isWhole: true } as const;
export const firstPage = 'https://h0.example/p0';
/** Contents of `randomWeb`: some pages say the same. */
export const recordCount = 36;

/** Hosts whose pages link to each other, some of them with the same text. */
export function randomWeb(seed: number): Web {
  const random = seededRandom(seed);
  const urls = Array.from({ length: 40 }, (_, at) => `https://h${at % 6}.example/p${at}`);
  const any = () => urls[Math.floor(random() * urls.length)] as string;
  return Object.fromEntries(
    urls.map((url, at) => {
      const next = urls[(at + 1) % urls.length] as string;
      return [url, page(`text ${at % 9 === 0 ? 'again' : at}`, any(), any(), any(), next)];
    }),
  );
}

interface CrawlOn {
  readonly stores?: MemoryPorts;
  readonly seeds?: readonly string[];
  readonly settings?: Partial<JobSettings>;
}

/** Opens crawls that are closed when the test has ended. */
export function openCrawls() {
  const open: SmallCrawl[] = [];
  afterEach(() => {
    for (const crawl of open.splice(0)) crawl.close();
  });
  return async (
    web: Web,
    { stores = memoryPorts(), seeds = [], settings = {} }: CrawlOn = {},
  ): Promise<SmallCrawl> => {
    const crawl = await smallCrawl(web, { seeds, stores, settings });
    open.push(crawl);
    return crawl;
  };
}

/** Ticks half a minute apart. */
export async function tickFor(crawl: SmallCrawl, ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick += 1) {
    await crawl.tick();
    await crawl.stores.clock.advance(30_000);
  }
}

/** Each record with its URLs. */
export async function collection({ ports }: Pick<SmallCrawl, 'ports'>): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of snapshotRecords(ports, jobName)) {
    if (!('record' in line)) continue;
    const { record } = line as {
      readonly record: { readonly md5: string; readonly urls: readonly string[] };
    };
    lines.push(`${record.md5} ${[...record.urls].sort().join(' ')}`);
  }
  return lines.sort();
}

export async function faults(crawl: SmallCrawl, repair = false): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const one of sanity(crawl.ports, await crawl.job(), { documents: true, repair }))
    found.push(one);
  return found;
}
