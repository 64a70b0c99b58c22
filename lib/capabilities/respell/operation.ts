import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import { respellJob } from '../../pipeline/control/respell-job.ts';
import { withAliasGroups } from '../../pipeline/job/alias-groups.ts';
import { field, optional } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { note } from '../../pipeline/operation/view.ts';

/** Puts the `url` rules of the job's files into force for the stored URLs: at once, or in slices and turns of the crawl. */
export const respell = operation({
  about: 'job',
  input: {
    url: field(optional(z.record(z.string(), z.unknown(), 'must be an object')), {
      says: 'the section `url` of a job.yaml, as it is to be',
      isOfFiles: true,
    }),
  },
  effect: 'changes',
  job: 'stored',
  asFilesSay: true,
  takesLong: () => true,
  async run({ ports, of, finish, maker }, { url }, { dryRun, requestId: request, given }) {
    if (given === undefined && url === undefined)
      throw new WinnowError('usage', 'url: give the section of a job.yaml, as it is to be');
    const said = given ?? (await onlyThere(maker).read(of.name, { url }));
    const settings = await withAliasGroups(ports, said.settings);
    const report = await respellJob(ports, of, settings, { dryRun, request });
    if (dryRun) return { ...report, dryRun };
    await finish?.(of.name);
    return report;
  },
  view({ job, steps, hosts = 0, urls = 0, merged }) {
    const rules = steps.length === 0 ? 'the url section' : steps.map((step) => `url.${step}`).join(', ');
    if (merged === undefined) {
      const are = steps.length > 1 ? 'are' : 'is';
      return [
        [note(`${job}: ${rules} ${are} in force now; stored URLs are renamed in the turns of their hosts`)],
      ];
    }
    const renamed = `${formatCount(urls, 'URL')} of ${formatCount(hosts, 'host')}`;
    const same = `${formatCount(merged, 'URL')} would become the same as another URL`;
    return [[note(`${job}: ${rules} would rename ${renamed}; ${same}`), note('nothing was changed')]];
  },
});
