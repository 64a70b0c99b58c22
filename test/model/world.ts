import { inlineReader } from '../../lib/adapters/reading/inline-reader.ts';
import { lists } from '../../lib/capabilities/lists.ts';
import { maintenanceRound } from '../../lib/capabilities/maintenance-round.ts';
import { ticketsPerMessage } from '../../lib/config/stack/outstanding-tickets.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { timing } from '../../lib/domain/settings/timing.ts';
import { carryOn, runCommand } from '../../lib/pipeline/control/run-command.ts';
import { runConversion } from '../../lib/pipeline/convert/run-conversion.ts';
import { dispatch } from '../../lib/pipeline/dispatch/dispatch.ts';
import { harvest } from '../../lib/pipeline/harvest/harvest.ts';
import type { FailedJob } from '../../lib/pipeline/job/isolate-jobs.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { summarise } from '../../lib/pipeline/report/summary.ts';
import { seed } from '../../lib/pipeline/seeds/seed.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';
import { openBroken, withoutSettings } from './broken-job.ts';
import { SimulatedOrders } from './orders.ts';
import { override } from './override.ts';
import { type Message, SimulatedQueue } from './queue.ts';
import { type Chaos, type Process, Simulation, through } from './simulation.ts';
import { documentStart, hosts, SimulatedWeb } from './web.ts';

export const gapMs = 3_000;
export const clocks = timing(6_000);
export const jobs = ['a', 'b'];
const begins = 1_000_000;
const chaosMs = 1_500_000;
/** Pages that change are all asked for again after so long. */
const againMs = 200_000;
const calmMs = 30_000_000;
/** Longer than a host is left alone whose robots.txt was out of reach some times in a row. */
const reachMs = 5_000_000;

/** What is taken away from the protocol, to see that the model notices. */
export type Ablation = (name: string, ports: Ports) => Ports;

export interface WorldOptions {
  readonly chaos: Chaos;
  readonly killer?: boolean;
  /** Pages change, and now and then all are asked for again. */
  readonly changing?: boolean;
  /** A third of the pages are documents, whose conversions are lost or doubled now and then. */
  readonly documents?: boolean;
  /** The queue hands out tickets of one gate side by side. */
  readonly unordered?: boolean;
  /** Tickets that are sent together share messages: who is done comes back with who is not. */
  readonly together?: boolean;
  readonly ablate?: Ablation;
  /** The chance that a commit or a put of changes is never answered, done or not. */
  readonly hangs?: number;
  /** Tickets that a worker takes up at once, at most; 3 by default. */
  readonly batch?: number;
  /** Times (ms since the begin, from and until) in which nobody takes up tickets. */
  readonly away?: readonly (readonly [from: number, until: number])[];
  /** A third job, whose settings cannot be read once it is open: nothing of it goes on, and all of the others does. */
  readonly brokenJob?: string;
}

/** Two jobs on three hosts, dispatchers, workers and recyclers that die at any moment, then calm until all is done. */
export class World {
  readonly simulation: Simulation;
  readonly web: SimulatedWeb;
  readonly queue: SimulatedQueue;
  readonly orders: SimulatedOrders;
  readonly stores: MemoryPorts;
  readonly commits: { readonly key: string; readonly turn: number }[] = [];
  /** Work for the broken job that broke off. */
  readonly brokeOff = new Set<string>();
  private readonly options: WorldOptions;
  private readonly setup: Process = {
    name: 'setup',
    skewMs: 0,
    dead: false,
    ended: false,
    frozenUntil: 0,
    onDeath: () => undefined,
  };
  private names = 0;
  private working = 0;
  private settled = false;
  private readonly workers = new Set<Process>();
  /** Hosts, with their jobs, that were taken for one that kills its workers. */
  readonly accused = new Set<string>();

  constructor(seedNumber: number, options: WorldOptions) {
    this.options = options;
    this.simulation = new Simulation(seedNumber, options.chaos);
    this.web = new SimulatedWeb(this.simulation, options);
    this.queue = new SimulatedQueue(this.simulation, clocks, {
      isOrdered: !options.unordered,
      ticketsPerMessage: options.together ? ticketsPerMessage : 1,
    });
    this.orders = new SimulatedOrders(this.simulation);
    this.stores = memoryPorts();
  }

  async run(): Promise<void> {
    const { simulation } = this;
    await this.openJobs();
    const calm = simulation.now + chaosMs;
    simulation.at(calm, () => {
      simulation.chaos = { crash: 0, freeze: 0, skewMs: 0 };
    });
    if (this.options.changing) {
      for (let at = simulation.now + againMs; at < calm; at += againMs)
        simulation.at(at, () => void this.askAgain());
    }
    this.tick(
      'dispatch',
      () => (simulation.random() < 0.8 ? 10_000 : 100),
      (ports) => this.dispatch(ports, calm),
    );
    this.tick(
      'recycle',
      () => 20_000,
      (ports) => this.recycle(ports),
    );
    this.tick(
      'poll',
      () => 1_000,
      async () => this.poll(),
    );
    if (this.options.documents)
      this.tick(
        'convert',
        () => 2_000,
        async () => this.convert(),
      );
    await simulation.run(simulation.now + calmMs, () => this.settled);
  }

