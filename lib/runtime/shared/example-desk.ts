import { defined } from '../../domain/base/defined.ts';
import { WinnowError } from '../../domain/base/error.ts';
import { withAnswers, withoutRule, withRemoved, withRule } from '../../domain/examples/change-set.ts';
import type { ExampleLists } from '../../domain/examples/example-lists.ts';
import { type ExampleRule, seedOf } from '../../domain/examples/example-rule.ts';
import type { InfoHub } from '../../domain/examples/info-hubs.ts';
import { type ExampleAnswer, examplesOn, type JobExamples } from '../../domain/examples/job-examples.ts';
import type { PureSite } from '../../domain/examples/pure-sites.ts';
import type { RoundFigures } from '../../domain/examples/round-figures.ts';
import type { Side } from '../../domain/examples/side.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { identityOf } from '../../domain/url/identity.ts';
import { settingsOf as jobSettings } from '../../pipeline/base/settings-cache.ts';
import { type AddedExamples, addExamples, type NamedExamples } from '../../pipeline/examples/add-examples.ts';
import { beginRound, type RoundBegun, type RoundOptions } from '../../pipeline/examples/begin-round.ts';
import { findNear, type NearReport } from '../../pipeline/examples/find-near.ts';
import {
  findInfoHubs,
  findPureSites,
  gainOfSite,
  type SiteGain,
} from '../../pipeline/examples/find-sites.ts';
import { countRules, type RulesReport } from '../../pipeline/examples/known-urls.ts';
import { rankAgain } from '../../pipeline/examples/rank-again.ts';
import { readLists } from '../../pipeline/examples/read-lists.ts';
import { changeExamples, readExamples } from '../../pipeline/examples/stored-examples.ts';
import { type SeedReport, seed } from '../../pipeline/seeds/seed.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { OpenWeb } from './topic-questions.ts';

/** What adding examples did, and which of them joined the seeds. */
export interface ExamplesAdded extends AddedExamples {
  readonly seeds: SeedReport;
}

/** What a rule does, or would do. */
export interface RuleReport extends RulesReport {
  readonly rule: ExampleRule;
  /** Nothing was changed. */
  readonly dryRun: boolean;
  readonly seeds?: SeedReport;
}

/** What beginning a round did, and the figures of the rounds before. */
export interface RoundReport extends Omit<RoundBegun, 'set'> {
  readonly before: readonly RoundFigures[];
  readonly seeds: SeedReport;
  /** Pending URLs that were ranked by the new topic. */
  readonly ranked: number;
}

/** What approving a site did. */
export interface SiteApproved extends SiteGain {
  readonly site: PureSite;
  readonly added: ExamplesAdded;
}

