import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { BundlesPlace } from '../../pipeline/collection/each-bundle.ts';
import type { ChangesObject } from '../../ports/changes.ts';
import type { Ports } from '../../ports/ports.ts';
import type { FeedPlace } from './reading/feed.ts';

export interface ExportCounts {
  readonly records: number;
  readonly deleted: number;
  /** Without the raw document that the format is made of. */
  readonly undocumented: number;
  /** Whose texts are there no more. */
  readonly missing: number;
}

/** How far an export has come: another process goes on from here. */
export interface ExportMark {
  readonly at: number;
  readonly place: FeedPlace;
  readonly told: ConsumerAccount;
  readonly counts: ExportCounts;
  readonly writer: object;
  /** Where it is among what stands beside pages: it has all records. */
  readonly beside?: BundlesPlace;
  /** The version of its consumer. */
  readonly version: number;
}

/** What a consumer has been told: all that was put before a time, and of what was put since, these objects. */
export interface ConsumerAccount {
  /** Epoch ms by the store's clock. */
  readonly since: number;
  /** Their names in short, with the times at which they were put. */
  readonly seen: readonly Seen[];
}

type Seen = readonly [name: string, at: number];

/** A consumer as it is stored: absent fields, it has never had an export that ended. */
interface Consumer {
  readonly version: number;
  readonly told?: ConsumerAccount;
}

/**
 * Objects can be put this much later than others that have later times: clocks differ, by no more than the 15 minutes that AWS allows
 * a signer's.
 */
const marginMs = 1_200_000;
/** Of more objects within the margin, the oldest are told again. */
const mostSeen = 5_000;
const nameLength = 10;

const noteOf = (name: string): string => `export-${name}`;

export async function readConsumer(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  name: string,
): Promise<Consumer> {
  const note = await jobs.note(job, noteOf(name));
  if (note === undefined) return { version: 0 };
  return {
    version: note.version,
    ...defined({ told: note.text === '' ? undefined : toldIn(note.text, name) }),
  };
}

function toldIn(text: string, name: string): ConsumerAccount {
  try {
    return JSON.parse(text) as ConsumerAccount;
  } catch (cause) {
    throw new WinnowError('corrupt', `what is stored of the consumer ${name} is no JSON: reset it`, {
      cause,
    });
  }
}

/** Keeps what a consumer was told. @throws WinnowError `locked` when another export of it ended meanwhile */
export async function keepTold(
  { jobs }: Pick<Ports, 'jobs'>,
  consumer: { readonly job: string; readonly name: string; readonly version: number },
  told: ConsumerAccount,
): Promise<void> {
  const { job, name, version } = consumer;
  if (await jobs.putNote(job, noteOf(name), version, JSON.stringify(told))) return;
  throw new WinnowError(
    'locked',
    `another export of the consumer ${name} ended meanwhile, or it was reset: export to it again`,
  );
}

/** Has the next export to a consumer begin at the beginning. @throws WinnowError `not-found` */
export async function forget(ports: Pick<Ports, 'jobs'>, job: string, name: string): Promise<void> {
  const { version, told } = await readConsumer(ports, job, name).catch(unreadable(ports, job, name));
  if (version === 0 || told === undefined)
    throw new WinnowError('not-found', `no export with \`--incremental ${name}\` has ended yet`);
  if (await ports.jobs.putNote(job, noteOf(name), version, '')) return;
  throw new WinnowError('locked', `an export to ${name} ended meanwhile: reset it again`);
}

/** What cannot be read can be reset. */
function unreadable({ jobs }: Pick<Ports, 'jobs'>, job: string, name: string) {
  return async (error: unknown): Promise<Consumer> => {
    const note = await jobs.note(job, noteOf(name));
    if (!(error instanceof WinnowError && error.code === 'corrupt') || note === undefined) throw error;
    return { version: note.version, told: { since: 0, seen: [] } };
  };
}

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
    return this.#before.has(short(name));
  }

  add({ name, at }: Pick<ChangesObject, 'name' | 'at'>): void {
    this.#latest = Math.max(this.#latest, at);
    this.#recent.push([short(name), at]);
    if (this.#recent.length > 2 * mostSeen) this.told();
  }

  told(): ConsumerAccount {
    const since = Math.max(0, this.#latest - marginMs);
    this.#recent = this.#recent.filter(([, at]) => at >= since).slice(-mostSeen);
    return { since, seen: this.#recent };
  }
}

function short(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, nameLength);
}
