import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isLoopbackHost } from '../../../lib/config/job/contact.ts';
import { jobFileName, type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { nameFromDirectory } from '../../../lib/config/layers/job-settings.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { listOf, textsOf } from '../../../lib/domain/scope/scope-list.ts';
import { canonicalise } from '../../../lib/domain/url/canonicalise.ts';
import { writeJob } from './init.ts';

/**
 * The job that crawls the hosts of some seeds with polite defaults: made in a directory named after the first
 * host, or taken from there when it was made before, so that it goes on where it was (its job.yaml may have been
 * edited since, and says who we are).
 * @param home the directory under which it is put
 * @throws WinnowError `usage` for a wrong seed, or without a contact address
 */
export function jobForSeeds(
  seeds: readonly string[],
  contact: string | undefined,
  home = '.winnow',
): LoadedJob {
  const hosts = seeds.map((seed) => {
    const canonical = canonicalise(seed);
    if (!canonical.ok) {
      throw new WinnowError(
        'usage',
        `${JSON.stringify(seed)} is no seed: expected an absolute http or https URL`,
      );
    }
    return canonical.host;
  });
  const own = hosts.find(isLoopbackHost);
  if (own !== undefined) {
    throw new WinnowError(
      'usage',
      `${own} is this machine: only a job whose network.allow names it may crawl it ('winnow init DIR' makes one)`,
    );
  }
  if (contact === undefined) {
    throw new WinnowError(
      'usage',
      'say with --contact (a mail address, or the URL of a page about your crawl) where those whose site is crawled can reach you',
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
  const more = [...new Set<string>(hosts)].filter((host) => !known.includes(host));
  return {
    ...loaded,
    settings: {
      ...settings,
      seeds: [...new Set([...settings.seeds, ...seeds])],
      scope: { ...settings.scope, hosts: [...settings.scope.hosts, ...listOf(more, 'seeds')] },
    },
  };
}
