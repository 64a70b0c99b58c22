/** Hosts that are remembered; then memory is begun anew. */
const rememberedHosts = 10_000;

/** Remembers what a pure function says of a host, so that the pages of one host cost it once. */
export function perHost<T>(ofHost: (host: string) => T): (host: string) => T {
  const known = new Map<string, T>();
  return (host) => {
    let answer = known.get(host);
    if (answer === undefined) {
      answer = ofHost(host);
      if (known.size >= rememberedHosts) known.clear();
      known.set(host, answer);
    }
    return answer;
  };
}
