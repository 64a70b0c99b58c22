import type { DomainKey, DomainStore, WaitingHost } from '../../ports/domains.ts';

/** Hosts of a list that are read. */
export const maxWaiting = 100_000;
/** Lists that are cached: the hosts of a domain are not checked one after the other. */
const remembered = 20;

/** Which hosts wait for which registered domains. Each list is read once for all its hosts. */
export interface WaitingLists {
  /** Whether a host stands in its place on the list, now or when the list was read. */
  has(key: DomainKey, waiting: WaitingHost): Promise<boolean>;
}

export function waitingLists(domains: DomainStore): WaitingLists {
  const lists = new Map<string, ReadonlySet<string>>();
  return {
    async has(key, waiting) {
      const name = nameOf(waiting);
      if (lists.get(key.domain)?.has(name)) return true;
      // The host may have joined the list after it was read.
      const list = new Set((await domains.waiting(key, maxWaiting)).map(nameOf));
      lists.delete(key.domain);
      lists.set(key.domain, list);
      for (const oldest of lists.keys()) if (lists.size > remembered) lists.delete(oldest);
      return list.has(name);
    },
  };
}

function nameOf({ place, host }: WaitingHost): string {
  return `${place} ${host}`;
}
