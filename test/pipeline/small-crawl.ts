import { inlineReader } from '../../lib/adapters/reading/inline-reader.ts';
import { defined } from '../../lib/base/defined.ts';
import type { CanonicalUrl, HostName } from '../../lib/base/url/url.ts';
import { lists } from '../../lib/capabilities/lists.ts';
import { tellToJudge } from '../../lib/capabilities/reclassify/reclassify.ts';
import { analyses } from '../../lib/documents/analysis/analyses.ts';
import type { Analysis } from '../../lib/documents/analysis/analysis.ts';
import type { ChangeLine } from '../../lib/domain/collection/record.ts';
import type { PageScope } from '../../lib/domain/control/command.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { carryOn, runCommand } from '../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../lib/pipeline/dispatch/dispatch.ts';
import { firstDue } from '../../lib/pipeline/frontier/due-bands.ts';
import { findPage } from '../../lib/pipeline/frontier/find-page.ts';
import { harvest } from '../../lib/pipeline/harvest/harvest.ts';
import { failRound } from '../../lib/pipeline/job/isolate-jobs.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../lib/pipeline/recycle/recycle.ts';
import { seed } from '../../lib/pipeline/seeds/seed.ts';
import type { OpenPart } from '../../lib/pipeline/turn/capability-lists.ts';
import type { Delivery } from '../../lib/pipeline/turn/turn.ts';
import type { TurnReport } from '../../lib/pipeline/turn/turn-report.ts';
import type { Job } from '../../lib/ports/jobs.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import type { FetchRequest, FetchResult } from '../../lib/ports/web.ts';
import { followedLines } from '../support/collection/turn-lines.ts';
import { ownWords } from '../support/own-words.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly endedEarly?: true;
  readonly error?: 'dns' | 'connect' | 'reset';
}

export type Web = Record<string, Answer | ((request: FetchRequest) => Answer)>;

