import { dump } from '../../../lib/capabilities/backup/dump.ts';
import { decodeEntries, type EntryHead } from '../../../lib/capabilities/backup/entry.ts';
import { load } from '../../../lib/capabilities/backup/load.ts';
import type { LoadOptions } from '../../../lib/capabilities/backup/loading.ts';
import { type DumpScope, digestOf, readManifest } from '../../../lib/capabilities/backup/manifest.ts';
import type { DumpFolder } from '../../../lib/ports/job-backup.ts';
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
      const { key, value } = plain(head);
      found.set(key, JSON.stringify([value, ...blobs.map((blob) => digestOf(blob))]));
    }
  }
  for (const [key, bytes] of bundles) found.set(`bundle ${key}`, digestOf(bytes));
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The state of the job and the times of gates are those of the load. */
function plain(head: EntryHead): { readonly key: string; readonly value: unknown } {
  switch (head.kind) {
    case 'job': {
      const { state: _, pause: _p, ...rest } = head.is;
      return { key: 'job', value: rest };
    }
    case 'host':
      return {
        key: `host ${head.host}`,
        value: { ...head, gates: head.gates.map(({ key, state }) => ({ key, state })) },
      };
    case 'changes':
      return { key: `changes ${head.name}`, value: head };
    default:
      return { key: JSON.stringify(head), value: {} };
  }
}
