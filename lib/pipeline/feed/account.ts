import { shortName } from '../../domain/collection/short-name.ts';
import type { ChangesObject } from '../../ports/changes.ts';

/** What a consumer has been told: all that was put before a time, and of what was put since, these objects. */
export interface ConsumerAccount {
  /** Epoch ms by the store's clock. */
  readonly since: number;
  /** Their names in short, with the times at which they were put. */
  readonly seen: readonly Seen[];
  /** The job was loaded from a dump since: the consumer may have heard of records that no line of the feed takes back. */
  readonly isLoaded?: true;
}

type Seen = readonly [name: string, at: number];

const beginning = 'export-';

/** The note of a job that has the account of a consumer. */
export function accountNote(consumer: string): string {
  return beginning + consumer;
}

/**
 * What stands in place of a note of a job that is loaded from a dump, where it is the account of a consumer: the consumer may have been
 * told what the dump lacks, and is told of everything again, also of what is gone.
 */
export function loadedAccount(note: string, text: string): string {
  const account: ConsumerAccount = { since: 0, seen: [], isLoaded: true };
  return note.startsWith(beginning) && text !== '' ? JSON.stringify(account) : text;
}

/**
 * Objects can be put this much later than others that have later times: clocks differ, by no more than the 15 minutes that AWS allows
 * a signer's.
 */
const marginMs = 1_200_000;
/** Of more objects within the margin, the oldest are told again. */
const mostSeen = 5_000;

/** Keeps account of the objects that were read. */
export class ToldSoFar {
  readonly #before: ReadonlySet<string>;
  #latest: number;
  #recent: Seen[];

  /** @param soFar the account of an export that is carried on */
  constructor(told: ConsumerAccount = { since: 0, seen: [] }, soFar: ConsumerAccount = told) {
    this.#before = new Set(told.seen.map(([name]) => name));
    this.#latest = soFar.since === 0 ? 0 : soFar.since + marginMs;
    this.#recent = [...soFar.seen];
    for (const [, at] of soFar.seen) this.#latest = Math.max(this.#latest, at);
  }

  /** Whether an earlier export told it. */
  has({ name }: Pick<ChangesObject, 'name'>): boolean {
    return this.#before.has(shortName(name));
  }

  add({ name, at }: Pick<ChangesObject, 'name' | 'at'>): void {
    this.#latest = Math.max(this.#latest, at);
    this.#recent.push([shortName(name), at]);
    if (this.#recent.length > 2 * mostSeen) this.told();
  }

  told(): ConsumerAccount {
    const since = Math.max(0, this.#latest - marginMs);
    this.#recent = this.#recent.filter(([, at]) => at >= since).slice(-mostSeen);
    return { since, seen: this.#recent };
  }
}
