import { defined } from '../../domain/base/defined.ts';
import { withoutRule, withRemoved, withRule } from '../../domain/examples/change-set.ts';
import { type ExampleRule, seedOf } from '../../domain/examples/example-rule.ts';
import type { JobExamples } from '../../domain/examples/job-examples.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { identityOf } from '../../domain/url/identity.ts';
import { settingsOf as jobSettings } from '../../pipeline/base/settings-cache.ts';
import { type AddedExamples, addExamples, type NamedExamples } from '../../pipeline/examples/add-examples.ts';
import { countRules, type RulesReport } from '../../pipeline/examples/known-urls.ts';
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
  /** @throws WinnowError `not-found` */
  removeRule(job: string, rule: ExampleRule): Promise<void>;
}

export interface ExampleDeskParts {
  readonly ports: Omit<Ports, 'fetcher' | 'reader'>;
  readonly jobOf: (name: string) => Promise<Job>;
  readonly openWeb: OpenWeb;
  /** Gives a job settings, with what its examples add to them. */
  readonly ensureJob: (settings: JobSettings) => Promise<Job>;
}

export function exampleDesk({ ports, jobOf, openWeb, ensureJob }: ExampleDeskParts): ExampleDesk {
  const settingsOf = async (name: string): Promise<JobSettings> => {
    const job = await jobOf(name);
    return jobSettings(ports.jobs, job.name, job.config);
  };
  /** Has the settings of a job say what its examples say now. */
  const putInForce = async (name: string): Promise<Job> => ensureJob(await settingsOf(name));
  return {
    async add(name, named, signal) {
      const { close, ...web } = await openWeb();
      try {
        const settings = await settingsOf(name);
        const all = { ...ports, ...web };
        const { report } = await addExamples(all, await jobOf(name), settings, named, signal);
        const job = await putInForce(name);
        const joining = named.side === 'in' ? report.added.flatMap(({ url }) => url ?? []) : [];
        return { ...report, seeds: await seed(ports, job, joining) };
      } finally {
        await close();
      }
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
    async removeRule(name, rule) {
      await changeExamples(ports, name, (set) => withoutRule(set, rule));
      await putInForce(name);
    },
  };
}
