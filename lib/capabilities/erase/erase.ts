import { memberPlace } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import { jsonLine } from '../../base/json-line.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import type { HostName } from '../../base/url/url.ts';
import { placesOf } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { beginningOf, stagedBeginning } from '../../domain/collection/staged-id.ts';
import { isOfTurn, turnsBackwards } from '../../pipeline/collection/host-changes.ts';
import { listChanges } from '../../pipeline/collection/replay-changes.ts';
import type { ReviseLines } from '../../ports/changes.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { ErasedDocument, Eraser } from '../../ports/operate/eraser.ts';
import type { Ports } from '../../ports/ports.ts';
import { deletedPages, type StoredOfPage } from './deleted-pages.ts';
import { hostsToErase } from './hosts-to-erase.ts';
import { unclaimedDocuments } from './unclaimed-documents.ts';

const conversionsAtOnce = 500;

export type Erasing = Pick<
  Ports,
  'jobs' | 'hosts' | 'segments' | 'records' | 'documents' | 'changes' | 'staged' | 'offTopic' | 'conversions'
> & {
  readonly eraser: Eraser;
};

export interface EraseOptions {
  /** Report what would be erased, and change nothing. */
  readonly dryRun: boolean;
  /** No other process can have a turn while this one runs; otherwise the job has to be stopped. */
  readonly isAlone: boolean;
}

/** What was erased of some hosts in one job, or would be. */
export interface EraseReport {
  readonly job: string;
  readonly hosts: number;
  /** Raw documents. */
  readonly documents: number;
  /** Bundles that had some of them. */
  readonly bundles: number;
  /** Lines of changes objects, and of off-topic batches, that had the text of a page. */
  readonly texts: number;
  readonly offTopic: number;
  /** Objects that turns staged and that are still there, because a worker died. */
  readonly staged: number;
  /** Texts that stay, because a page that is not blocked leads to their record. */
  readonly kept: number;
}

/**
 * Erases what purged hosts left: raw documents of records to which no URL leads any more, and the text of such pages in
 * changes objects and off-topic batches, those of earlier visits too, whose lines then say that the record was deleted; and
 * what turns of them staged. What a record of the collection names stays as it is. Idempotent; continues after an
 * interruption; may run beside another erasure.
 * @param what the host or domain, as it was blocked; or a deletion, of which only the pages are erased
 * @throws WinnowError `usage` when it is not blocked and purged, or deleted, when that is not over, or when turns may run
 */
export async function erase(
  ports: Erasing,
  job: Job,
  what: string | { readonly deletion: string },
  options: EraseOptions,
): Promise<EraseReport> {
  const { hosts, isMeant } = await contentToErase(ports, job, what, options);
  const staged = Map.groupBy(isMeant ? [] : await ports.staged.list(job.name), beginningOf);
  const total = { documents: 0, texts: 0, offTopic: 0, staged: 0, kept: 0 };
  const named = new Set<string>();
  const note = (documents: readonly ErasedDocument[]): void => {
    for (const { name } of documents) named.add(name);
  };
  for (const host of hosts) {
    await mustRest(ports, job, options);
    const key = { job: job.name, host };
    const touched = new Set<string>();
    for await (const { name, lines } of objectsOf(ports, key)) {
      const bare = await eraseLines(ports, job, options, {
        lines,
        isOwn: (json) => isOfTurn(json, host) && (isMeant?.(lineIn(json)) ?? true),
        revise: (revise) => ports.changes.revise(job.name, name, revise),
      });
      total.kept += bare.kept;
      total.texts += bare.texts;
      note(bare.documents);
      if (bare.texts > 0 || bare.gone > 0) touched.add(ports.changes.key(job.name, name));
    }
    for (const id of await ports.offTopic.list(key)) {
      const bare = await eraseLines(ports, job, options, {
        lines: (await ports.offTopic.read(key, id)) ?? [],
        isOwn: (json) => isMeant?.(lineIn(json)) ?? true,
        revise: (revise) => ports.offTopic.revise(key, id, revise),
      });
      total.offTopic += bare.texts;
      note(bare.documents);
    }
    const ids = staged.get(stagedBeginning(host)) ?? [];
    total.staged += ids.length;
    if (options.dryRun) continue;
    // All turns are published: nobody needs what they staged.
    for (const id of ids) await ports.staged.delete(job.name, id);
    if (isMeant === undefined) await eraseConversions(ports, key);
    // Also when nothing was left to erase: an earlier call may have died before this step.
    await ports.eraser.forget(key, [...touched]);
  }
  for await (const unclaimed of unclaimedDocuments(ports, job, new Set(hosts))) {
    const documents = unclaimed.filter((one) => isMeant?.(one) ?? true);
    note(documents);
    if (!options.dryRun) await ports.eraser.erase(documents);
  }
  const bundles = new Set([...named].flatMap((name) => memberPlace(name)?.bundle ?? []));
  return { job: job.name, hosts: hosts.length, ...total, documents: named.size, bundles: bundles.size };
}

