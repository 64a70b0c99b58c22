import { portStart } from '../../base/url/url-parts.ts';

/** Names of hosts and domains, each with the ranks of the rules that name them. */
export interface HostIndex {
  /** Adds a name with all its subdomains. @param name host or domain; without a port it covers every port */
  addDomain(name: string, rank: number): void;
  /**
   * Adds one host without its subdomains.
   * @param host without a port it covers every port
   * @param path URLs below it only
   */
  addHost(host: string, rank: number, path?: string): void;
  find(host: string): HostRanks;
}

/** The rank of a rule about the URLs of a host below a path. */
export interface RankedPath {
  readonly path: string;
  readonly rank: number;
}

export interface HostRanks {
  /** The highest rank of the rules about the whole host; -1 if there is none. */
  readonly last: number;
  /** Rules about paths of the host, highest rank first; only ranks above `last`. */
  readonly paths: readonly RankedPath[];
}

/** Creates an index that looks a host up by its few suffixes, so that the size of the index does not matter. */
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
        // A port at the end of `name` stays on every suffix.
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
