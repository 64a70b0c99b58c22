import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { BundlesPlace } from '../../pipeline/collection/each-bundle.ts';
import { accountNote, type ConsumerAccount } from '../../pipeline/feed/account.ts';
import type { FeedPlace } from '../../pipeline/feed/read-feed.ts';
import type { Ports } from '../../ports/ports.ts';

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

/** A consumer as it is stored: absent fields, it has never had an export that ended. */
interface Consumer {
  readonly version: number;
  readonly told?: ConsumerAccount;
}

export async function readConsumer(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  name: string,
): Promise<Consumer> {
  const note = await jobs.note(job, accountNote(name));
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
  if (await jobs.putNote(job, accountNote(name), version, JSON.stringify(told))) return;
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
  if (await ports.jobs.putNote(job, accountNote(name), version, '')) return;
  throw new WinnowError('locked', `an export to ${name} ended meanwhile: reset it again`);
}

/** What cannot be read can be reset. */
function unreadable({ jobs }: Pick<Ports, 'jobs'>, job: string, name: string) {
  return async (error: unknown): Promise<Consumer> => {
    const note = await jobs.note(job, accountNote(name));
    if (!(error instanceof WinnowError && error.code === 'corrupt') || note === undefined) throw error;
    return { version: note.version, told: { since: 0, seen: [] } };
  };
}
