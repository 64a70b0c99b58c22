import type { DomainKey, DomainStore, WaitingHost } from '../../ports/domains.ts';

/** Hosts of a list that are looked at. */
export const maxWaiting = 100_000;
/** Lists that are remembered: hosts of a domain do not stand beside each other. */
const remembered = 20;

/** Which hosts wait for which registered domains, each list read once for all of its hosts. */
export interface WaitingLists {
  /** Whether a host stands in its place on the list, now or a short while ago. */
  has(key: DomainKey, waiting: WaitingHost): Promise<boolean>;
}

export function waitingLists(domains: DomainStore): WaitingLists {
  const lists = new Map<string, ReadonlySet<string>>();
  return {
    async has(key, waiting) {
      const name = nameOf(waiting);
      if (lists.get(key.domain)?.has(name)) return true;
      // It may have come to wait since.
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
