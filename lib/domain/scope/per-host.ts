/** A cache that has this many hosts is emptied before the next host is added. */
const maxHosts = 10_000;

/** Caches a pure function of a host, so that it is computed once for all pages of the host. */
export function cachedByHost<T>(compute: (host: string) => T): (host: string) => T {
  const known = new Map<string, T>();
  return (host) => {
    let answer = known.get(host);
    if (answer === undefined) {
      answer = compute(host);
      if (known.size >= maxHosts) known.clear();
      known.set(host, answer);
    }
    return answer;
  };
}
