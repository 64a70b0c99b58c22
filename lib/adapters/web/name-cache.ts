import { type LookupAddress, promises } from 'node:dns';

/** Finds all addresses of a name, in the order in which they should be tried. Rejects when there are none. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export interface NameCacheOptions {
  readonly resolve?: Resolve;
  /** How long addresses are kept; the system's resolver does not tell their TTL. Default 5 min. */
  readonly positiveMs?: number;
  /** How long it is kept that a name does not exist. Default 30 s. */
  readonly negativeMs?: number;
  /** Names kept at most; the oldest go first. Default 10,000. */
  readonly maxNames?: number;
}

export interface NameCache {
  /** Rejects with the resolver's error. Lookups of one name at the same time share one question. */
  lookup(name: string): Promise<readonly LookupAddress[]>;
  /** The next lookup asks anew: none of the addresses answered. */
  forget(name: string): void;
}

interface Entry {
  readonly answer: Promise<readonly LookupAddress[]>;
  /** On the monotonic clock; Infinity while the question is open. */
  expiresAt: number;
}

const loopback: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** A name like these is loopback whatever a resolver says (RFC 6761 §6.3). */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** The system's resolver: knows /etc/hosts, search domains and NAT64, which a plain DNS client does not. */
const system: Resolve = (name) => promises.lookup(name, { all: true });

/** A name server's word is final; a timeout or a server failure is asked again at once. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

export function nameCache(options: NameCacheOptions = {}): NameCache {
  const { resolve = system, positiveMs = 300_000, negativeMs = 30_000, maxNames = 10_000 } = options;
  const entries = new Map<string, Entry>();

  function ask(name: string): Promise<readonly LookupAddress[]> {
    const entry: Entry = { answer: resolve(name), expiresAt: Number.POSITIVE_INFINITY };
    entry.answer.then(
      () => {
        entry.expiresAt = performance.now() + positiveMs;
      },
      (error) => {
        entry.expiresAt = isFinal(error) ? performance.now() + negativeMs : 0;
      },
    );
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.size > maxNames ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    return entry.answer;
  }

  return {
    async lookup(name) {
      if (isLocalhost(name)) return loopback;
      const known = entries.get(name);
      return known !== undefined && known.expiresAt > performance.now() ? known.answer : ask(name);
    },
    forget(name) {
      entries.delete(name);
    },
  };
}
