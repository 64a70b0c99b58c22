import type { LoadedJob } from '../../config/job/load-job.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { GivenJob, JobMaker } from '../../pipeline/operation/place.ts';
import { readSettings } from '../../pipeline/report/job-trouble.ts';
import { settingsChecks } from '../../pipeline/why/job-checks.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Installation, Job } from './installation.ts';

/** Creates a job or stores its newest settings, and gives its deny list to all jobs of the installation. */
export async function storeJobAndDenyList(installation: Installation, loaded: LoadedJob): Promise<Job> {
  const job = await storeJob(installation, loaded);
  await installation.denyHosts(loaded.settings.deny);
  return job;
}

/** Creates a job or stores its newest settings, after storing the plug-ins and models that the settings name. */
export async function storeJob(
  installation: Pick<Installation, 'keepPlugin' | 'keepModel' | 'ensureJob'>,
  { settings, models, plugins }: GivenJob,
): Promise<Job> {
  for (const plugin of plugins) await installation.keepPlugin(plugin);
  for (const model of models) await installation.keepModel(model);
  return await installation.ensureJob(settings);
}

type Making = Pick<Installation, 'keepPlugin' | 'keepModel' | 'ensureJob' | 'denyHosts' | 'defaults'> & {
  setDefaults?(text: string): Promise<void>;
};

/** @param inForce what settings become when they are stored */
export function jobMaker(
  installation: Making,
  jobs: Ports['jobs'],
  inForce: (settings: JobSettings) => Promise<JobSettings>,
): JobMaker {
  // A crawl starts without what reads files of settings.
  const files = () => import('../../config/job/self-contained.ts');
  return {
    async read(name, settings) {
      const defaults = await installation.defaults();
      return (await files()).readGivenJob(name, settings, defaults);
    },
    fromDirectory: async (directory) => (await import('../../config/job/load-job.ts')).loadJob(directory),
    fromModel: async (file, good) => (await import('../../config/job/named-model.ts')).namedModel(file, good),
    async changes(settings) {
      const next = await inForce(settings);
      const job = await jobs.job(settings.name);
      const [before] = job === undefined ? [] : await readSettings(jobs, job);
      if (before === undefined) return undefined;
      const { changedSettings, describeChange } = await import('../../config/layers/changed-settings.ts');
      return changedSettings(before, next).map((one) => ({ ...one, says: describeChange(one) }));
    },
    async list(settings) {
      const { effectiveSettings, overrideSettings } = await import(
        '../../config/layers/effective-settings.ts'
      );
      return 'name' in settings ? effectiveSettings(settings) : overrideSettings(settings);
    },
    doubts: settingsChecks,
    async store(given) {
      const job = await storeJob(installation, given);
      return { job, denied: await installation.denyHosts(given.settings.deny) };
    },
    ...(installation.setDefaults === undefined
      ? {}
      : {
          async setDefaults(text) {
            (await files()).requireSelfContained({ file: 'installation.yaml', text });
            await installation.setDefaults?.(text);
          },
        }),
  };
}
