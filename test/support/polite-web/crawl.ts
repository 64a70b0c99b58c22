import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import type { HostBody } from '../../../lib/domain/frontier/body.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { dispatchUntil } from '../../../lib/pipeline/dispatch/dispatch-until.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed as seedJob } from '../../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { crawlLoop } from '../../../lib/runtime/embedded/crawl-loop.ts';
import { turnsHere } from '../../../lib/runtime/embedded/turns.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';
import { turnBench } from '../../../lib/runtime/workers/run-ticket.ts';
import { override } from '../../model/override.ts';
import { settled } from '../clock.ts';
import { testSettings } from '../settings.ts';
import { type MemoryPorts, memoryPorts } from '../stores.ts';
import { judge, type Verdict } from './judge.ts';
import { type Traits, temperedHosts } from './traits.ts';
import { politeWeb } from './web.ts';

export interface PoliteCrawl {
  readonly hosts: number;
  readonly seed: number;
  /** How long it lasts by its own clock. */
  readonly lastsMs: number;
  /** Absent: the clockwork of one machine; else the deployed one, whose dispatcher ticks as often. */
  readonly tickMs?: number;
  /** What the job is for: more than search has it ask for more files. Default: search. */
  readonly purpose?: JobSettings['purpose'];
}

export interface PoliteCrawled extends Verdict {
  /** Passes of the deployed dispatcher, and what it asked of its stores. */
  readonly passes: number;
  readonly dueQueries: number;
}

const clocks = timing(60_000);
const jobName = 'polite';
/** So many that no run of failures leaves a host with nothing to fetch. */
const seedsPerHost = 15;
const robotsAgeMs = 1_200_000;
/** How long an unreachable robots.txt is believed to be so: twice as long each time, up to the age of others. */
const pauses = { robotsPauseMs: 600_000, maxRobotsPauseMs: robotsAgeMs };

/** Crawls hosts of all tempers with the production pipeline, in time that only the simulation lets pass. */
export async function politeCrawl({
  hosts,
  seed,
  lastsMs,
  tickMs,
  purpose,
}: PoliteCrawl): Promise<PoliteCrawled> {
  const traits = temperedHosts(hosts, seed);
  const stores = memoryPorts();
  const { clock } = stores;
  const web = politeWeb(traits, clock, seed);
  const counted = { passes: 0, dueQueries: 0 };
  const ports: Ports = {
    ...stores,
    fetcher: web.fetcher,
    reader: inlineReader(),
  };
  const settings = { ...settingsOf(traits), ...(purpose && { purpose }) };
  await ensureJob(ports, settings);
  const job = await setJobState(ports, jobName, 'open', '');
  await seedJob(
    ports,
    job,
    traits.flatMap(({ host }) => Array.from({ length: seedsPerHost }, (_, i) => `http://${host}/${i}`)),
  );
  const stop = new AbortController();
  const until = clock.monotonic() + lastsMs;
  const running =
    tickMs === undefined
      ? onOneMachine(ports, stores, stop.signal)
      : deployed(ports, stores, { tickMs, until, counted });
  let ended = false;
  const over = running.finally(() => {
    ended = true;
  });
  over.catch(() => undefined);
  while (!ended) {
    await settled();
    if (clock.monotonic() >= until) stop.abort();
    await clock.advance(clock.nextWake ?? 0);
  }
  await over;
  const log = web.log.filter(({ end }) => end <= lastsMs);
  const verdict = judge(log, traits, settings.politeness, pauses, lastsMs);
  stores.close();
  return { ...verdict, ...counted };
}

function settingsOf(traits: readonly Traits[]): JobSettings {
  const base = testSettings(jobName);
  return {
    ...base,
    politeness: { ...base.politeness, gapMs: 60_000 },
    turn: { ...base.turn, maxPages: 10 },
    documents: { keep: false, compression: 'gzip' },
    robots: { ...base.robots, maxAgeMs: robotsAgeMs },
    yield: { ...base.yield, hold: false },
    overrides: traits.map(({ host, gapMs }) => ({
      match: { host },
      label: `host ${host}`,
      settings: { politeness: { gapMs } },
      origins: {},
    })),
  };
}

/** The loop of the embedded runtime. */
async function onOneMachine(ports: Ports, stores: MemoryPorts, signal: AbortSignal): Promise<void> {
  const bodies = new Map<string, HostBody>();
  await crawlLoop(
    {
      ...{ ports, tickets: stores.tickets, timing: clocks, recent: recentLinks(100_000) },
      turns: turnsHere(turnBench(ports, bodies), { signal }, () => false),
      summary: async (name) => stores.hosts.summary(name),
      failure: () => undefined,
    },
    {
      ...{ hosts: 64, signal, untilDone: [jobName] },
      mayCrawl: () => true,
      patienceMs: Number.POSITIVE_INFINITY,
      gapPatienceMs: Number.POSITIVE_INFINITY,
    },
  );
}

interface Deployed {
  readonly tickMs: number;
  readonly until: number;
  readonly counted: { passes: number; dueQueries: number };
}

/** How soon a ticket that was sent is with a worker: SQS and the start of a warm function. */
const deliveryMs = 50;

/** The schedule of the stack: the dispatcher's minute, and a function for every ten tickets. */
async function deployed(
  ports: Ports,
  stores: MemoryPorts,
  { tickMs, until, counted }: Deployed,
): Promise<void> {
  const { clock, tickets } = stores;
  const atWork = new Set<Promise<void>>();
  const due = override<Ports['due']>(stores.due, {
    due: (...args) => {
      counted.dueQueries += 1;
      return stores.due.due(...args);
    },
  });
  const minutes = (async () => {
    while (clock.monotonic() < until) {
      const began = clock.monotonic();
      const report = await dispatchUntil(
        { ...ports, due },
        {
          timing: clocks,
          maxOutstanding: 1_000,
          everyMs: tickMs,
          until: began + 60_000 - Math.min(10_000, tickMs),
        },
      );
      counted.passes += report.passes;
      await clock.sleep(Math.max(1, began + 60_000 - clock.monotonic()));
    }
  })();
  while (clock.monotonic() < until) {
    const deliveries = tickets.receive(10);
    if (deliveries.length === 0) {
      await clock.sleep(deliveryMs);
      continue;
    }
    const turns = harvest(ports, deliveries, {
      timing: clocks,
      endBy: clock.monotonic() + clocks.functionMs,
      lists,
    })
      .then(({ failed }) => {
        if (failed[0] !== undefined) throw failed[0].error;
        for (const delivery of deliveries) tickets.done(delivery);
      })
      .finally(() => atWork.delete(turns));
    atWork.add(turns);
  }
  await Promise.all([minutes, ...atWork]);
}
