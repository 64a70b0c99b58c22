import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defined } from '../../base/defined.ts';
import { identityOf } from '../../base/url/identity.ts';
import { lists } from '../../capabilities/lists.ts';
import { judgeHosts } from '../../capabilities/reclassify/judge-hosts.ts';
import { ownIndex } from '../../capabilities/search/own-index.ts';
import { installationFile } from '../../config/job/load-job.ts';
import { requireContact } from '../../domain/settings/contact.ts';
import { pluginsNamed } from '../../domain/settings/plugins-named.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { timing } from '../../domain/settings/timing.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { requireAll } from '../../pipeline/harvest/what-lacks.ts';
import { ensureJob, isUnopened, setJobState } from '../../pipeline/job/open-job.ts';
import type { JudgedNow, PageToVisit } from '../../pipeline/operation/place.ts';
import { withTurnsUnderWay } from '../../pipeline/report/turns-under-way.ts';
import { supervisionOf } from '../../pipeline/supervise/supervision-note.ts';
import type { BodyCache, PermitPage, VisitSeen } from '../../pipeline/turn/turn.ts';
import { settingsChecks, topicChecks } from '../../pipeline/why/job-checks.ts';
import type { Job } from '../../ports/jobs.ts';
import { openDifference } from '../../topic/judge.ts';
import type { LocalEvents } from '../shared/change-events.ts';
import { diskCheck, machineChecks } from '../shared/doctor.ts';
import { followChanges, localEvents } from '../shared/follow-changes.ts';
import type {
  AskPermit,
  CrawlOptions,
  CrawlReport,
  EmbeddedInstallation,
  KeptPlugin,
  TurnReport,
} from '../shared/installation.ts';
import { recentLinks } from '../shared/recent-links.ts';
import { StoredInstallation } from '../shared/stored-installation.ts';
import { ownWeb } from '../shared/topic-questions.ts';
import { openTally } from '../shared/visit-tally.ts';
import { bodyCache } from '../workers/body-cache.ts';
import { memoryLimitMb } from '../workers/memory-limit.ts';
import { type TurnBench, turnBench } from '../workers/run-ticket.ts';
import { countOf } from '../workers/worker-count.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { openFigures } from './crawl-figures.ts';
import { type LoopParts, loopOptionsOf } from './crawl-parts.ts';
import { crawlWatchers, localReports, oneCrawlEach, placesOf } from './crawl-watchers.ts';
import type { EmbeddedParts } from './embedded-parts.ts';
import { finishTasks } from './finish-tasks.ts';
import { type OpenTurns, openTurns } from './open-turns.ts';
import { openMeter } from './progress-meter.ts';
import { type LoopAsked, nowAndThen, runLoop } from './run-loop.ts';
import { type Turns, turnsHere, turnsOnWorkers } from './turns.ts';

/** Hosts whose opened bodies are kept between turns, and URLs that are remembered as delivered. */
const [cachedBodies, rememberedLinks] = [512, 200_000];

/** An installation on one machine: the use cases, and the loop that drives them. */
export class EmbeddedCrawler extends StoredInstallation implements EmbeddedInstallation {
  readonly #parts: EmbeddedParts;
  readonly #bodies: BodyCache;
  readonly #recent = recentLinks(rememberedLinks);
  readonly #watchers = crawlWatchers();
  readonly #crawler: ReturnType<typeof oneCrawlEach>;
  readonly #turns: OpenTurns;
  /** The settings that this process gave to jobs last: a running crawl goes on with them. */
  readonly #given = new Map<string, JobSettings>();
  readonly #permits = new Map<string, AskPermit>();
  /** Digests of plug-ins that are functions of this program. */
  readonly #functions = new Set<string>();
  readonly #bench: TurnBench;
  readonly events: LocalEvents;
  readonly report: EmbeddedInstallation['report'];
  readonly followSinks: EmbeddedInstallation['followSinks'];
  #closed = false;