/** A crawl of a handful of pages given as a table, on the embedded stores in memory, under a clock that is held. */
export interface SmallCrawl {
  readonly ports: Ports;
  readonly stores: MemoryPorts;
  readonly web: Web;
  /** Every request with the time at which it was made (ms since the start). */
  readonly requests: {
    readonly url: string;
    readonly at: number;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  /** One tick: dispatch, one batch of turns, recycle. */
  tick(): Promise<readonly TurnReport[]>;
  /** Ticks, letting time pass, until nothing is due within `withinMs` more. */
  run(withinMs?: number): Promise<readonly TurnReport[]>;
  outcome(url: string): Promise<string | undefined>;
  changes(): Promise<readonly ChangeLine[]>;
  job(): Promise<Job>;
  close(): void;
}

export const jobName = 'birds';
export const clockwork = timing(60_000);
const requestMs = 100;

export async function smallCrawl(
  web: Web,
  options: {
    readonly seeds: readonly string[];
    readonly settings?: Partial<JobSettings>;
    /** Of hosts; without one a host's name leads nowhere. */
    readonly addresses?: Readonly<Record<string, string>>;
    /** Beside the usual ones; may change between ticks. */
    readonly parts?: readonly OpenPart[];
    /** In place of the usual ones. */
    readonly usualParts?: readonly OpenPart[];
    readonly analyses?: readonly Analysis[];
    /** Stores that may have the job already; absent: fresh ones. */
    readonly stores?: MemoryPorts;
    /** Gets between the use cases and their ports. */
    readonly through?: (ports: Ports) => Ports;
  },
): Promise<SmallCrawl> {
  const stores = options.stores ?? memoryPorts();
  const { clock } = stores;
  const started = clock.monotonic();
  const requests: { url: string; at: number; headers: Readonly<Record<string, string>> }[] = [];
  const published: string[] = [];
  const direct: Ports = {
    ...stores,
    fetcher: {
      async fetch(request) {
        requests.push({ url: request.url, at: clock.monotonic() - started, headers: request.headers ?? {} });
        await clock.sleep(requestMs);
        return answerTo(web, request);
      },
      ready: async () => undefined,
      ahead: () => undefined,
      addressOf: async (host) => options.addresses?.[host],
    },
    reader: inlineReader({ analyses: [...analyses, ...(options.analyses ?? [])] }),
  };
  const ports = options.through ? options.through(direct) : direct;
  const settings: JobSettings = { ...testSettings(jobName), ...options.settings };
  await ensureJob(direct, settings);
  const linesOf = followedLines(direct.changes, jobName);
  const job = await setJobState(direct, jobName, 'open', '');
  await seed(direct, job, options.seeds);

  async function tick(): Promise<readonly TurnReport[]> {
    failRound((await dispatch(ports, { timing: clockwork, maxOutstanding: 100 })).failed);
    const deliveries: readonly Delivery[] = stores.tickets.receive(10);
    const endBy = clock.monotonic() + clockwork.functionMs;
    const report = await harvest(ports, deliveries, {
      timing: clockwork,
      endBy,
      lists: { ...lists, parts: [...(options.usualParts ?? lists.parts), ...(options.parts ?? [])] },
    });
    for (const delivery of deliveries) {
      if (report.failed.some((one) => one.delivery === delivery)) stores.tickets.retry(delivery);
      else stores.tickets.done(delivery);
    }
    if (report.failed[0]) throw report.failed[0].error;
    for (const { result, host, turn } of report.turns) {
      if (result !== 'committed' && result !== 'rolled-forward') continue;
      published.push(...(await linesOf(host, turn)));
    }
    const current = (await direct.jobs.job(jobName)) as Job;
    await recycle(ports, current, { endBy: Number.POSITIVE_INFINITY });
    await tellToJudge(ports, current, Number.POSITIVE_INFINITY);
    return report.turns;
  }

  /** Runs it while time passes for whoever sleeps. */
  async function passing<T>(running: Promise<T>): Promise<T> {
    let ended = false;
    const done = running.finally(() => {
      ended = true;
    });
    done.catch(() => undefined);
    while (!ended) await clock.advance(clock.nextWake ?? 0);
    return await done;
  }

  return {
    ports: direct,
    stores,
    web,
    requests,
    tick: () => passing(tick()),
    async run(withinMs = 0) {
      const turns: TurnReport[] = [];
      const end = clock.monotonic() + withinMs;
      for (;;) {
        while ((await stores.tickets.outstanding()) > 0) {
          const more = await passing(tick());
          if (more.length === 0) break;
          turns.push(...more);
        }
        const next = await firstDue(direct.due, jobName, Number.MAX_SAFE_INTEGER);
        if (!next) return turns;
        const waitMs = next.at - clock.now();
        if (waitMs > 0 && clock.monotonic() + waitMs > end) return turns;
        if (waitMs > 0) await clock.advance(waitMs);
        turns.push(...(await passing(tick())));
      }
    },
    async outcome(url) {
      const page = await findPage(direct, (await direct.jobs.job(jobName)) as Job, url as CanonicalUrl);
      return page?.state === 'visited' ? page.outcome : page?.state;
    },
    async changes() {
      return published.map((line) => JSON.parse(line) as ChangeLine);
    },
    job: async () => (await direct.jobs.job(jobName)) as Job,
    close: () => stores.close(),
  };
}

/** A page with a text and links. Another text brings other words: pages that tell numbers alone say nothing new. */
export function page(text: string, ...links: readonly string[]): Answer {
  const anchors = links.map((link) => `<a href="${link}">link</a>`).join(' ');
  return { body: `<title>${text}</title><p>${text}</p><p>${ownWords(text)}</p>${anchors}` };
}

/** Asks for pages again, all or those of a scope, and tells every host at once. */
export async function reharvest({ ports }: SmallCrawl, scope: PageScope = {}): Promise<void> {
  const requestId = ports.entropy.id();
  const head = { requestId, by: 'a test', reason: '', dryRun: false };
  const answer = await runCommand(ports, { ...head, command: 'reharvest', job: jobName, scope });
  await carryOn(ports, answer, Number.POSITIVE_INFINITY);
}

function answerTo(web: Web, request: FetchRequest): FetchResult {
  const given = web[request.url];
  const answer = typeof given === 'function' ? given(request) : (given ?? { status: 404, body: 'not here' });
  if (answer.error)
    return { kind: 'error', reason: answer.error, detail: 'as the test wants it', elapsedMs: requestMs };
  const body = new Uint8Array(Buffer.from(answer.body ?? ''));
  return {
    kind: 'response',
    status: answer.status ?? 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...answer.headers },
    body,
    truncated: answer.endedEarly === true,
    ...defined({ endedEarly: answer.endedEarly }),
    wireBytes: body.length,
    elapsedMs: requestMs,
  };
}

export function key(host: string) {
  return { job: jobName, host: host as HostName };
}
