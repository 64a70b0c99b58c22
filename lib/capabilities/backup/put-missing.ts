import type { HostName } from '../../base/url/url.ts';
import { BundleSink } from './bundle-sink.ts';
import type { Entry, EntryKind } from './entry.ts';
import { unpackText } from './entry.ts';
import {
  type DumpSource,
  entriesOf,
  isPut,
  type JobLoad,
  type LoadOptions,
  type LoadPorts,
} from './loading.ts';
import { putChanges } from './put-changes.ts';
import { hasBundle, putBesideHost } from './put-entry.ts';

/** What has no state that goes on: it is either there or not. */
const kinds = ['changes', 'bundle', 'links', 'graph', 'segment', 'off-topic'] as const satisfies EntryKind[];

/** Puts back files and objects of a job that are not there: of a lost prefix of a bucket, or a lost folder. Tables stay as they are. */
export async function putMissing(
  ports: LoadPorts,
  source: DumpSource,
  name: string,
  { dryRun, signal, onPart }: LoadOptions,
): Promise<JobLoad> {
  const job = await ports.jobs.job(name);
  const parts = source.parts.filter((part) => part.jobs.includes(name) && isPut(part, kinds));
  const state = job?.state ?? 'stopped';
  if (dryRun) return { job: name, entries: entriesOf(parts), state, isWhole: true };
  const counts: Record<string, number> = {};
  const bundles = new BundleSink(ports.backup);
  const taken = new Set<string>();
  for (const part of parts) {
    if (signal.aborted) return { job: name, entries: counts, state, isWhole: false };
    for await (const entry of source.entries(part)) {
      const { head, blobs } = entry;
      if (head.job !== name) continue;
      if (head.kind === 'bundle') {
        if (head.start === 0 && (await hasBundle(ports, head.key))) taken.delete(head.key);
        else if (head.start === 0) taken.add(head.key);
        if (!taken.has(head.key)) continue;
        await bundles.take(head, blobs[0] ?? new Uint8Array());
      } else if (!(await putIfMissing(ports, entry))) continue;
      counts[head.kind] = (counts[head.kind] ?? 0) + 1;
    }
    onPart?.(part);
  }
  await bundles.drop();
  return { job: name, entries: counts, state, isWhole: true };
}

/** @returns whether it was missing */
async function putIfMissing(ports: LoadPorts, { head, blobs }: Entry): Promise<boolean> {
  const [blob = new Uint8Array()] = blobs;
  switch (head.kind) {
    case 'changes':
      if ((await ports.changes.read(head.job, head.name)) !== undefined) return false;
      await putChanges(ports, head, blob);
      return true;
    case 'links':
      if ((await ports.links.read(head.job, head.id)) !== undefined) return false;
      await ports.links.put(head.job, head.id, Buffer.from(unpackText(blob)));
      return true;
    case 'graph':
      if ((await ports.graphs.read(head.job, head.name)) !== undefined) return false;
      await ports.graphs.put(head.job, head.name, blob);
      return true;
    case 'segment':
    case 'off-topic': {
      const key = { job: head.job, host: head.host as HostName };
      const isThere =
        head.kind === 'segment'
          ? await ports.segments.read(key, head.id, 0, 1).then(
              () => true,
              () => false,
            )
          : (await ports.offTopic.read(key, head.id)) !== undefined;
      if (!isThere) await putBesideHost(ports, head, blobs);
      return !isThere;
    }
    default:
      return false;
  }
}