  /** Workers that have not come to their end, although nothing befell them. */
  get stuck(): readonly string[] {
    return [...this.workers].filter(({ dead, ended }) => !dead && !ended).map(({ name }) => name);
  }

  /** The ports as one process sees them: its own clock, every call parked, some of the protocol perhaps taken away. */
  private portsOf(process: Process): Ports {
    const { simulation } = this;
    const { stores } = this;
    const seen = Object.fromEntries(
      Object.entries(stores).map(([name, port]) => [name, through(simulation, process, port as object)]),
    ) as unknown as Ports;
    const ports: Ports = {
      ...seen,
      jobs: through(simulation, process, withoutSettings(stores.jobs, this.options.brokenJob)),
      hosts: through(simulation, process, this.watchedHosts()),
      changes: through(simulation, process, this.hangingChanges()),
      tickets: through(simulation, process, this.queue),
      convertQueue: through(simulation, process, this.orders),
      clock: simulation.clock(process),
      entropy: { id: () => `${process.name}-${Math.floor(simulation.random() * 1e12)}` },
      fetcher: this.web.fetcher(process),
      reader: inlineReader(),
    };
    return this.options.ablate ? this.options.ablate(process.name, ports) : ports;
  }

  /** Notes every commit that took effect. */
  private watchedHosts(): Ports['hosts'] {
    const { hosts: store } = this.stores;
    return override<Ports['hosts']>(store, {
      putBody: async (key, wasTurn, next) => {
        const commit = async (): Promise<boolean> => {
          const won = await store.putBody(key, wasTurn, next);
          if (won) this.commits.push({ key: `${key.job} ${key.host}`, turn: next.turn });
          return won;
        };
        return await this.perhapsUnanswered(commit);
      },
      putControl: async (key, was, next) => {
        const { attempts, care: { turns: careful = 0, suspect } = {} } = next;
        if (attempts + careful > 0 || suspect !== undefined) this.accused.add(`${key.job} ${key.host}`);
        return await store.putControl(key, was, next);
      },
    });
  }

  private hangingChanges(): Ports['changes'] {
    const { changes } = this.stores;
    return override<Ports['changes']>(changes, {
      put: (...args) => this.perhapsUnanswered(() => changes.put(...args)),
    });
  }

  /** Now and then a request is never answered, whether it took effect or not. */
  private async perhapsUnanswered<T>(request: () => Promise<T>): Promise<T> {
    const { simulation } = this;
    const { hangs = 0 } = this.options;
    if (hangs === 0 || simulation.chaos.crash === 0 || simulation.random() >= hangs) return await request();
    if (simulation.random() < 0.5) await request();
    return await new Promise<T>(() => undefined);
  }

  private spawn(
    name: string,
    run: (ports: Ports, process: Process) => Promise<void>,
    onEnd: (died: boolean) => void,
  ) {
    this.names += 1;
    this.working += 1;
    return this.simulation.start(
      `${name}${this.names}`,
      async (process) => {
        await this.simulation.park(process);
        await run(this.portsOf(process), process);
      },
      (died) => {
        this.working -= 1;
        onEnd(died);
      },
    );
  }

  private tick(name: string, every: () => number, run: (ports: Ports) => Promise<void>): void {
    const { simulation } = this;
    const again = (): void => {
      this.spawn(name, run, () => undefined);
      simulation.at(simulation.now + every(), again);
    };
    again();
  }

  private async openJobs(): Promise<void> {
    const setup = {
      ...this.stores,
      clock: this.simulation.clock(this.setup),
      entropy: { id: () => 'setup'.padEnd(24, 's') },
    };
    for (const name of jobs) {
      const job = await ensureJob(setup, settings(name, this.options));
      await setJobState(setup, name, 'open', '');
      await seed(setup, job, seeds);
    }
    const { brokenJob } = this.options;
    if (brokenJob !== undefined) await openBroken(setup, brokenJob);
  }

  /** Every page is to be fetched once more, by a process that nothing befalls. */
  private async askAgain(): Promise<void> {
    this.names += 1;
    const requestId = `again${this.names}`;
    const ports = {
      ...this.stores,
      clock: this.simulation.clock(this.setup),
      entropy: { id: () => requestId.padEnd(24, 's') },
    };
    const head = { requestId, by: 'the model', reason: '', dryRun: false };
    for (const job of jobs) {
      const id = `${requestId}${job}`;
      const answer = await runCommand(ports, {
        ...head,
        requestId: id,
        command: 'reharvest',
        job,
        scope: {},
      });
      await carryOn(ports, answer, Number.POSITIVE_INFINITY);
    }
  }

