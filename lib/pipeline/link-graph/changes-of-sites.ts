import { type HostName, hostOf } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import { type SiteChanges, siteChanges, siteOf } from '../../graph/reports.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { eachVisit } from '../frontier/each-visit.ts';

const hostsAtOnce = 8;
/** Pages of a site that are looked at. */
const mostPages = 10_000;

/** How these sites change, by their names. Reads the pages of their hosts. */
export async function changesOfSites(
  ports: Pick<Ports, 'hosts' | 'segments' | 'clock'>,
  job: Job,
  { sites, shared }: { readonly sites: readonly string[]; readonly shared?: ReadonlySet<string> },
): Promise<ReadonlyMap<string, SiteChanges>> {
  const visits = new Map(sites.map((site): [string, Visit[]] => [site, []]));
  const hosts = new Set(sites.map((site) => hostOfSite(site)));
  const add = (host: HostName): Promise<void> =>
    eachVisit(ports, job, host, async (visit) => {
      if (hostOf(visit.url) !== host) return;
      const own = visits.get(siteOf(visit.url, shared));
      if (own !== undefined && own.length < mostPages && visit.md5 !== undefined) own.push(visit);
    });
  await sideBySide([...hosts], hostsAtOnce, (host) => unlessDamaged(host, () => add(host)));
  return new Map([...visits].map(([site, own]) => [site, siteChanges(own, ports.clock.now())]));
}

function hostOfSite(site: string): HostName {
  const [host = ''] = site.split('/');
  return host as HostName;
}
