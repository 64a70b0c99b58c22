import type { LookupAddress } from 'node:dns';
import { dnsResolver, type Resolve } from './dns-resolver.ts';

export interface NameCacheOptions {
  readonly resolve?: Resolve;
  /** How long addresses without a TTL are kept. Default 5 min. */
  readonly positiveMs?: number;
  /** How long a missing name is remembered. Default 5 min, the maximum that RFC 2308 §7 names for uncertain answers. */
  readonly negativeMs?: number;
  /** The most names kept; the least recently used go first. Default 10,000. */
  readonly maxNames?: number;
  /** The most questions at once; others wait. Default 200: more overflow the buffers of sockets. */
  readonly maxQuestions?: number;
  /** Ms of a clock that never goes back. */
  readonly now?: () => number;
}

export interface NameCache {
  /** Rejects with the resolver's error. Lookups of one name at the same time share one question. */
  lookup(name: string): Promise<readonly LookupAddress[]>;
  /** Starts to look up names that will be needed soon, unless they are known. */
  ahead(names: Iterable<string>): void;
  /** Makes the next lookup ask again: none of the addresses answered. */
  forget(name: string): void;
  /** The number of questions put to the resolver so far. */
  readonly questions: number;
}

interface Entry {
  readonly answer: Promise<readonly LookupAddress[]>;
  /** By `now`; Infinity while the question is open. */
  expiresAt: number;
  /** The last known addresses, and until when they may replace an answer that does not come. */
  last: { readonly addresses: readonly LookupAddress[]; readonly until: number } | undefined;
}

/** Some names have a TTL of seconds for load balancing, which would cost a question per page. */
const minTtlMs = 60_000;
const maxTtlMs = 86_400_000;
/** RFC 8767 §5: for a day expired addresses are better than none, with half a minute between attempts. */
const staleMs = 86_400_000;
const staleAgainMs = 30_000;

const loopback: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

/** These names are always loopback, whatever a resolver says (RFC 6761 §6.3). */
const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** A name server's negative answer is final; after a timeout or a server failure the name is asked for again. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** Caches the addresses of names for their TTL: at most one question per name and TTL. */
export function nameCache(options: NameCacheOptions = {}): NameCache {
  const { positiveMs = 300_000, negativeMs = 300_000, maxNames = 10_000, maxQuestions = 200 } = options;
  const { resolve = dnsResolver(), now = () => performance.now() } = options;
  const entries = new Map<string, Entry>();
  const inTurn = atOnce(maxQuestions);
  let questions = 0;

  function ask(name: string, last: Entry['last']): Entry {
    questions += 1;
    const entry: Entry = {
      last,
      expiresAt: Number.POSITIVE_INFINITY,
      answer: inTurn(() => resolve(name)).then(
        ({ addresses, ttlMs }) => {
          const keptMs = ttlMs === undefined ? positiveMs : Math.min(Math.max(ttlMs, minTtlMs), maxTtlMs);
          entry.expiresAt = now() + keptMs;
          entry.last = { addresses, until: entry.expiresAt + staleMs };
          return addresses;
        },
        (error) => {
          if (isFinal(error) || last === undefined || now() > last.until) {
            entry.expiresAt = isFinal(error) ? now() + negativeMs : 0;
            entry.last = undefined;
            throw error;
          }
          entry.expiresAt = now() + staleAgainMs;
          return last.addresses;
        },
      ),
    };
    return entry;
  }

  function entryOf(name: string): Entry {
    const known = entries.get(name);
    const entry = known !== undefined && known.expiresAt > now() ? known : ask(name, known?.last);
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.size > maxNames ? entries.keys() : [];
    if (oldest !== undefined) entries.delete(oldest);
    return entry;
  }

  return {
    get questions() {
      return questions;
    },
    async lookup(name) {
      return isLocalhost(name) ? loopback : await entryOf(name).answer;
    },
    ahead(names) {
      for (const name of names) if (!isLocalhost(name)) entryOf(name).answer.catch(() => undefined);
    },
    forget(name) {
      entries.delete(name);
    },
  };
}

/** Runs at most `max` tasks at once, in the order of the calls. */
function atOnce(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= max) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