  private async dispatch(ports: Ports, calm: number): Promise<void> {
    // Now and then the dispatcher is out for a while.
    const { now } = this.simulation;
    if (now < calm && Math.floor(now / 150_000) % 5 === 4) return;
    this.expectFailed((await dispatch(ports, { timing: clocks, maxOutstanding: 4 })).failed);
    if (now > calm) await this.lookForEnd();
  }

  private async recycle(ports: Ports): Promise<void> {
    const { failed } = await maintenanceRound(ports, { endBy: Number.POSITIVE_INFINITY });
    this.expectFailed(failed);
  }

  /** Nothing breaks off but for the job that is broken. */
  private expectFailed(failed: readonly FailedJob[] = []): void {
    for (const one of failed) {
      if (one.job === this.options.brokenJob) this.brokeOff.add(one.work);
      else this.simulation.failures.push(one.error);
    }
  }

  private poll(): void {
    const { simulation } = this;
    const { batch = 3, away = [] } = this.options;
    const since = simulation.now - begins;
    if (away.some(([from, until]) => since >= from && since < until)) return;
    const messages = this.queue.receive(1 + Math.floor(simulation.random() * batch));
    if (messages.length === 0) return;
    this.work(messages, true);
    // SQS may hand out a message twice.
    if (simulation.chaos.crash > 0 && simulation.random() < 0.1) this.work(messages, false);
  }

  private convert(): void {
    const sent = this.orders.receive();
    if (sent === undefined) return;
    this.spawn(
      'converter',
      async (ports) => {
        await runConversion({ ...ports, converter: simulatedConverter }, sent.order, sent.receives);
        this.orders.done(sent);
      },
      () => undefined,
    );
  }

  private work(messages: readonly Message[], acknowledge: boolean): void {
    const deliveries = messages.map(({ tickets, receives }) =>
      tickets.map((ticket) => ({ ticket, receives })),
    );
    const worker = this.spawn(
      'worker',
      async (ports) => {
        const endBy = this.simulation.now + clocks.functionMs;
        const report = await harvest(ports, deliveries.flat(), { timing: clocks, endBy, lists });
        if (!acknowledge) return;
        for (const [index, message] of messages.entries()) {
          const own: readonly object[] = deliveries[index] ?? [];
          if (report.failed.some(({ delivery }) => own.includes(delivery))) this.queue.retry(message);
          else this.queue.done(message);
        }
        // A worker that stood still for longer than its time gives its turns back.
        for (const { error } of report.failed)
          if (!/did not end in its worker's time/.test(String(error))) this.simulation.failures.push(error);
      },
      () => undefined,
    );
    this.workers.add(worker);
    // What a worker would do to records whose pages have changed since is kept from it by its time-out alone.
    if (this.options.changing)
      this.simulation.at(this.simulation.now + clocks.functionMs, () => this.simulation.kill(worker));
  }

  /** Everything is done when no host is due within reach, no ticket is out and no segment is open. */
  private async lookForEnd(): Promise<void> {
    const ports = this.stores;
    for (const job of jobs) {
      const summary = await summarise(ports, job);
      if (summary.ticketed > 0 || summary.pending > 0 || summary.waiting.hosts > 0) return;
      if ((summary.outcomes.converting ?? 0) > 0) return;
      const [next] = await ports.due.due(job, this.simulation.now + reachMs, 1);
      if (next || (await ports.links.open(job, 1)).length > 0) return;
    }
    if (this.orders.sent.length > 0) return;
    if (this.queue.messages.length === 0 && this.working <= 1) this.settled = true;
  }
}

/** What `SimulatedWeb` made a document of. */
const simulatedConverter = {
  convert: async ({ body }: { readonly body: Uint8Array }) => ({
    kind: 'converted' as const,
    html: Buffer.from(body).toString().slice(documentStart.length),
  }),
};

export const seeds = hosts.map((host) => `http://${host}/0`);

function settings(name: string, { killer = false, changing = false }: WorldOptions): JobSettings {
  const base = testSettings(name);
  return {
    ...base,
    // Regions whose pages say what others say are held.
    yield: { ...base.yield, hold: !changing },
    budgets: { ...base.budgets, newHosts: 1 },
    politeness: { ...base.politeness, gapMs },
    turn: { maxPages: 3, maxMs: 6_000, maxWaitMs: 4_000 },
    fetch: { ...base.fetch, timeoutMs: 2_500, maxTries: killer ? 6 : 20 },
    revisit: { ...base.revisit, unavailableMs: 100_000 },
  };
}
