import { portStart } from '../url/url-parts.ts';

/** Names of hosts and domains, each with the ranks of what was said about it. */
export interface HostIndex {
  /** @param name a host or domain, with all its subdomains; without a port on every port */
  addDomain(name: string, rank: number): void;
  /** @param host this host only; without a port on every port */
  addHost(host: string, rank: number, path?: string): void;
  find(host: string): HostRanks;
}

/** Something said about what a host has under a path. */
export interface RankedPath {
  readonly path: string;
  readonly rank: number;
}

export interface HostRanks {
  /** The highest rank of what was said about all of the host; -1 when nothing was. */
  readonly last: number;
  /** The highest first, none below `last`. */
  readonly paths: readonly RankedPath[];
}

/** A host is looked up by its few names, so that it does not matter how many are in the index. */
export function hostIndex(): HostIndex {
  const domains = new Map<string, number>();
  const hosts = new Map<string, number>();
  const paths = new Map<string, RankedPath[]>();

  return {
    addDomain(name, rank) {
      domains.set(name, Math.max(rank, domains.get(name) ?? -1));
    },
    addHost(host, rank, path) {
      if (path === undefined) hosts.set(host, Math.max(rank, hosts.get(host) ?? -1));
      else if (paths.get(host)?.push({ path, rank }) === undefined) paths.set(host, [{ path, rank }]);
    },
    find(host) {
      const bare = host.slice(0, portStart(host));
      const own = bare === host ? [host] : [host, bare];
      let last = -1;
      for (const name of own) {
        last = Math.max(last, hosts.get(name) ?? -1);
        // A port may follow: it belongs to every one of the names.
        for (let from = 0; from >= 0; from = name.indexOf('.', from) + 1 || -1) {
          last = Math.max(last, domains.get(from === 0 ? name : name.slice(from)) ?? -1);
        }
      }
      const under = paths.size === 0 ? [] : own.flatMap((name) => paths.get(name) ?? []);
      return { last, paths: under.filter(({ rank }) => rank > last).sort((a, b) => b.rank - a.rank) };
    },
  };
}

/** Whether a name, as `addDomain` takes it, covers a host. */
export function coversHost(name: string, host: string): boolean {
  if (host === name || host.endsWith(`.${name}`)) return true;
  const bare = host.slice(0, portStart(host));
  return bare !== host && (bare === name || bare.endsWith(`.${name}`));
}
