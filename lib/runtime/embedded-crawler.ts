import { join } from 'node:path';
import { networkRefusal } from '../adapters/web/network-refusal.ts';
import { contactLack } from '../config/contact.ts';
import { WinnowError } from '../domain/error.ts';
import type { OutcomeKind } from '../domain/outcome.ts';
import type { Finding } from '../domain/sanity/finding.ts';
import type { JobSettings } from '../domain/settings.ts';
import { timing } from '../domain/timing.ts';
import { openDifference } from '../domain/topic/difference.ts';
import { identityOf } from '../domain/url/identity.ts';
import { askToReclassify } from '../pipeline/ask-to-reclassify.ts';
import { costOf } from '../pipeline/cost/cost-of.ts';
import { denyHosts } from '../pipeline/deny-hosts.ts';
import { fetchOne } from '../pipeline/fetch-one.ts';
import { judgeHosts } from '../pipeline/judge-hosts.ts';
import { ensureJob, isUnopened, mustBeOpen, setJobState } from '../pipeline/open-job.ts';
import { tellToJudge } from '../pipeline/reclassify.ts';
import { difference } from '../pipeline/reclassify-difference.ts';
import { recycleByHand } from '../pipeline/recycle-by-hand.ts';
import { type SanityOptions, sanity } from '../pipeline/sanity/sanity.ts';
import { seed } from '../pipeline/seed.ts';
import { settingsOf } from '../pipeline/settings-cache.ts';
import { statusOf } from '../pipeline/status.ts';
import { supervisionOf } from '../pipeline/supervision-note.ts';
import type { VisitSeen } from '../pipeline/turn.ts';
import { viewRecord } from '../pipeline/view-record.ts';
import { why } from '../pipeline/why.ts';
import type { Job } from '../ports/jobs.ts';
import { bodyCache } from './body-cache.ts';
import type { LocalEvents } from './change-events.ts';
import type { ControlDesk } from './control-desk.ts';
import { loopOptionsOf } from './crawl-parts.ts';
import { crawlWatchers } from './crawl-watchers.ts';
import { diskCheck, nodeCheck, startChecks } from './doctor.ts';
import type { EmbeddedParts } from './embedded-parts.ts';
import { localReports } from './embedded-report.ts';
import { localEvents } from './follow-changes.ts';
import { type GraphQuestions, graphQuestions } from './graph-questions.ts';
import type {
  Check,
  CrawlOptions,
  CrawlReport,
  Difference,
  EmbeddedInstallation,
  JudgeOptions,
  KeptModel,
  KeptPlugin,
  ReclassifyAsked,
  RecycleAsked,
  Status,
  TurnReport,
} from './installation.ts';
import { jobChecks } from './job-checks.ts';
import { localDesk } from './local-desk.ts';
import { openMeter } from './progress-meter.ts';
import { recentLinks } from './recent-links.ts';
import { type LoopAsked, nowAndThen, runLoop } from './run-loop.ts';
import { tallyTurn } from './tally-turn.ts';
import { ownWeb, type TopicQuestions, topicQuestions } from './topic-questions.ts';

/** Hosts whose opened bodies are kept between their turns, and URLs remembered as delivered. */
const cachedBodies = 512;
const rememberedLinks = 200_000;
/** How long `fetch` waits for its host's gate. */
const fetchWaitMs = 300_000;

/** An installation on one machine: the use cases, the loop that drives them, and nothing else. */
export class EmbeddedCrawler implements EmbeddedInstallation {
  readonly #parts: EmbeddedParts;
  readonly #bodies = bodyCache(cachedBodies);
  readonly #recent = recentLinks(rememberedLinks);
  readonly #watchers = crawlWatchers();
  /** What this process has given jobs last: a crawl that runs goes on by it. */
  readonly #given = new Map<string, JobSettings>();
  readonly topics: TopicQuestions;
  readonly events: LocalEvents;
  readonly report: EmbeddedInstallation['report'];
  readonly desk: ControlDesk;
  readonly graph: GraphQuestions;
  #closed = false;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    this.report = localReports(parts.ports, (job) => this.job(job), parts.role === 'worker');
    this.topics = topicQuestions(parts.ports, (job) => this.job(job), ownWeb(parts.ports));
    this.events = localEvents(parts.ports, (job) => this.job(job));
    this.graph = graphQuestions(parts.ports, (job) => this.job(job));
    this.desk = localDesk(parts, (name) => this.job(name), this.#bodies);
  }

  async ensureJob(settings: JobSettings): Promise<Job> {
    const { ports } = this.#parts;
    const job = await ensureJob(ports, settings);
    this.#given.set(settings.name, settings);
    return isUnopened(job) ? await setJobState(ports, job.name, 'open', '') : job;
  }

  async keepModel({ digest, read }: KeptModel): Promise<void> {
    const { models } = this.#parts.ports;
    if (!(await models.has(digest))) await models.put(digest, read());
  }

  keepPlugin(plugin: KeptPlugin): Promise<void> {
    return this.#parts.keepPlugin(plugin);
  }

  async job(name: string): Promise<Job> {
    const job = await this.#parts.ports.jobs.job(name);
    if (job) return job;
    const known = (await this.jobs()).map((other) => other.name).join(', ');
    throw new WinnowError(
      'not-found',
      `there is no job ${name} in ${this.#parts.dataDir}${known === '' ? '' : `; it has ${known}`}; \`winnow crawl\` makes it`,
    );
  }

  jobs(): Promise<readonly Job[]> {
    return this.#parts.ports.jobs.jobs();
  }

