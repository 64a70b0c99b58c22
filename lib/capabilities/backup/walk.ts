import { memberPlace } from '../../archive/documents.ts';
import { isOutage, WinnowError } from '../../base/error.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { BundleFile } from '../../ports/documents.ts';
import { type BackupKind, type BackupRows, backupKinds } from '../../ports/operate/job-backup.ts';
import { ahead } from './ahead.ts';
import { type Entry, packLines, packText } from './entry.ts';
import type { DumpMark, DumpScope } from './manifest.ts';
import { namedModels } from './named-models.ts';
import { bundleEntries } from './walk-bundle.ts';
import { type DumpedJob, type DumpPorts, hostEntries } from './walk-host.ts';

/** A step of a dump: an entry; how far it has come; or what could not be read. */
export type DumpStep = { readonly entry: Entry } | { readonly mark: DumpMark } | { readonly missed: string };

/** Notes that say who is at work, or where copies of tables stand: they mean nothing elsewhere. */
export const ownNotes: ReadonlySet<string> = new Set(['recycling', 'under-way', 'awake', 'sql', 'load']);

const pageSize = 200;
const rowsAtOnce = 500;
const hostsPage = 50;
const readsAtOnce = 16;
/** Clocks of other machines may be ahead by this much. */
const skewMs = 60_000;

/** Behind the ids of all segments. */
const afterAll = '~';

interface Page<T> {
  readonly items: readonly T[];
  readonly cursor?: string | undefined;
}

/** What is dumped of a job, in this order: a collection that is newer than the frontier does no harm, an older one lacks pages. */
interface Stage {
  readonly list: (cursor?: string) => Promise<Page<unknown>>;
  readonly read: (item: never) => AsyncIterable<Entry>;
  /** Whether an item is read while the ones before it are; small items only. */
  readonly atOnce?: number;
  readonly nameOf: (item: never) => string;
}

const once = (entries: () => AsyncIterable<Entry>, what: string): Stage => ({
  list: async () => ({ items: [what] }),
  read: entries,
  nameOf: () => what,
});

/** What a dump of one host has seen its records name. */
interface Named {
  readonly objects: Set<string>;
  readonly bundles: Set<string>;
}

/** Everything of a scope, from a mark on. Memory does not grow with the crawl. */
export async function* walk(
  ports: DumpPorts,
  { jobs, host, isWhole }: DumpScope,
  from: DumpMark = { job: 0, stage: 0 },
): AsyncGenerator<DumpStep> {
  for (const [at, name] of jobs.entries()) {
    if (at < from.job) continue;
    const is = await ports.jobs.job(name);
    if (is === undefined) {
      yield { missed: `${name}: the job is gone` };
      continue;
    }
    const dumped = { job: is, settings: await settingsOf(ports.jobs, name, is.config) };
    const named = host === undefined ? undefined : { objects: new Set<string>(), bundles: new Set<string>() };
    const stages = stagesOf(ports, dumped, host as HostName | undefined, named);
    const begin = at === from.job ? from : { job: at, stage: 0 };
    for (const [index, stage] of stages.entries())
      if (index >= begin.stage)
        yield* walkStage(stage, { job: at, stage: index, ...(index === begin.stage && begin) });
  }
  const begin = from.job === jobs.length ? from : { job: jobs.length, stage: 0 };
  const rest = isWhole
    ? [models(ports, () => ports.backup.models()), commands(ports)]
    : [models(ports, () => namedModels(ports, jobs))];
  for (const [index, stage] of (host === undefined ? rest : []).entries())
    if (index >= begin.stage)
      yield* walkStage(stage, { job: jobs.length, stage: index, ...(index === begin.stage && begin) });
}