/** Hosts of which something is erased, and which pages of theirs; absent: all that is stored of them. */
interface ContentToErase {
  readonly hosts: readonly HostName[];
  readonly isMeant?: (page: StoredOfPage) => boolean;
}

async function contentToErase(
  ports: Erasing,
  job: Job,
  what: string | { readonly deletion: string },
  options: EraseOptions,
): Promise<ContentToErase> {
  if (typeof what === 'string') return { hosts: await hostsToErase(ports, job, what, options) };
  return await deletedPages(ports, job, what.deletion, options);
}

function lineIn(json: string): StoredOfPage {
  return JSON.parse(json) as ChangeLine;
}

/** Lines of one object that may have texts of a host. */
interface HostLines {
  readonly lines: readonly string[];
  readonly isOwn: (json: string) => boolean;
  readonly revise: (revise: ReviseLines) => Promise<void>;
}

/** Takes the texts of a host out of an object. What somebody else erases in it meanwhile stays erased. */
async function eraseLines(
  ports: Erasing,
  job: Job,
  { dryRun }: EraseOptions,
  { lines, isOwn, revise }: HostLines,
): Promise<BareLines> {
  let bare = await bareLines(ports, job, lines, isOwn);
  if (dryRun || bare.texts === 0) return bare;
  await revise(async (present) => {
    const now = await bareLines(ports, job, present, isOwn);
    if (now.texts === 0) return undefined;
    bare = now;
    // Documents first, because the lines have their names.
    await ports.eraser.erase(now.documents);
    return now.lines;
  });
  return bare;
}

/** Documents that were being converted when their host was blocked. What becomes of them is not taken in any more. */
async function eraseConversions({ conversions }: Erasing, key: HostKey): Promise<void> {
  for (;;) {
    const ids = await conversions.list(key, conversionsAtOnce);
    if (ids.length === 0) return;
    await conversions.delete(key, ids);
  }
}

interface BareLines {
  readonly lines: readonly string[];
  readonly documents: readonly ErasedDocument[];
  readonly texts: number;
  readonly kept: number;
  /** Lines that have lost their text before. */
  readonly gone: number;
}

/**
 * The changes objects with lines of a host, by what each turn says of the one before, and where a second worker may have
 * put the same lines. If a turn is missing, so that what was before it is not known, all objects of the job.
 */
async function* objectsOf(
  ports: Erasing,
  key: HostKey,
): AsyncGenerator<{ readonly name: string; readonly lines: readonly string[] }> {
  for await (const found of turnsBackwards(ports, key)) {
    if ('missing' in found) {
      yield* allObjects(ports, key.job);
      return;
    }
    for (const name of placesOf({ ...found, host: key.host })) {
      const lines = name === found.object ? found.lines : await ports.changes.read(key.job, name);
      if (lines !== undefined) yield { name, lines };
    }
  }
}

async function* allObjects(ports: Erasing, job: string) {
  for await (const { name } of listChanges(ports, job, {}, () => undefined)) {
    const lines = await ports.changes.read(job, name);
    if (lines !== undefined) yield { name, lines };
  }
}

/**
 * The lines in their order. A line of the host whose record no URL leads to loses its text and says that the record was
 * deleted.
 */
async function bareLines(
  { records }: Pick<Ports, 'records'>,
  job: Job,
  lines: readonly string[],
  isOwn: (json: string) => boolean,
): Promise<BareLines> {
  const documents = new Map<string, ErasedDocument>();
  let [texts, kept, gone] = [0, 0, 0];
  const bare: string[] = [];
  for (const json of lines) {
    if (!isOwn(json)) {
      bare.push(json);
      continue;
    }
    const { record, document, ...line } = JSON.parse(json) as ChangeLine;
    if (record === undefined) {
      gone += 1;
      bare.push(json);
    } else if (await isHeld(records, job.name, line.md5)) {
      kept += 1;
      bare.push(json);
    } else {
      texts += 1;
      if (document !== undefined) documents.set(document, ownDocument(job.name, line.md5, document));
      bare.push(jsonLine(JSON.stringify({ ...line, change: 'deleted', cause: line.cause ?? 'erased' })));
    }
  }
  return { lines: bare, documents: [...documents.values()], texts, kept, gone };
}

async function isHeld(records: Ports['records'], job: string, md5: Md5): Promise<boolean> {
  return (await records.record(job, md5)) !== undefined;
}

/** Checks the name of a document that is about to be deleted: it must be one of the job. The eraser sees whose it is. */
function ownDocument(job: string, md5: string, name: string): ErasedDocument {
  const isOwn = name.startsWith(`bundles/${job}/`) && memberPlace(name) !== undefined;
  if (isOwn && !name.includes('..')) return { name, md5 };
  throw new WinnowError('corrupt', `${name} is no raw document of ${md5} in job ${job}`);
}

async function mustRest({ jobs }: Erasing, { name }: Job, { dryRun, isAlone }: EraseOptions): Promise<void> {
  if (dryRun || isAlone || (await jobs.job(name))?.state === 'stopped') return;
  throw new WinnowError(
    'usage',
    `job ${name} was opened meanwhile; what is left can be erased when it is stopped again`,
  );
}
