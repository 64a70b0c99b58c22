import { holdOn } from '../../domain/control/hold.ts';
import { scopeOf } from '../../domain/scope/scope.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Whether anything may be asked of the host of a URL, whatever for: undefined, or why nothing may be, as a clause. Every
 * host session has one, and asks it before each request.
 */
export type Permit = (url: CanonicalUrl) => string | undefined;

/**
 * By the deny list of the installation and by what people hold. A drained host is let finish what it has begun.
 * @param holds of the job, among them the blocks, which every job has
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

/** By what people hold now, for requests that belong to no turn. */
export async function permitNow({ jobs }: Pick<Ports, 'jobs'>, settings: JobSettings): Promise<Permit> {
  return permitOf(settings, (await jobs.job(settings.name))?.holds);
}
