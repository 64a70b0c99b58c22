import { settingsInForce } from '../../../lib/capabilities/in-force.ts';
import { difference } from '../../../lib/capabilities/reclassify/reclassify-difference.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { openPlace } from '../../../lib/runtime/shared/open-place.ts';

/** A crawl in memory for those who ask for operations about its topic. */
export function placeOfCrawl(ports: Ports): Workplace {
  return openPlace({
    ports,
    name: 'memory',
    summary: async () => ({}) as never,
    ensureJob: async (settings) => ensureJob(ports, await settingsInForce(ports, settings)),
    difference: (job, options, trial) => difference(ports, job, options, trial),
  });
}
