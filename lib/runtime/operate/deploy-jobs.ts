import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsInForce } from '../../capabilities/in-force.ts';
import { readEnvironment } from '../../config/stack/environment.ts';
import { parseSettings, settingsVersion } from '../../config/stored/settings-json.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { denyHosts } from '../../pipeline/control/deny-hosts.ts';
import { runLogged } from '../../pipeline/control/run-logged.ts';
import { withAliasGroups } from '../../pipeline/job/alias-groups.ts';
import { ensureJob, isUnopened, setJobState } from '../../pipeline/job/open-job.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import type { Job } from '../../ports/jobs.ts';
import { type JobStores, openJobStores } from '../aws/job-stores.ts';

/** A job as a deployment has it beside its code, in `jobs.json`; its models are files of `models/`. */
interface DeployedJob {
  /** As they are stored. */
  readonly settings: string;
  /** Whether a new job begins to crawl at once. */
  readonly open: boolean;
  /** Digests. */
  readonly models: readonly string[];
}

/** Gives a job its settings, and enters that in the log of commands if they are others than before. */
async function logged(stores: JobStores, settings: JobSettings): Promise<Job> {
  const { name: job } = settings;
  const before = await stores.jobs.job(job);
  const config = settingsVersion(settings);
  const store = () => ensureJob(stores, settings);
  if (before?.config === config) return await store();
  const asker = { requestId: stores.entropy.id(), by: 'cdk', reason: 'deployed with its app' };
  const asked = { command: 'deploy-job', job, config };
  const result = await runLogged(stores, asker, asked, store, () => ({ config }));
  return 'done' in result ? result.done : await store();
}

/** Makes the jobs of a deployment, or gives them their settings, and adds their seeds. Idempotent. @returns their names */
export async function deployJobs(
  directory: string,
  stores: JobStores = openJobStores(readEnvironment()),
): Promise<readonly string[]> {
  const jobs = JSON.parse(readFileSync(join(directory, 'jobs.json'), 'utf8')) as readonly DeployedJob[];
  const names: string[] = [];
  for (const { settings: text, open, models } of jobs) {
    for (const digest of models)
      if (!(await stores.models.has(digest)))
        await stores.models.put(digest, readFileSync(join(directory, 'models', digest)));
    const settings = parseSettings(text);
    const inForce = await withAliasGroups(stores, await settingsInForce(stores, settings));
    const job = await logged(stores, inForce);
    await denyHosts(stores, settings.deny);
    await seed(stores, job, settings.seeds);
    if (open && isUnopened(job)) await setJobState(stores, job.name, 'open', '');
    names.push(job.name);
  }
  return names;
}