  denyHosts(deny: JobSettings['deny']): Promise<readonly string[]> {
    return denyHosts(this.#parts.ports, deny);
  }

  async settings(name: string): Promise<JobSettings> {
    return await settingsOf(this.#parts.ports.jobs, name, (await this.job(name)).config);
  }

  async seed(name: string, lines: readonly string[]) {
    return await seed(this.#parts.ports, await this.job(name), lines);
  }

  async status(name: string): Promise<Status> {
    const { ports, summary } = this.#parts;
    const job = await this.job(name);
    return await statusOf(ports, job, await summary(name), contactLack);
  }

  async cost(name: string) {
    return await costOf(this.#parts.ports, await this.job(name));
  }

  records(name: string, limit: number, cursor?: string) {
    return this.#parts.ports.records.records(name, limit, cursor);
  }

  async record(name: string, md5OrUrl: string) {
    const view = await viewRecord(this.#parts.ports, await this.job(name), md5OrUrl);
    return view?.document === undefined
      ? view
      : { ...view, document: join(this.#parts.dataDir, view.document) };
  }

  async why(name: string, url: string) {
    return await why({ ...this.#parts.ports, networkRefusal }, await this.job(name), url);
  }

  async fetchOne(name: string, url: string, signal?: AbortSignal) {
    const job = await this.job(name);
    mustBeOpen(job);
    const { ports } = this.#parts;
    const until = ports.clock.monotonic() + fetchWaitMs;
    const settings = await settingsOf(ports.jobs, name, job.config);
    const canonical = identityOf(settings).canonicalise(url.trim());
    const stop = new AbortController();
    const both = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const loop = canonical.ok
      ? this.#loop(settings, {
          signal: both,
          only: { job: name, host: canonical.host },
          untilDone: [name],
        })
      : Promise.resolve();
    try {
      return await fetchOne(ports, job, url, { until, ...(signal ? { signal } : {}) });
    } finally {
      stop.abort();
      await loop;
    }
  }

  async recycle(name: string, asked: RecycleAsked = {}) {
    await this.job(name);
    return await recycleByHand(this.#parts.ports, name, asked, Number.POSITIVE_INFINITY);
  }

  async difference(name: string, options: JudgeOptions): Promise<Difference> {
    return await difference(this.#parts.ports, await this.job(name), options);
  }

  async reclassify(name: string, options: JudgeOptions, { request, signal }: ReclassifyAsked = {}) {
    const { ports, role } = this.#parts;
    mustBeOpen(await this.job(name));
    const job = await askToReclassify(ports, name, options, request);
    const told = await tellToJudge(ports, job, Number.POSITIVE_INFINITY);
    if (role === 'guest') return told;
    const settings = await settingsOf(ports.jobs, name, job.config);
    const tally = openDifference();
    const left = await judgeHosts(ports, job, {
      timing: timing(settings.turn.maxMs),
      bodies: this.#bodies,
      ...(signal ? { signal } : {}),
      onTurn: ({ judged = [] }) => judged.forEach(tally.add),
    });
    return { ...told, done: tally.result(), ...(left === 0 ? {} : { left }) };
  }

  async *sanity(name: string, options: SanityOptions): AsyncGenerator<Finding> {
    yield* sanity(this.#parts.ports, await this.job(name), options);
  }

  async *doctor(name?: string): AsyncGenerator<Check> {
    const { ports, dataDir } = this.#parts;
    yield nodeCheck(process.versions.node);
    yield await diskCheck(dataDir);
    if (name === undefined) return;
    const job = await this.job(name);
    const settings = await settingsOf(ports.jobs, name, job.config);
    yield* jobChecks(this.#parts, settings, await this.status(name));
  }

  async startChecks(name: string) {
    return await startChecks(this.#parts.dataDir, await this.settings(name));
  }

  async crawl(name: string, options: CrawlOptions): Promise<CrawlReport> {
    const { ports, dataDir, summary } = this.#parts;
    const job = await this.job(name);
    const settings = await settingsOf(ports.jobs, name, job.config);
    const outcomes: Partial<Record<OutcomeKind, number>> = {};
    const harvest =
      settings.topic === undefined ? undefined : async () => (await supervisionOf(ports, name)).watch;
    const meter = openMeter(ports.clock, async () => await summary(name), options.onProgress, harvest);
    const timeUp = options.forMs === undefined ? undefined : AbortSignal.timeout(options.forMs);
    const signals = [options.signal, timeUp].filter((signal) => signal !== undefined);
    const watch = {
      onTurn(report: TurnReport): void {
        if (report.job !== name) return;
        tallyTurn(outcomes, report);
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
        ...(options.forever
          ? { forever: true, onRest: nowAndThen(ports.clock, this.#parts.checkpoint) }
          : {}),
        untilDone: [name],
      });
      return {
        end: end === 'interrupted' && timeUp?.aborted && !options.signal?.aborted ? 'time' : end,
        progress: await meter.end(),
        outcomes,
        status: await this.status(name),
        patienceMs: settings.crawl.patienceMs,
        places: [
          ...['documents', 'changes'].map((what) => ({ what, path: join(dataDir, what, name) })),
          { what: 'database', path: join(dataDir, 'winnow.db') },
        ],
      };
    } finally {
      this.#watchers.delete(watch);
      await meter.end();
      this.#parts.checkpoint();
    }
  }

  #loop(settings: JobSettings, options: LoopAsked) {
    return runLoop(
      {
        ...{ ...this.#parts, bodies: this.#bodies, recent: this.#recent },
        settings: () => this.#given.get(settings.name) ?? settings,
        onTurn: this.#watchers.onTurn,
        onVisit: this.#watchers.onVisit,
      },
      options,
    );
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#parts.close();
  }
}