  constructor(parts: EmbeddedParts) {
    const { ports, summary, dataDir, role, eraser, jobEraser, backup } = parts;
    const bodies = bodyCache(cachedBodies);
    const judgeNow = (job: Job, signal: AbortSignal) => this.#judgeNow(job, signal);
    const withTurns = <T>(page: PageToVisit, work: () => Promise<T>) => this.#withTurns(page, work);
    const crawler = oneCrawlEach(() => this);
    const finish = (name: string) => finishTasks(ports, name, bodies);
    super({
      ...(role === 'worker'
        ? { finish, judgeNow, withTurns, crawler, access: 'alone' }
        : { access: 'beside' }),
      ...{ eraser, jobEraser, backup, ports, name: dataDir },
      summary: async (name) => withTurnsUnderWay(ports, name, await summary(name)),
      openWeb: ownWeb(ports),
      checks: machineChecks(dataDir, parts.secrets),
      hint: '; `winnow crawl` makes it',
      tables: { fileOf: (name) => join(dataDir, 'sql', name, 'tables', 'crawl.db'), copy: parts.copyCrawl },
      defaults: async () => installationFile(dataDir),
      ...(role === 'worker' && { feedSinks: parts.feedSinks }),
      search: parts.search,
      unnamedSink: ownIndex,
      follow: (asked, onMissing) => followChanges(ports, asked, onMissing),
      locate: (document) => join(dataDir, document),
    });
    this.#parts = parts;
    this.#crawler = crawler;
    this.#turns = openTurns(ports);
    this.#bodies = bodies;
    this.#bench = turnBench(ports, bodies);
    this.events = localEvents(ports, (name) => this.job(name));
    this.followSinks = parts.startSinks;
    this.report = localReports(ports, (name) => this.job(name), role === 'worker');
  }