/** A job by examples: what people say of pages, and what is learnt of that; the same on one machine and on AWS. */
export interface ExampleDesk {
  /**
   * Adds pages as examples. Pages of URLs come from the collection, else they are fetched as politely as by a crawl. Those that
   * are `in` join the seeds; those that are `out` are not visited again.
   */
  add(job: string, named: NamedExamples, signal?: AbortSignal): Promise<ExamplesAdded>;
  /** @returns the sources that were examples */
  remove(job: string, sources: readonly string[]): Promise<readonly string[]>;
  /** What people have said of a job. */
  list(job: string): Promise<JobExamples>;
  /** What each rule matches among the URLs that the job knows. Reads every host. */
  rules(job: string): Promise<RulesReport>;
  /** Adds a rule at the end of the list, where it has its way, or says with `dryRun` what it would match. Reads every host. */
  addRule(job: string, rule: ExampleRule, options: { readonly dryRun: boolean }): Promise<RuleReport>;
  /** Notes what a person says of pages of the lists; the next round takes it in. @throws WinnowError `usage` for what is no URL */
  answer(job: string, side: Side, urls: readonly string[]): Promise<JobExamples>;
  /** What a person looks at between two rounds. Reads every host. @param most pages of each list */
  lists(job: string, most: number): Promise<ExampleLists>;
  /**
   * Begins a round: takes in the answers, learns a topic and puts it in force; stored pages are judged by it. Crawls nothing.
   * @throws WinnowError `usage` for a job without an example that is in
   */
  round(job: string, options: RoundOptions): Promise<RoundReport>;
  /** Pages near an example that may be examples too. Fetches titles as politely as a crawl. @throws WinnowError `usage` */
  near(job: string, url: string, most: number, signal?: AbortSignal): Promise<NearReport>;
  /** Pages that link to most accepted and relevant pages. Reads every host and the link log. */
  hubs(job: string, most: number): Promise<readonly InfoHub[]>;
  /** The hosts of which most is on topic. Reads every host. */
  sites(job: string, most: number): Promise<readonly PureSite[]>;
  /**
   * Makes the best pages of a site examples that are in, and says how well the topic is learnt before and after.
   * @throws WinnowError `not-found` for a host without such pages
   */
  approve(job: string, host: string, signal?: AbortSignal): Promise<SiteApproved>;
  /** The file of a model that a round has learnt, for other jobs. @throws WinnowError `not-found` */
  model(job: string, round?: number): Promise<Uint8Array>;
  /** @throws WinnowError `not-found` */
  removeRule(job: string, rule: ExampleRule): Promise<void>;
}

export interface ExampleDeskParts {
  readonly ports: Omit<Ports, 'fetcher' | 'reader'>;
  readonly jobOf: (name: string) => Promise<Job>;
  readonly openWeb: OpenWeb;
  /** Gives a job settings, with what its examples add to them. */
  readonly ensureJob: (settings: JobSettings) => Promise<Job>;
  /** Judges stored pages by the topic that a job has now. */
  readonly reclassify: (job: string, signal?: AbortSignal) => Promise<unknown>;
}

