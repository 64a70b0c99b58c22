import type { HostName } from '../../domain/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { maxWaiting } from './waiting-lists.ts';

/** The ledger of a registered domain, and the list of those that wait for it, against the hosts that they name. */
export async function* checkDomain({ ports, job }: Inspection, domain: string): AsyncGenerator<Suspicion> {
  const key = { job: job.name, domain };
  const controlOf = (host: HostName): Promise<HostControl | undefined> =>
    ports.hosts.control({ job: job.name, host });
  for (const waiting of await ports.domains.waiting(key, maxWaiting)) {
    const control = await controlOf(waiting.host);
    if (control?.state === 'ticketed' || control?.waits?.place === waiting.place) continue;
    const mend = async () => {
      await ports.domains.unwait(key, [waiting]);
      return true;
    };
    yield { code: 'list-stale', subject: waiting.host, detail: `the list of ${domain} has it`, mend };
  }
  const { ledger } = await ports.domains.domain(key);
  for (const host of Object.keys(ledger?.trying ?? {}) as HostName[]) {
    const control = await controlOf(host);
    if (control?.state === 'ticketed' || control?.standing === 'trying') continue;
    yield { code: 'try-for-nobody', subject: host, detail: `the ledger of ${domain} has a try out for it` };
  }
}
