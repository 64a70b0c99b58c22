import type { UrlTable } from '../../domain/graph/url-table.ts';
import { rowOf } from '../../domain/sql/row.ts';
import { registeredDomain } from '../../domain/url/registered-domain.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../domain/url/url.ts';
import type { SlicedWriter } from './sliced-writer.ts';

const nothingYet = { turn: 0, pending: 0, held: 0, visited: 0, fetches: 0, stored: 0, failed: 0, bytes: 0 };

/** Numbers of hosts, from 1. */
export interface HostNumbers {
  numberOf(host: HostName): number;
  /** The number of a page's host. */
  ofNode(node: number): number;
  /** The number of a URL, from 1; a new one gets the next. */
  pageOf(url: CanonicalUrl): number;
  /** A host has its row. */
  added(number: number): void;
  /** Adds rows for the hosts that are known by links only. */
  addUnknown(tables: SlicedWriter): Promise<void>;
}

export function openHostNumbers(urls: UrlTable): HostNumbers {
  const numbers = new Map<HostName, number>();
  const withRow = new Set<number>();
  const ofNode = new Uint32Array(urls.size());

  function numberOf(host: HostName): number {
    let number = numbers.get(host);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(host, number);
    }
    return number;
  }

  return {
    numberOf,
    ofNode(node) {
      const known = ofNode[node];
      if (known !== undefined && known > 0) return known;
      const number = numberOf(hostOf(urls.urlOf(node)));
      if (known === 0) ofNode[node] = number;
      return number;
    },
    pageOf: (url) => urls.add(url) + 1,
    added: (number) => void withRow.add(number),
    async addUnknown(tables) {
      for (const [host, number] of numbers) {
        if (withRow.has(number)) continue;
        const domain = domainOf(host);
        await tables.add('hosts', rowOf('hosts', { id: number, host, domain, ...nothingYet }));
      }
    },
  };
}

/** The registered domain of a host; null: it has none. */
export function domainOf(host: HostName): string | null {
  return registeredDomain(host.replace(/:\d+$/, '')) ?? null;
}