export function exampleDesk({ ports, jobOf, openWeb, ensureJob, reclassify }: ExampleDeskParts): ExampleDesk {
  const settingsOf = async (name: string): Promise<JobSettings> => {
    const job = await jobOf(name);
    return jobSettings(ports.jobs, job.name, job.config);
  };
  /** Has the settings of a job say what its examples say now. */
  const putInForce = async (name: string): Promise<Job> => ensureJob(await settingsOf(name));
  const withWeb = async <T>(use: (all: Ports) => Promise<T>): Promise<T> => {
    const { close, ...web } = await openWeb();
    try {
      return await use({ ...ports, ...web });
    } finally {
      await close();
    }
  };
  const add: ExampleDesk['add'] = (name, named, signal) =>
    withWeb(async (all) => {
      const settings = await settingsOf(name);
      const { report } = await addExamples(all, await jobOf(name), settings, named, signal);
      const job = await putInForce(name);
      const joining = named.side === 'in' ? report.added.flatMap(({ url }) => url ?? []) : [];
      return { ...report, seeds: await seed(ports, job, joining) };
    });
  return {
    add,
    near: (name, url, most, signal) =>
      withWeb(async (all) => {
        const [job, settings, set] = [
          await jobOf(name),
          await settingsOf(name),
          await readExamples(ports, name),
        ];
        return findNear(all, job, settings, set, { url, most, ...defined({ signal }) });
      }),
    async hubs(name, most) {
      return findInfoHubs(
        ports,
        await jobOf(name),
        await settingsOf(name),
        await readExamples(ports, name),
        most,
      );
    },
    async sites(name, most) {
      const set = await readExamples(ports, name);
      return (await findPureSites(ports, await jobOf(name), await settingsOf(name), set)).best(most);
    },
    async approve(name, host, signal) {
      const [job, settings] = [await jobOf(name), await settingsOf(name)];
      const before = await readExamples(ports, name);
      const site = (await findPureSites(ports, job, settings, before)).site(host);
      if (site === undefined || site.pages.length === 0)
        throw new WinnowError(
          'not-found',
          `no page of ${host} is on topic and not judged yet: \`winnow examples sites\` lists sites`,
        );
      const added = await add(name, { side: 'in', origin: 'site', urls: site.pages }, signal);
      const after = await readExamples(ports, name);
      return { site, added, ...(await gainOfSite(ports, job, settings, { before, after }, site)) };
    },
    async remove(name, written) {
      const { canonicalise } = identityOf(await settingsOf(name));
      const sources = new Set(
        written.flatMap((one) => {
          const canonical = canonicalise(one);
          return canonical.ok ? [one, canonical.url] : [one];
        }),
      );
      let removed: readonly string[] = [];
      await changeExamples(ports, name, (set) => {
        removed = set.examples.flatMap(({ source }) => (sources.has(source) ? [source] : []));
        return removed.length === 0 ? set : withRemoved(set, sources);
      });
      if (removed.length > 0) await putInForce(name);
      return removed;
    },
    list: async (name) => readExamples(ports, (await jobOf(name)).name),
    async rules(name) {
      const set = await readExamples(ports, name);
      return countRules(ports, await jobOf(name), set, set.rules);
    },
    async addRule(name, rule, { dryRun }) {
      const before = await readExamples(ports, name);
      const { rules } = withRule(before, rule);
      const report = { rule, dryRun, ...(await countRules(ports, await jobOf(name), before, rules)) };
      if (dryRun) return report;
      await changeExamples(ports, name, (set) => withRule(set, rule));
      const job = await putInForce(name);
      const url = seedOf(rule);
      return {
        ...report,
        ...defined({ seeds: url === undefined ? undefined : await seed(ports, job, [url]) }),
      };
    },
    async answer(name, side, urls) {
      const { canonicalise } = identityOf(await settingsOf(name));
      const at = ports.clock.now();
      const answers = urls.map((written): ExampleAnswer => {
        const canonical = canonicalise(written.trim());
        if (canonical.ok) return { url: canonical.url, side, at };
        throw new WinnowError('usage', `${written} is no http(s) URL`);
      });
      return changeExamples(ports, name, (set) => withAnswers(set, answers));
    },
    async lists(name, most) {
      const set = await readExamples(ports, name);
      return readLists(ports, await jobOf(name), await settingsOf(name), set, most);
    },
    async round(name, options) {
      return withWeb(async (all) => {
        const [was, settings] = [await jobOf(name), await settingsOf(name)];
        const { rounds } = await readLists(ports, was, settings, await readExamples(ports, name), 1);
        const { set, ...begun } = await beginRound(all, was, settings, options);
        const job = await putInForce(name);
        const seeds = await seed(ports, job, seedsOf(set));
        const isLed = begun.round.topic !== undefined && !begun.ownTopic;
        if (isLed && job.state === 'open') await reclassify(name, options.signal);
        const id = String(begun.round.number);
        const ranked = isLed ? await rankAgain(ports, job, await settingsOf(name), id) : 0;
        return { ...begun, before: rounds, seeds, ranked };
      });
    },
    async model(name, number) {
      const { rounds } = await readExamples(ports, (await jobOf(name)).name);
      const round = rounds.findLast(
        (one) => one.topic !== undefined && (number ?? one.number) === one.number,
      );
      const bytes = round?.topic && (await ports.models.read(round.topic.digest));
      if (bytes !== undefined) return bytes;
      const which = number === undefined ? 'no round' : `round ${number} of`;
      throw new WinnowError(
        'not-found',
        `${which} the job ${name} has learnt a topic: begin one with \`winnow examples round\``,
      );
    },
    async removeRule(name, rule) {
      await changeExamples(ports, name, (set) => withoutRule(set, rule));
      await putInForce(name);
    },
  };
}

/** What joins the seeds of a job: its examples that are in, and URLs that rules name. */
function seedsOf(set: JobExamples): readonly string[] {
  const pages = examplesOn(set, 'in').flatMap(({ url }) => url ?? []);
  return [...pages, ...set.rules.flatMap((rule) => seedOf(rule) ?? [])];
}
