import type { HostName } from '../../domain/url.ts';
import type { DomainKey, DomainStore } from '../../ports/domains.ts';

/** Hosts of a list that are looked at. */
export const maxWaiting = 100_000;
/** Lists that are remembered: hosts of a domain do not stand beside each other. */
const remembered = 20;

/** Which hosts wait for which registered domains, each list read once for all of its hosts. */
export interface WaitingLists {
  /** Whether a host stands on the list, now or a short while ago. */
  has(key: DomainKey, host: HostName): Promise<boolean>;
}

export function waitingLists(domains: DomainStore): WaitingLists {
  const lists = new Map<string, ReadonlySet<HostName>>();
  return {
    async has(key, host) {
      if (lists.get(key.domain)?.has(host)) return true;
      // It may have come to wait since.
      const list = new Set((await domains.waiting(key, maxWaiting)).map((one) => one.host));
      lists.delete(key.domain);
      lists.set(key.domain, list);
      for (const oldest of lists.keys()) if (lists.size > remembered) lists.delete(oldest);
      return list.has(host);
    },
  };
}