async function* walkStage(stage: Stage, from: DumpMark): AsyncGenerator<DumpStep> {
  let { cursor, taken = 0 } = from;
  const { job, stage: index } = from;
  do {
    const page = await stage.list(cursor);
    const begin = { job, stage: index, ...(cursor !== undefined && { cursor }) };
    const items = page.items.slice(taken);
    const read = stage.read as (item: unknown) => AsyncIterable<Entry>;
    const named = stage.nameOf as (item: unknown) => string;
    if (stage.atOnce === undefined) {
      for (const item of items) {
        yield* guarded(named(item), read(item));
        taken += 1;
        yield { mark: { ...begin, taken } };
      }
    } else {
      for await (const steps of ahead(items, stage.atOnce, (item) => gathered(named(item), read(item)))) {
        yield* steps;
        taken += 1;
        yield { mark: { ...begin, taken } };
      }
    }
    taken = 0;
    cursor = page.cursor;
  } while (cursor !== undefined);
  yield { mark: { job, stage: index + 1 } };
}

/** One damaged thing does not end a dump: it says what is missing. */
async function* guarded(what: string, entries: AsyncIterable<Entry>): AsyncGenerator<DumpStep> {
  try {
    for await (const entry of entries) yield { entry };
  } catch (error) {
    if (isOutage(error) || !(error instanceof WinnowError)) throw error;
    yield { missed: `${what}: ${error.message}` };
  }
}

async function gathered(what: string, entries: AsyncIterable<Entry>): Promise<readonly DumpStep[]> {
  const steps: DumpStep[] = [];
  for await (const step of guarded(what, entries)) steps.push(step);
  return steps;
}

function stagesOf(
  ports: DumpPorts,
  dumped: DumpedJob,
  host: HostName | undefined,
  named: Named | undefined,
): readonly Stage[] {
  const { job } = dumped;
  const hostStage: Stage =
    host === undefined
      ? hosts(ports, dumped)
      : once(() => hostEntries(ports, dumped, { job: job.name, host }), host);
  const first = once(() => jobEntries(ports, dumped), job.name);
  const kinds = named === undefined ? backupKinds : (['records'] as const);
  const rows = kinds.map((kind) => rowStage(ports, job.name, kind, host, named));
  const collection = [changes(ports, job.name, named), bundles(ports, job.name, named)];
  if (host !== undefined) return [first, hostStage, ...rows, ...collection];
  return [first, hostStage, ...rows, ...collection, links(ports, job.name), graph(ports, job.name)];
}

/** The open segments come first: what is recycled later reaches hosts that were dumped before. */
async function* jobEntries(ports: DumpPorts, { job, settings }: DumpedJob): AsyncGenerator<Entry> {
  const isOpen = job.state === 'open' || job.state === 'draining';
  const from = isOpen ? String(ports.clock.now() - skewMs).padStart(14, '0') : afterAll;
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.open(job.name, rowsAtOnce, after);
    yield { head: { kind: 'open-links', job: job.name, ids, from }, blobs: [] };
    if (ids.length < rowsAtOnce) break;
    after = ids.at(-1);
  }
  yield { head: { kind: 'job', job: job.name, is: job, settings }, blobs: [] };
}

function hosts(ports: DumpPorts, dumped: DumpedJob): Stage {
  const { name } = dumped.job;
  return {
    async list(cursor) {
      const page = await ports.hosts.hosts(name, hostsPage, cursor);
      return { items: page.hosts.map(({ host }) => host), cursor: page.cursor };
    },
    read: (host: HostName) => hostEntries(ports, dumped, { job: name, host }),
    nameOf: (host: HostName) => host,
    atOnce: 8,
  };
}

function rowStage<K extends BackupKind>(
  { backup }: DumpPorts,
  job: string,
  kind: K,
  host: HostName | undefined,
  named: Named | undefined,
): Stage {
  return {
    async list(cursor) {
      const page = await backup.rows(job, kind, rowsAtOnce, cursor);
      return { items: [page.rows], cursor: page.cursor };
    },
    async *read(rows: readonly BackupRows[K][]) {
      const meant = rows.filter((row) => isMeant(kind, row, host));
      if (named !== undefined) for (const row of meant) note(named, row as BackupRows['records']);
      if (meant.length > 0)
        yield { head: { kind: 'rows', job, of: kind }, blobs: [await packText(JSON.stringify(meant))] };
    },
    nameOf: () => `${kind} of ${job}`,
  };
}

