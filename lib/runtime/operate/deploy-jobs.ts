import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../config/stack/environment.ts';
import { parseSettings } from '../../config/stored/settings-json.ts';
import { denyHosts } from '../../pipeline/control/deny-hosts.ts';
import { settingsInForce } from '../../pipeline/examples/in-force.ts';
import { ensureJob, isUnopened, setJobState } from '../../pipeline/job/open-job.ts';
import { seed } from '../../pipeline/seeds/seed.ts';
import { type AwsStores, awsRuntime } from '../aws/aws-ports.ts';

/** A job as a deployment has it beside its code, in `jobs.json`; its models are files of `models/`. */
interface DeployedJob {
  /** As they are stored. */
  readonly settings: string;
  /** Whether a new job begins to crawl at once. */
  readonly open: boolean;
  /** Digests. */
  readonly models: readonly string[];
}

/** Makes the jobs of a deployment, or gives them their settings, and adds their seeds. Idempotent. @returns their names */
export async function deployJobs(
  directory: string,
  stores: AwsStores = awsRuntime(readEnvironment()).stores,
): Promise<readonly string[]> {
  const jobs = JSON.parse(readFileSync(join(directory, 'jobs.json'), 'utf8')) as readonly DeployedJob[];
  const names: string[] = [];
  for (const { settings: text, open, models } of jobs) {
    for (const digest of models)
      if (!(await stores.models.has(digest)))
        await stores.models.put(digest, readFileSync(join(directory, 'models', digest)));
    const settings = parseSettings(text);
    const job = await ensureJob(stores, await settingsInForce(stores, settings));
    await denyHosts(stores, settings.deny);
    await seed(stores, job, settings.seeds);
    if (open && isUnopened(job)) await setJobState(stores, job.name, 'open', '');
    names.push(job.name);
  }
  return names;
}
