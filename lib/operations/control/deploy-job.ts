import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import { requireContact } from '../../domain/settings/contact.ts';
import { field, jobName, optional, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type SettingChange } from '../../pipeline/operation/place.ts';
import { note, type View } from '../../pipeline/operation/view.ts';
import type { Check } from '../../pipeline/report/reports.ts';
import { type SeedReport, seed } from '../../pipeline/seeds/seed.ts';
import { viewSeeds } from '../../pipeline/seeds/view-seeds.ts';
import type { Job } from '../../ports/jobs.ts';

/** Entries of the command log have a bound. */
const loggedChanges = 100;

export interface Deployed {
  readonly job: Job;
  readonly seeds: SeedReport;
  readonly place: string;
  /** What was to be done with an installation.yaml. */
  readonly installation?: { readonly denied: readonly string[]; readonly others: readonly string[] };
}

/** `changes`: undefined for settings of a job that has none. `config`: the settings that it has now. */
type Report = {
  readonly changes: readonly SettingChange[] | undefined;
  readonly doubts?: readonly Check[];
} & ({ readonly job: string; readonly config?: string; readonly dryRun: true } | Deployed);

/** Makes a job, or gives it other settings, and adds its seeds. */
export const deployJob = operation({
  about: 'installation',
  input: {
    job: field(jobName(), {
      says: 'the directory of the job to deploy',
      shown: 'dir',
      isArgument: true,
      isJobDirectory: true,
    }),
    settings: field(z._default(z.record(z.string(), z.unknown(), 'must be an object'), {}), {
      says: 'what a job.yaml says; files, programs, secrets and the network only an owner of the machine sets',
      isOfFiles: true,
    }),
    over: field(optional(text('must be what a dry run says', 100)), {
      says: 'do it only where the settings of the job are still <id>, as a dry run says',
      shown: 'id',
    }),
    installation: field(optional(z.string('must be the text of an installation.yaml')), {
      says: 'store <file> as the defaults of later deployments, and apply its deny list to all jobs of the stack',
      shown: 'file',
      isFile: true,
    }),
  },
  effect: 'changes',
  askedInShort: ({ job }) => ({ job }),
  async run(
    { ports, name, maker },
    { job: wanted, settings: asJson, installation, over },
    { dryRun, given },
  ): Promise<Report> {
    const { read, changes: changesOf, doubts: doubtsOf, store, setDefaults } = onlyThere(maker);
    const made = given ?? (await read(wanted, asJson));
    const { settings } = made;
    if (settings.name !== wanted)
      throw new WinnowError(
        'usage',
        `settings.name: ${settings.name} is not ${wanted}, the job that is asked for`,
      );
    requireContact(settings);
    const config = (await ports.jobs.job(wanted))?.config;
    if (over !== undefined && config !== over)
      throw new WinnowError(
        'locked',
        `somebody gave the job ${wanted} other settings meanwhile (${config ?? 'none'}): look again at what would change`,
      );
    const changes = await changesOf(settings);
    const doubts = doubtsOf(settings);
    const told = { changes, ...(doubts.length === 0 ? {} : { doubts }) };
    if (dryRun) return { ...told, job: wanted, ...defined({ config }), dryRun };
    if (installation !== undefined) await onlyThere(setDefaults)(installation);
    const { job, denied } = await store(made);
    const others = (await ports.jobs.jobs()).map((one) => one.name).filter((one) => one !== wanted);
    const seeds = await seed(ports, job, settings.seeds);
    return {
      ...told,
      job,
      seeds,
      place: name,
      ...defined({ installation: installation === undefined ? undefined : { denied, others } }),
    };
  },
  inShort: (done) =>
    'seeds' in done && {
      config: done.job.config,
      seeds: done.seeds.accepted.length,
      changes: done.changes?.slice(0, loggedChanges).map(({ says }) => says) ?? 'new',
    },
  view(done, { order }) {
    const { changes, doubts = [] } = done;
    const changed =
      changes === undefined
        ? [note('new: there are no settings of the job yet')]
        : changes.length === 0
          ? [note('unchanged: the job has these settings')]
          : changes.map(({ says }) => note(`changed: ${says}`));
    const warned = doubts.map(({ name, detail }) => note(`${name}: ${detail}`));
    if (!('seeds' in done))
      return [[...warned, ...changed, note(`nothing was changed: job ${done.job} would be deployed`)]];
    const { job, seeds, place } = done;
    return [
      [
        ...warned,
        ...viewSeeds(seeds)
          .flat()
          .filter(({ kind }) => kind !== 'failure'),
        ...viewInstallation(done),
        ...changed,
        note(`deployed job ${job.name} to ${place}: settings ${job.config}, state ${job.state}`),
        note(`Next: ${order('crawl')}`),
      ],
    ];
  },
});

function viewInstallation({ installation }: Deployed): View[number] {
  if (installation === undefined) return [];
  const { denied, others } = installation;
  const list =
    denied.length === 0 ? '' : `; its new deny list applies to ${formatCount(denied.length, 'job')}`;
  const rest =
    others.length === 0
      ? ''
      : `; ${others.join(', ')} keep their other settings until they are deployed again`;
  return [note(`installation.yaml applies to jobs deployed from now on${list}${rest}`)];
}
