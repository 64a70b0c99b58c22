import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import type { Urls } from '../../graph/web-graph.ts';
import { type BitSet, bitSet } from './bit-set.ts';
import type { CopyState } from './copy-state.ts';

/**
 * Numbers of pages and hosts, from 1. Those of the link graph follow from the graph alone; what only a frontier has gets the
 * next number, once: each host and each page of it is copied once.
 */
export interface CopyNumbers {
  /** The number of a host whose row is added now. */
  addHost(host: HostName): number;
  /** The number of a page whose row is added now. */
  addPage(url: CanonicalUrl): number;
  /** The number of the host of a page of the graph. */
  hostOfNode(node: number): number;
  /** Hosts of the graph, and whether they have their row. */
  readonly linkedHosts: readonly HostName[];
  hasHost(number: number): boolean;
  /** Whether a page of the graph has its row. */
  hasPage(node: number): boolean;
  state(): Pick<CopyState, 'pages' | 'hosts' | 'copiedPages' | 'copiedHosts'>;
}

export function openCopyNumbers(
  urls: Urls,
  before?: Pick<CopyState, 'pages' | 'hosts' | 'copiedPages' | 'copiedHosts'>,
): CopyNumbers {
  const nodes = urls.size();
  const numbers = new Map<HostName, number>();
  const hostOfNode = new Uint32Array(nodes);
  for (let node = 0; node < nodes; node += 1) {
    const host = hostOf(urls.urlOf(node));
    let number = numbers.get(host);
    if (number === undefined) {
      number = numbers.size + 1;
      numbers.set(host, number);
    }
    hostOfNode[node] = number;
  }
  let pages = before?.pages ?? nodes;
  let hosts = before?.hosts ?? numbers.size;
  const copiedPages: BitSet = bitSet(nodes, before?.copiedPages);
  const copiedHosts: BitSet = bitSet(numbers.size, before?.copiedHosts);

  return {
    addHost(host) {
      const known = numbers.get(host);
      if (known !== undefined) copiedHosts.add(known - 1);
      else hosts += 1;
      return known ?? hosts;
    },
    addPage(url) {
      const node = urls.numberOf(url);
      if (node !== undefined) copiedPages.add(node);
      else pages += 1;
      return node === undefined ? pages : node + 1;
    },
    hostOfNode: (node) => hostOfNode[node] as number,
    linkedHosts: [...numbers.keys()],
    hasHost: (number) => copiedHosts.has(number - 1),
    hasPage: (node) => copiedPages.has(node),
    state: () => ({
      ...{ pages, hosts },
      copiedPages: copiedPages.text(),
      copiedHosts: copiedHosts.text(),
    }),
  };
}
