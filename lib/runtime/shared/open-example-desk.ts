import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { identityOf } from '../../base/url/identity.ts';
import { addExamples } from '../../capabilities/examples/add-examples.ts';
import { beginRound } from '../../capabilities/examples/begin-round.ts';
import { findNear } from '../../capabilities/examples/find-near.ts';
import { findInfoHubs, findPureSites, gainOfSite } from '../../capabilities/examples/find-sites.ts';
import { countRules } from '../../capabilities/examples/known-urls.ts';
import { rankAgain } from '../../capabilities/examples/rank-again.ts';
import { readExamples } from '../../capabilities/examples/read-examples.ts';
import { readLists } from '../../capabilities/examples/read-lists.ts';
import { seedMatches } from '../../capabilities/examples/rule-seeds.ts';
import {
  withAnswers,
  withoutRule,
  withRemoved,
  withRule,
} from '../../capabilities/examples/set/change-set.ts';
import { seedOf } from '../../capabilities/examples/set/example-rule.ts';
import {
  type ExampleAnswer,
  examplesOn,
  type JobExamples,
} from '../../capabilities/examples/set/job-examples.ts';
import { changeExamples, clearExamples } from '../../capabilities/examples/stored-examples.ts';
import { fieldOfJob } from '../../capabilities/latent/job-field.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf as jobSettings } from '../../pipeline/base/settings-cache.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ExampleDesk } from './example-desk.ts';
import type { OpenWeb } from './topic-questions.ts';

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
        const field = await fieldOfJob(ports, name, settings);
        return findNear(all, job, settings, set, { url, most, ...defined({ field, signal }) });
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
    async clear(name) {
      const was = await clearExamples(ports, (await jobOf(name)).name);
      await putInForce(name);
      return was;
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
      const set = await changeExamples(ports, name, (was) => withRule(was, rule));
      const job = await putInForce(name);
      const url = seedOf(rule);
      const seeds = url === undefined ? undefined : await seed(ports, job, [url]);
      return { ...report, ...defined({ seeds, matches: await seedMatches(ports, job, set, rule) }) };
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
      const settings = await settingsOf(name);
      const field = await fieldOfJob(ports, name, settings);
      return readLists(ports, await jobOf(name), settings, set, { most, ...defined({ field }) });
    },
    async round(name, options) {
      return withWeb(async (all) => {
        const [was, settings] = [await jobOf(name), await settingsOf(name)];
        const { rounds } = await readLists(ports, was, settings, await readExamples(ports, name), {
          most: 1,
        });
        const { set, ...begun } = await beginRound(all, was, settings, options);
        const job = await putInForce(name);
        const seeds = await seed(ports, job, seedsOf(set));
        const isLed = begun.round.topic !== undefined && !begun.ownTopic;
        if (isLed && job.state === 'open') await reclassify(name, options.signal);
        const matches = await seedMatches(ports, job, set);
        const id = String(begun.round.number);
        const now = await settingsOf(name);
        const latent = (await fieldOfJob(ports, name, now))?.judge;
        const ranked = isLed ? await rankAgain(ports, job, now, { id, ...defined({ latent }) }) : 0;
        return { ...begun, before: rounds, seeds, ...defined({ matches }), ranked };
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
