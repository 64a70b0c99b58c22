import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { canonicalise } from '../../../lib/base/url/canonicalise.ts';
import { jobFileName } from '../../../lib/config/job/file-names.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { nameFromDirectory } from '../../../lib/config/layers/job-settings.ts';
import { isLoopbackHost } from '../../../lib/domain/settings/contact.ts';
import { readGivenUrl } from '../../../lib/pipeline/base/given-url.ts';
import { listOf, textsOf } from '../../../lib/rules/settings.ts';
import { writeJob } from './init.ts';

/**
 * Returns a job that crawls the hosts of the seeds with polite defaults. The job is created in a directory named after the
 * first host. If that directory has a job from an earlier run, that job is used, with the seeds added, so that the crawl
 * continues; its job.yaml, which the user may have edited, then decides the contact.
 * @param home the parent of that directory
 * @throws WinnowError `usage` for a wrong seed, or without a contact address
 */
export function jobForSeeds(
  seeds: readonly string[],
  contact: string | undefined,
  home = '.winnow',
): LoadedJob {
  const hosts = seeds.map((seed) => {
    const given = readGivenUrl({ canonicalise }, seed);
    if (!given.ok) throw new WinnowError('usage', `${JSON.stringify(seed)} is no seed: ${given.reason}`);
    return given.host;
  });
  const loopbackHost = hosts.find(isLoopbackHost);
  if (loopbackHost !== undefined) {
    throw new WinnowError(
      'usage',
      `${loopbackHost} is this machine: only a job whose network.allow lists it may crawl it (create a job with 'winnow init DIR')`,
    );
  }
  if (contact === undefined) {
    throw new WinnowError(
      'usage',
      'give --contact, a mail address or the URL of a page about your crawl, so that site owners can reach you',
    );
  }
  const directory = join(home, nameFromDirectory(hosts[0] ?? '') ?? 'crawl');
  if (!existsSync(join(directory, jobFileName))) {
    writeJob(directory, { seed: seeds, contact });
    return loadJob(directory);
  }
  const loaded = loadJob(directory);
  const { settings } = loaded;
  const known = textsOf(settings.scope.hosts);
  const newHosts = [...new Set<string>(hosts)].filter((host) => !known.includes(host));
  return {
    ...loaded,
    settings: {
      ...settings,
      seeds: [...new Set([...settings.seeds, ...seeds])],
      scope: { ...settings.scope, hosts: [...settings.scope.hosts, ...listOf(newHosts, 'seeds')] },
    },
  };
}
