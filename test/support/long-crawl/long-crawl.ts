import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import type { Finding } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { askAgain, ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { controlCommandOf } from '../control-command.ts';
import { Crash, CrashPlan, crashingPort } from '../crash.ts';
import { seededRandom } from '../seeded-random.ts';
import { ChangingWeb, type WebSize } from './changing-web.ts';
import { type LongCrawlStores, storesInMemory } from './stores.ts';
import { type Judged, judge } from './truth.ts';

const hourMs = 3_600_000;
const clockwork = timing(60_000);
const stored = [
  'jobs',
  'commands',
  'hosts',
  'domains',
  'due',
  'gates',
  'segments',
  'links',
  'records',
  'documents',
  'changes',
  'robots',
  'staged',
] as const;

/** How often things happen to a long crawl. */
export interface Pace {
  /** The recycler runs once in so many hours … */
  readonly hours: number;
  /** … somebody does something after so many of them … */
  readonly somethingEvery: number;
  /** … and sanity is asked after so many. */
  readonly lookEvery: number;
  /** The share of steps at which their process dies, and of tickets that come again although they are done. */
  readonly dies: number;
  readonly again: number;
}

const usualPace: Pace = { hours: 1, somethingEvery: 12, lookEvery: 72, dies: 0.03, again: 0.01 };

/** What a turn may leave behind that dies: the raw document of a page that has changed when it is fetched again. */
const left = 'document-unowned';

export interface LongCrawlOptions extends WebSize {
  readonly seed: number;
  readonly settings: JobSettings;
  readonly pace?: Pace;
  /** What it runs on; absent: the embedded adapters. They are closed at the end. */
  readonly on?: LongCrawlStores;
}

export interface LongCrawl extends Judged {
  readonly web: ChangingWeb;
  /** What `sanity` found wrong at its stops, in words, but for raw documents that a dead turn may leave behind … */
  readonly insane: readonly string[];
  /** … and what it found when that had been mended. */
  readonly unmended: readonly string[];
  readonly stops: number;
  /** How often each thing happened. */
  readonly events: Readonly<Record<string, number>>;
  readonly failures: readonly unknown[];
}

/** Weeks of a continuous crawl under a held clock, with pauses, reharvests, crashes and redeliveries that a seed draws. */
export async function longCrawl(options: LongCrawlOptions): Promise<LongCrawl> {
  const { settings, days, pace = usualPace, on = storesInMemory() } = options;
  const job = settings.name;
  const { stores, clock } = on;
  const random = seededRandom(options.seed, 1);
  const web = new ChangingWeb(options.seed, options, clock);
  const direct: Ports = { ...stores, fetcher: web.fetcher(), reader: inlineReader() };
  const plan = new CrashPlan();
  const mortal: Ports = {
    ...direct,
    ...Object.fromEntries(stored.map((name) => [name, crashingPort(direct[name], plan)])),
  };
  const events: Record<string, number> = {};
  const insane: string[] = [];
  const failures: unknown[] = [];
  let stops = 0;

  async function passing<T>(running: Promise<T>): Promise<T> {
    let ended = false;
    const done = running.finally(() => {
      ended = true;
    });
    done.catch(() => undefined);
    while (!ended) {
      await on.quiet();
      if (!ended) await clock.advance(clock.nextWake ?? 0);
    }
    return await done;
  }
  const happened = (name: string): void => {
    events[name] = (events[name] ?? 0) + 1;
  };

  /** Runs a step of a process, which dies now and then. Returns whether it did. */
  async function step(run: (ports: Ports) => Promise<unknown>): Promise<boolean> {
    const dies = random() < pace.dies;
    if (dies) plan.arm(Math.floor(random() * 40), random() < 0.5 ? 'before' : 'after');
    try {
      await passing(run(dies ? mortal : direct));
    } catch (error) {
      if (!(error instanceof Crash)) failures.push(error);
    }
    const died = await plan.disarm();
    if (died) happened('crash');
    return died;
  }

  async function turns(): Promise<number> {
    await step((ports) => dispatch(ports, { timing: clockwork, maxOutstanding: 50 }));
    const deliveries = await on.receive();
    if (deliveries.length === 0) return 0;
    happened('batch of turns');
    const died = await step(async (ports) => {
      const work = () =>
        harvest(ports, deliveries, {
          timing: clockwork,
          endBy: clock.monotonic() + clockwork.functionMs,
          lists,
        });
      const report = await work();
      for (const { error } of report.failed) if (!(error instanceof Crash)) failures.push(error);
      if (random() < 2 * pace.again) {
        happened('redelivery');
        await work();
      }
    });
    // A worker that died does not say that it is done: its tickets come again, or never.
    for (const delivery of deliveries) {
      if (random() < (died ? 0.7 : pace.again)) {
        happened('delivered again');
        await on.again(delivery, clockwork.visibilityMs);
      } else await on.done(delivery);
    }
    return deliveries.length;
  }

  const ask = async (request: Record<string, unknown>): Promise<void> => {
    const command = controlCommandOf(
      { job, ...request },
      { requestId: direct.entropy.id(), by: 'the month' },
    );
    await step((ports) => runCommand(ports, command));
    // Whoever asked died, perhaps: it is asked again.
    await passing(runCommand(direct, command));
    happened(command.command);
  };

  /** Hosts that are paused until something happens next. */
  const held = new Set<string>();

  async function somethingHappens(): Promise<void> {
    for (const host of held) await ask({ command: 'continue', scope: { host } });
    held.clear();
    const drawn = random();
    const host = `h${Math.floor(random() * options.hosts)}.example`;
    if (drawn < 0.15) await ask({ command: 'reharvest', scope: { prefix: `https://${host}/1` } });
    else if (drawn < 0.2) await ask({ command: 'reharvest', scope: { host, status: 'gone' } });
    else if (drawn < 0.35) {
      await ask({ command: 'pause' });
      await clock.advance(Math.floor(random() * 2 * hourMs));
      await ask({ command: 'continue' });
    } else if (drawn < 0.5) {
      await ask({ command: 'pause', scope: { host } });
      held.add(host);
    } else if (drawn < 0.6) {
      happened('recycle again');
      await step(async (ports) => askAgain(ports, job));
    } else if (drawn < 0.7) await deploy();
  }

  let maxPages = settings.turn.maxPages;
  /** Other settings, under which tickets of the old ones are still out. */
  async function deploy(): Promise<void> {
    happened('settings changed');
    maxPages = (maxPages % 7) + 1;
    const changed = { ...settings, turn: { ...settings.turn, maxPages } };
    await step((ports) => ensureJob(ports, changed));
    await passing(ensureJob(direct, changed));
  }

  async function findings(repair: boolean): Promise<readonly Finding[]> {
    const current = await direct.jobs.job(job);
    if (current === undefined) throw new Error(`there is no job ${job}`);
    stops += 1;
    const found: Finding[] = [];
    for await (const finding of sanity(direct, current, { documents: true, repair })) found.push(finding);
    return found;
  }

  async function look(): Promise<void> {
    for (const finding of await findings(false))
      if (finding.code === left) happened(finding.code);
      else insane.push(inWords(finding));
  }

  await ensureJob(direct, settings);
  await seed(direct, await setJobState(direct, job, 'open', ''), ['https://h0.example/']);
  async function aRound(): Promise<void> {
    const until = clock.now() + pace.hours * hourMs;
    happened('recycle');
    await step((ports) => maintenanceRound(ports, { endBy: Number.POSITIVE_INFINITY }));
    while (clock.now() < until) {
      if ((await turns()) > 0) continue;
      const next = await firstDue(direct.due, job, until);
      await clock.advance(Math.max(1_000, Math.min(until, next?.at ?? until) - clock.now()));
    }
  }

  for (let round = 1; round <= (days * 24) / pace.hours; round += 1) {
    if (round % pace.somethingEvery === 0) await somethingHappens();
    await aRound();
    if (round % pace.lookEvery === 0) await look();
  }
  // The last hold ends, and what it kept waiting is visited.
  for (const host of held) await ask({ command: 'open', scope: { host } });
  for (let hours = 0; hours < 24; hours += pace.hours) await aRound();
  await look();
  await findings(true);
  const unmended = (await findings(false)).filter(({ code }) => code !== left).map(inWords);
  const judged = await passing(judge(direct, web, settings));
  on.close();
  return { web, insane, unmended, ...judged, stops, events, failures };
}

function inWords({ code, subject, detail }: Finding): string {
  return `${code} ${subject}: ${detail}`;
}
