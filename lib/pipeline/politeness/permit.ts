import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { scopeOf } from '../../rules/scope.ts';

/**
 * Whether the host of a URL may be asked for anything: undefined, or the reason against it, as a clause. Every host
 * session has a permit, and checks it before each request.
 */
export type Permit = (url: CanonicalUrl) => string | undefined;

/**
 * The permit by the deny list of the installation and by people's holds. A drained host may finish what it has begun.
 * @param holds of the job, including the blocks, which every job has
 */
export function permitOf(settings: JobSettings, holds: Job['holds']): Permit {
  const scope = scopeOf(settings);
  return (url) => {
    const verdict = scope.verdict({ url, depth: 0, hostHops: 0 });
    if (!verdict.accepted && verdict.rule === 'deny') return 'the deny list of the installation has its host';
    const hold = holdOn(holds, hostOf(url));
    if (hold === undefined || hold.verb === 'drain') return undefined;
    return `its host is on hold (${hold.verb} ${hold.what}: ${hold.reason})`;
  };
}

/** The permit by the present holds, for requests outside of any turn. */
export async function permitNow({ jobs }: Pick<Ports, 'jobs'>, settings: JobSettings): Promise<Permit> {
  return permitOf(settings, (await jobs.job(settings.name))?.holds);
}
