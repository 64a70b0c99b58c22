import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { HostBody } from '../../lib/domain/frontier/body.ts';
import { decodeInboxMessage } from '../../lib/domain/inbox/inbox-item.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { seed } from '../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import type { PageReader } from '../../lib/ports/web.ts';
import { crawlLoop } from '../../lib/runtime/embedded/crawl-loop.ts';
import { turnsHere } from '../../lib/runtime/embedded/turns.ts';
import { recentLinks } from '../../lib/runtime/shared/recent-links.ts';
import { turnBench } from '../../lib/runtime/workers/run-ticket.ts';
import { settled } from '../../test/support/clock.ts';
import { testSettings } from '../../test/support/settings.ts';
import { memoryPorts } from '../../test/support/stores.ts';
import type { Web, WebPage } from './corpus.ts';
import type { Judge } from './judge.ts';
import type { Policy } from './policies.ts';
import { webFetcher } from './web-fetcher.ts';

export interface FocusCrawl {
  readonly web: Web;
  readonly policy: Policy;
  readonly judge: Judge;
  readonly reader: PageReader;
  readonly seeds: readonly WebPage[];
  /** The crawl is over after so many fetches of pages that count. */
  readonly fetches: number;
  readonly counts: (page: WebPage) => boolean;
  /** Turns side by side. */
  readonly workers: number;
  /** From the end of one request to a host to the start of the next. */
  readonly gapMs: number;
  /** Called with each message to a host: its id, its URLs, and the pages fetched so far. */
  readonly told?: (id: string, urls: readonly CanonicalUrl[], fetched: readonly WebPage[]) => void;
}

const jobName = 'focus';
const clocks = timing(60_000);

/** Crawls with the production pipeline, in time that passes as fast as it can; returns the pages in the order of their fetches. */
export async function focusCrawl(crawl: FocusCrawl): Promise<readonly WebPage[]> {
  const stores = memoryPorts();
  const { clock } = stores;
  const fetched: WebPage[] = [];
  const stop = new AbortController();
  let left = crawl.fetches;
  const fetcher = webFetcher(crawl.web, clock, (page) => {
    if (left === 0) return;
    fetched.push(page);
    if (crawl.counts(page)) left -= 1;
    if (left === 0) stop.abort();
  });
  const hosts = crawl.told === undefined ? stores.hosts : watched(stores.hosts, crawl.told, fetched);
  const ports: Ports = { ...stores, hosts, fetcher, reader: crawl.reader };
  await ports.models.put(crawl.judge.digest, crawl.judge.bytes);
  await ensureJob(ports, settingsOf(crawl));
  const job = await setJobState(ports, jobName, 'open', '');
  await seed(
    ports,
    job,
    crawl.seeds.map(({ url }) => url),
  );
  let ended = false;
  const running = crawlLoop(
    {
      ...{ ports, tickets: stores.tickets, timing: clocks },
      turns: turnsHere(turnBench(ports, new Map<string, HostBody>()), { signal: stop.signal }, () => false),
      recent: recentLinks(100_000),
      summary: async (name) => stores.hosts.summary(name),
      failure: () => undefined,
    },
    {
      ...{ hosts: crawl.workers, signal: stop.signal, untilDone: [jobName] },
      mayCrawl: () => true,
      patienceMs: 60_000,
      gapPatienceMs: 60_000,
    },
  ).finally(() => {
    ended = true;
  });
  running.catch(() => undefined);
  while (!ended) {
    await settled();
    await clock.advance(clock.nextWake ?? 0);
  }
  await running;
  stores.close();
  return fetched;
}

/** The hosts, with what is put into their inboxes told before. */
function watched(
  hosts: Ports['hosts'],
  told: FocusCrawl['told'] & {},
  fetched: readonly WebPage[],
): Ports['hosts'] {
  const putInbox: Ports['hosts']['putInbox'] = (key, item) => {
    told(
      item.id,
      decodeInboxMessage(item.bytes).candidates.map(({ url }) => url),
      fetched,
    );
    return hosts.putInbox(key, item);
  };
  return new Proxy(hosts, {
    get(target, name) {
      if (name === 'putInbox') return putInbox;
      const value = Reflect.get(target, name, target) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function settingsOf({ judge, policy, gapMs }: FocusCrawl): JobSettings {
  const base = testSettings(jobName);
  return {
    ...base,
    topic: judge.topic,
    focus: policy.focus,
    ...(policy.yieldOff && { yield: { ...base.yield, hold: false } }),
    politeness: { ...base.politeness, gapMs },
    turn: { ...base.turn, maxPages: 1 },
    documents: { keep: false, compression: 'gzip' },
    sitemaps: { ...base.sitemaps, follow: false },
  };
}
