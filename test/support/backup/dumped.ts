import { dump } from '../../../lib/capabilities/backup/dump.ts';
import { decodeEntries, type EntryHead, unpackText } from '../../../lib/capabilities/backup/entry.ts';
import { load } from '../../../lib/capabilities/backup/load.ts';
import type { LoadOptions } from '../../../lib/capabilities/backup/loading.ts';
import { type DumpScope, digestOf, readManifest } from '../../../lib/capabilities/backup/manifest.ts';
import type { DumpFolder } from '../../../lib/ports/operate/job-backup.ts';
import type { MemoryPorts } from '../stores.ts';
import { type MemoryFolder, memoryFolder } from './memory-folder.ts';

const signal = new AbortController().signal;

/** Dumps jobs into a folder. */
export async function dumped(
  stores: Parameters<typeof dump>[0],
  scope: DumpScope,
  {
    folder = memoryFolder(),
    partBytes = 20_000,
  }: { readonly folder?: MemoryFolder; readonly partBytes?: number } = {},
): Promise<MemoryFolder> {
  await dump(stores, folder, scope, { from: 'a test', signal, partBytes });
  return folder;
}

export function loadInto(stores: MemoryPorts, folder: DumpFolder, options: Partial<LoadOptions> = {}) {
  return load(stores, folder, { dryRun: false, signal, ...options });
}

/** What is the same in two installations that have the same: every entry of a dump by what it is, with its bytes in short. */
export async function contents(folder: DumpFolder): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const bundles = new Map<string, Uint8Array>();
  for (const { name } of (await readManifest(folder))?.parts ?? []) {
    for (const { head, blobs } of decodeEntries(name, (await folder.read(name)) ?? new Uint8Array())) {
      if (head.kind === 'bundle') {
        const before = bundles.get(head.key) ?? new Uint8Array();
        bundles.set(head.key, Buffer.concat([before.subarray(0, head.start), ...blobs]));
        continue;
      }
      // What was put in the last minute is registered again, and recycled twice.
      if (head.kind === 'open-links') continue;
      for (const [key, value] of things(head, blobs)) found.set(key, stable(value));
    }
  }
  for (const [key, bytes] of bundles) found.set(`bundle ${key}`, digestOf(bytes));
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Stores page their rows, their inboxes and their sheets of counters each in its own way; times of gates, and of objects, are those of a load. */
function* things(head: EntryHead, blobs: readonly Uint8Array[]): Generator<readonly [string, unknown]> {
  const digests = blobs.map(digestOf);
  switch (head.kind) {
    case 'job': {
      const { state: _, pause: _p, ...rest } = head.is;
      return yield [`job ${head.job}`, [rest, head.settings]];
    }
    case 'host': {
      const gates = head.gates.map(({ key, state }) => ({ key, state }));
      return yield [`host ${head.host}`, [{ ...head, gates }, digests]];
    }
    case 'inbox':
      for (const [at, { id, urls }] of head.items.entries())
        yield [`inbox ${head.host} ${id}`, [urls, digests[at]]];
      return;
    case 'changes':
      // A store names objects by keys of its own.
      return yield [
        `changes ${head.name}`,
        unpackText(blobs[0]).replaceAll(/("object":"changes[^"]*)\.jsonl\.gz"/g, '$1"'),
      ];
    case 'rows':
      for (const row of JSON.parse(unpackText(blobs[0])) as readonly object[])
        for (const one of singles(row)) yield [`${head.of} ${stable(one)}`, true];
      return;
    default:
      yield [stable(head), digests];
  }
}

function singles(row: object): readonly object[] {
  if (!('counts' in row && 'sheet' in row)) return [row];
  return Object.entries(row.counts as object).map(([name, count]) => ({ sheet: row.sheet, name, count }));
}

/** JSON whose keys are in order. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}