function isMeant<K extends BackupKind>(kind: K, row: BackupRows[K], host: HostName | undefined): boolean {
  if (kind === 'notes') return !ownNotes.has((row as BackupRows['notes']).name);
  if (host === undefined) return true;
  return urlsOf(row as BackupRows['records']).some((url) => hostOf(url) === host);
}

export function urlsOf({ entry, urls }: BackupRows['records']) {
  return entry.firstUrl === undefined ? urls : [entry.firstUrl, ...urls];
}

function note({ objects, bundles }: Named, { entry }: BackupRows['records']): void {
  objects.add(entry.change.object);
  const place = entry.document === undefined ? undefined : memberPlace(entry.document);
  if (place !== undefined) bundles.add(place.bundle);
}

function changes(ports: DumpPorts, job: string, named: Named | undefined): Stage {
  return {
    async list(cursor) {
      const { objects, cursor: next } = await ports.changes.list(job, {}, pageSize, cursor);
      const items = objects.filter(({ name }) => named?.objects.has(name) ?? true);
      return { items, cursor: next };
    },
    async *read({ name, at }: { readonly name: string; readonly at: number }) {
      const lines = await ports.changes.read(job, name);
      if (lines !== undefined)
        yield { head: { kind: 'changes', job, name, at }, blobs: [await packLines(lines)] };
    },
    nameOf: ({ name }: { readonly name: string }) => `changes object ${name}`,
    atOnce: readsAtOnce,
  };
}

function bundles(ports: DumpPorts, job: string, named: Named | undefined): Stage {
  return {
    async list(cursor) {
      const page = await ports.documents.bundles(job, pageSize, cursor);
      const items = page.bundles.filter(({ key }) => named?.bundles.has(key) ?? true);
      return { items, cursor: page.cursor };
    },
    read: (bundle: BundleFile) => bundleEntries(ports, job, bundle),
    nameOf: ({ key }: BundleFile) => key,
  };
}

function links(ports: DumpPorts, job: string): Stage {
  return {
    async list(cursor) {
      const items = await ports.links.kept(job, pageSize, cursor);
      return { items, cursor: items.length < pageSize ? undefined : items.at(-1) };
    },
    async *read(id: string) {
      const bytes = await ports.links.read(job, id);
      if (bytes !== undefined)
        yield { head: { kind: 'links', job, id }, blobs: [await packText(Buffer.from(bytes).toString())] };
    },
    nameOf: (id: string) => `link segment ${id}`,
    atOnce: readsAtOnce,
  };
}

function graph(ports: DumpPorts, job: string): Stage {
  return {
    async list(cursor) {
      const items = await ports.graphs.names(job, pageSize, cursor);
      return { items, cursor: items.length < pageSize ? undefined : items.at(-1) };
    },
    async *read(name: string) {
      const bytes = await ports.graphs.read(job, name);
      if (bytes !== undefined) yield { head: { kind: 'graph', job, name }, blobs: [bytes] };
    },
    nameOf: (name: string) => `file ${name} of the link graph`,
  };
}

function models({ models: stored }: DumpPorts, list: () => Promise<readonly string[]>): Stage {
  return {
    list: async () => ({ items: await list() }),
    async *read(digest: string) {
      const bytes = await stored.read(digest);
      if (bytes !== undefined) yield { head: { kind: 'model', digest }, blobs: [bytes] };
    },
    nameOf: (digest: string) => `model ${digest}`,
  };
}

function commands({ commands: log }: DumpPorts): Stage {
  return {
    async list(cursor) {
      const page = await log.commands(pageSize, cursor);
      return { items: page.commands, cursor: page.cursor };
    },
    async *read(entry: Parameters<DumpPorts['commands']['enter']>[0]) {
      if (!entry.damaged) yield { head: { kind: 'command', entry }, blobs: [] };
    },
    nameOf: ({ requestId }: { readonly requestId: string }) => `command ${requestId}`,
  };
}
