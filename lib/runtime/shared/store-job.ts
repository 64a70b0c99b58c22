import type { LoadedJob } from '../../config/job/load-job.ts';
import type { Installation, Job } from './installation.ts';

/** Creates a job or stores its newest settings, and gives its deny list to all jobs of the installation. */
export async function storeJobAndDenyList(installation: Installation, loaded: LoadedJob): Promise<Job> {
  const job = await storeJob(installation, loaded);
  await installation.denyHosts(loaded.settings.deny);
  return job;
}

/** Creates a job or stores its newest settings, after storing the plug-ins and models that the settings name. */
export async function storeJob(
  installation: Installation,
  { settings, models, plugins }: LoadedJob,
): Promise<Job> {
  for (const plugin of plugins) await installation.keepPlugin(plugin);
  for (const model of models) await installation.keepModel(model);
  return await installation.ensureJob(settings);
}
