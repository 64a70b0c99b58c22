import { inlineReader } from '../../lib/adapters/reading/inline-reader.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { addExamples } from '../../lib/capabilities/examples/add-examples.ts';
import { beginRound, type RoundBegun } from '../../lib/capabilities/examples/operations/round.ts';
import { rankAgain } from '../../lib/capabilities/examples/rank-again.ts';
import { readExamples } from '../../lib/capabilities/examples/read-examples.ts';
import { readLists } from '../../lib/capabilities/examples/read-lists.ts';
import { withAnswers } from '../../lib/capabilities/examples/set/change-set.ts';
import type { ExampleLists } from '../../lib/capabilities/examples/set/example-lists.ts';
import type { Side } from '../../lib/capabilities/examples/set/side.ts';
import { changeExamples } from '../../lib/capabilities/examples/stored-examples.ts';
import { settingsInForce } from '../../lib/capabilities/in-force.ts';
import { askToReclassify } from '../../lib/capabilities/reclassify/ask-to-reclassify.ts';
import { tellToJudge } from '../../lib/capabilities/reclassify/reclassify.ts';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import type { HostBody } from '../../lib/domain/frontier/body.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { seed } from '../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { crawlLoop } from '../../lib/runtime/embedded/crawl-loop.ts';
import { turnsHere } from '../../lib/runtime/embedded/turns.ts';
import { recentLinks } from '../../lib/runtime/shared/recent-links.ts';
import { turnBench } from '../../lib/runtime/workers/run-ticket.ts';
import { settled } from '../../test/support/clock.ts';
import { testSettings } from '../../test/support/settings.ts';
import { memoryPorts } from '../../test/support/stores.ts';
import type { Web, WebPage } from '../focus/corpus.ts';
import { webFetcher } from '../focus/web-fetcher.ts';

const jobName = 'examples';
const clocks = timing(60_000);

/** A job by examples over a web of the bench, by the use cases of production, in time that passes as fast as it can. */
export interface ExampleCrawl {
  add(side: Side, urls: readonly CanonicalUrl[]): Promise<void>;
  answer(side: Side, urls: readonly CanonicalUrl[]): Promise<void>;
  round(): Promise<RoundBegun>;
  lists(most: number): Promise<ExampleLists>;
  /** Crawls so many pages more, which it returns in the order of their fetches. */
  crawl(fetches: number): Promise<readonly WebPage[]>;
  close(): void;
}

export async function openExampleCrawl(web: Web): Promise<ExampleCrawl> {
  const stores = memoryPorts();
  const { clock } = stores;
  let fetched: WebPage[] = [];
  let [left, stop] = [Number.POSITIVE_INFINITY, new AbortController()];
  const fetcher = webFetcher(web, clock, (page) => {
    if (left === 0) return;
    fetched.push(page);
    left -= 1;
    if (left === 0) stop.abort();
  });
  const ports: Ports = { ...stores, fetcher, reader: inlineReader() };
  const given = settings();
  const bodies = new Map<string, HostBody>();
  await ensureJob(ports, given);
  await setJobState(ports, jobName, 'open', '');

  /** Lets time pass until the work is done. */
  async function passing<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    while (!isOver) {
      await settled();
      await clock.advance(clock.nextWake ?? 0);
    }
    return await work;
  }
  const jobNow = async () => ensureJob(ports, await settingsInForce(ports, given));
  const settingsNow = async () => settingsInForce(ports, given);

  return {
    async add(side, urls) {
      await passing(addExamples(ports, await jobNow(), given, { side, origin: 'named', urls }));
      const job = await jobNow();
      if (side === 'in') await seed(ports, job, urls);
    },
    async answer(side, urls) {
      const at = clock.now();
      const answers = urls.map((url) => ({ url, side, at }));
      await changeExamples(ports, jobName, (set) => withAnswers(set, answers));
    },
    async round() {
      const begun = await passing(beginRound(ports, await jobNow(), await settingsNow(), {}));
      await jobNow();
      if (begun.round.topic !== undefined) {
        const job = await askToReclassify(ports, jobName, {});
        await tellToJudge(ports, job, Number.POSITIVE_INFINITY);
        await rankAgain(ports, job, await settingsNow(), { id: String(begun.round.number) });
      }
      return begun;
    },
    lists: async (most) =>
      readLists(ports, await jobNow(), await settingsNow(), await readExamples(ports, jobName), { most }),
    async crawl(fetches) {
      [fetched, left, stop] = [[], fetches, new AbortController()];
      const { signal } = stop;
      await passing(
        crawlLoop(
          {
            ...{ ports, tickets: stores.tickets, timing: clocks },
            turns: turnsHere(turnBench(ports, bodies), { signal }, () => false),
            recent: recentLinks(100_000),
            summary: async (name) => stores.hosts.summary(name),
            failure: () => undefined,
          },
          {
            ...{ hosts: 1, signal, untilDone: [jobName] },
            mayCrawl: () => true,
            ...{ patienceMs: 60_000, gapPatienceMs: 60_000 },
          },
        ),
      );
      left = Number.POSITIVE_INFINITY;
      return fetched;
    },
    close: () => stores.close(),
  };
}

function settings(): JobSettings {
  const base = testSettings(jobName);
  return {
    ...base,
    focus: { ...defaultFocus, mode: 'soft' },
    politeness: { ...base.politeness, gapMs: 1_000 },
    turn: { ...base.turn, maxPages: 1 },
    documents: { keep: false, compression: 'gzip' },
    offTopic: { keep: 'text' },
    sitemaps: { ...base.sitemaps, follow: false },
  };
}