  async ensureJob(given: JobSettings): Promise<Job> {
    const settings = await this.inForce(given);
    const job = await ensureJob(this.#parts.ports, settings);
    this.#given.set(settings.name, settings);
    return isUnopened(job) ? await setJobState(this.#parts.ports, job.name, 'open', '') : job;
  }

  /** Who seeds with the role of a worker crawls next: threads start while the seeds are taken in. */
  override async seed(name: string, lines: readonly string[]) {
    await this.warmUp(name, lines.length);
    return await super.seed(name, lines);
  }

  async warmUp(name: string, seeds: number): Promise<void> {
    const workers = this.#workersOf(await this.settings(name));
    if (!this.#staysHere(name)) workers?.start(seeds);
  }

  keepPlugin(plugin: KeptPlugin): Promise<void> {
    if (plugin.call !== undefined) this.#functions.add(plugin.digest);
    return this.#parts.keepPlugin(plugin);
  }

  /** Runs a crawl of a page's host until the work that waits for the page is done, because no other process has turns. */
  async #withTurns<T>({ job, url, signal }: PageToVisit, work: () => Promise<T>): Promise<T> {
    const { ports } = this.#parts;
    const settings = await settingsOf(ports.jobs, job.name, job.config);
    requireContact(settings);
    await requireAll(ports, settings);
    const canonical = identityOf(settings).canonicalise(url.trim());
    const stop = new AbortController();
    const both = AbortSignal.any([signal, stop.signal]);
    const only = canonical.ok ? { job: job.name, host: canonical.host } : undefined;
    const loop = only && this.#loop(settings, { signal: both, only, untilDone: [job.name] });
    try {
      return await work();
    } finally {
      stop.abort();
      await loop;
    }
  }

  /** Judges what hosts were told to judge again, in turns of this process. */
  async #judgeNow(job: Job, signal: AbortSignal): Promise<JudgedNow> {
    const { ports } = this.#parts;
    const settings = await settingsOf(ports.jobs, job.name, job.config);
    const tally = openDifference();
    const left = await judgeHosts(ports, job, {
      ...{ lists, timing: timing(settings.turn.maxMs), bodies: this.#bodies, signal },
      onTurn: ({ judged = [] }) => judged.forEach(tally.add),
    });
    return { done: tally.result(), ...(left === 0 ? {} : { left }) };
  }

  async startChecks(name: string) {
    const status = await this.place.status(name, { countRecords: false });
    const settings = await this.settings(name);
    const { dataDir } = this.#parts;
    const checks = [await diskCheck(dataDir), ...settingsChecks(settings), ...topicChecks(status)];
    return checks.filter(({ ok }) => ok !== 'ok');
  }

  async crawl(name: string, options: CrawlOptions): Promise<CrawlReport> {
    const { ports, dataDir, summary } = this.#parts;
    const settings = await settingsOf(ports.jobs, name, (await this.job(name)).config);
    await requireAll(ports, settings);
    const tally = openTally();
    const harvest =
      settings.topic === undefined ? undefined : async () => (await supervisionOf(ports, name)).watch;
    const figures = await openFigures(name, this.place);
    const meter = openMeter(ports.clock, async () => await summary(name), options.onProgress, harvest);
    // What it takes until a thread can crawl is no time of the crawl.
    await this.#parts.workers?.ready();
    const timeUp = options.forMs === undefined ? undefined : AbortSignal.timeout(options.forMs);
    const signals = [options.signal, timeUp].filter((signal) => signal !== undefined);
    const watch = {
      onTurn(report: TurnReport): void {
        if (report.job !== name) return;
        tally.turn(report);
        figures.turn(report);
        meter.turn(report);
        options.onTurn?.(report);
      },
      onVisit(visit: VisitSeen): void {
        if (visit.job === name) meter.visit(visit);
      },
    };
    this.#watchers.add(watch);
    try {
      const end = await this.#loop(settings, {
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
        ...loopOptionsOf(options),
        ...(options.forever && { forever: true, onRest: nowAndThen(ports.clock, this.#parts.checkpoint) }),
        ...defined({ apart: options.apart }),
        untilDone: [name],
      });
      return {
        end: end === 'interrupted' && timeUp?.aborted && !options.signal?.aborted ? 'time' : end,
        progress: await meter.end(),
        ...tally.result(),
        status: await this.place.status(name),
        patienceMs: settings.crawl.patienceMs,
        places: placesOf(dataDir, name),
      };
    } finally {
      this.#watchers.delete(watch);
      await meter.end();
      await figures.end();
      this.#parts.checkpoint();
    }
  }

  permitWith(name: string, permit: AskPermit): void {
    this.#permits.set(name, permit);
  }

  async #loop(settings: JobSettings, options: LoopAsked) {
    const converters = this.#parts.startConverters();
    // Whoever waits for one page does not wait for what the page is handed to.
    const sinks = options.only === undefined ? this.followSinks(options.onJobError) : undefined;
    try {
      return await runLoop(
        {
          ...this.#parts,
          ...this.#tickets(options),
          recent: this.#recent,
          turns: this.#turnsOf(settings, options),
          settings: () => this.#given.get(settings.name) ?? settings,
          onTurn: this.#watchers.onTurn,
          onOver: this.#turns.over,
        },
        options,
      );
    } finally {
      await converters.stop();
      await sinks?.stop(options.signal?.aborted === true);
    }
  }

  /** The threads that run a job's turns, with room for as many as it wants; undefined: this thread runs them. */
  #workersOf({ crawl }: JobSettings): WorkerPool | undefined {
    const { workers } = this.#parts;
    const count = countOf(crawl.workers, availableParallelism(), memoryLimitMb());
    if (workers === undefined || count === undefined) return undefined;
    workers.grow(count);
    return workers;
  }

  #turnsOf(settings: JobSettings, { signal, only }: LoopAsked): Turns {
    const { isBehind } = this.#parts;
    const onVisit = (visit: VisitSeen): void => {
      this.#turns.visit(visit);
      this.#watchers.onVisit(visit);
    };
    const permit: PermitPage = (job, page) => this.#permits.get(job)?.(page);
    const here = turnsHere(this.#bench, { ...defined({ signal }), onVisit, permit }, isBehind);
    // Where a person waits for one page, no thread has to start first.
    const workers = only === undefined ? this.#workersOf(settings) : undefined;
    if (workers === undefined) return here;
    return turnsOnWorkers(workers.join(signal, onVisit), here, (job) => this.#staysHere(job));
  }

  /** Whether functions of this program take part in the turns of a job. */
  #staysHere(job: string): boolean {
    if (this.#permits.has(job)) return true;
    const given = this.#given.get(job);
    return given !== undefined && pluginsNamed(given).some(({ digest }) => this.#functions.has(digest));
  }

  /** Crawls side by side share the order of tickets, and each runs its own. */
  #tickets({ apart, only, untilDone }: LoopAsked): Pick<LoopParts, 'ports' | 'tickets'> {
    const tickets = this.#parts.ticketsOf(
      ({ job, host }) =>
        (only === undefined || (only.job === job && only.host === host)) &&
        (!apart || untilDone.includes(job)),
    );
    return { tickets, ports: { ...this.#parts.ports, tickets } };
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#crawler.end();
    this.#turns.close();
    await this.#parts.close();
  }
}
