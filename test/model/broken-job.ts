import { WinnowError } from '../../lib/base/error.ts';
import { bytesOfLines } from '../../lib/base/line.ts';
import { encodeLinkLine } from '../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../lib/base/url/url.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/job/open-job.ts';
import { seed } from '../../lib/pipeline/seeds/seed.ts';
import type { JobStore } from '../../lib/ports/jobs.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { testSettings } from '../support/settings.ts';
import { override } from './override.ts';
import { hosts } from './web.ts';

/** Opens a job with due hosts of the same web and links to hand on: work for every round. */
export async function openBroken(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'due' | 'links' | 'clock' | 'entropy'>,
  name: string,
): Promise<void> {
  const job = await ensureJob(ports, testSettings(name));
  const urls = hosts.map((host) => `http://${host}/0`);
  await setJobState(ports, name, 'open', '');
  await seed(ports, job, urls);
  const id = `${String(ports.clock.now()).padStart(14, '0')}-broken`;
  const line = encodeLinkLine(
    {
      ...{ v: 1, url: 'http://elsewhere.example/' as CanonicalUrl, host: 'elsewhere.example' as HostName },
      ...{ turn: 1, depth: 0, at: ports.clock.now(), outcome: 'stored', ownAdmitted: true },
    },
    JSON.stringify(urls.map((url) => ({ url, anchor: '', rel: [], element: 'a', place: 'body' }))),
  );
  await ports.links.register(name, id);
  await ports.links.put(name, id, bytesOfLines([line]));
}

/** The jobs of a store, of which one's settings cannot be read. */
export function withoutSettings(jobs: JobStore, name: string | undefined): JobStore {
  if (name === undefined) return jobs;
  return override(jobs, {
    settings: async (job, version) => {
      if (job === name) throw new WinnowError('corrupt', `the settings ${version} of job ${job} are damaged`);
      return await jobs.settings(job, version);
    },
  });
}
