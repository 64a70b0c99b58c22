import type { HostName } from '../../base/url/url.ts';
import type { Entry, EntryKind } from './entry.ts';
import {
  type DumpSource,
  entriesOf,
  type JobLoad,
  type LoadOptions,
  type LoadPorts,
  partsOf,
} from './loading.ts';
import { hasBundle } from './put-entry.ts';
import { putParts } from './put-parts.ts';

/** What has no state that goes on: it is either there or not. */
const kinds = ['changes', 'bundle', 'links', 'graph', 'segment', 'off-topic'] as const satisfies EntryKind[];

/** Puts back files and objects of a job that are not there: of a lost prefix of a bucket, or a lost folder. Tables stay as they are. */
export async function putMissing(
  ports: LoadPorts,
  source: DumpSource,
  job: string,
  options: LoadOptions,
): Promise<JobLoad> {
  const state = (await ports.jobs.job(job))?.state ?? 'stopped';
  if (options.dryRun) return { job, entries: entriesOf(partsOf(source, job, kinds)), state, isWhole: true };
  /** Bundles that are put. */
  const meant = new Set<string>();
  const isMissing = async ({ head }: Entry): Promise<boolean> => {
    if (head.kind !== 'bundle') return await isLost(ports, head);
    if (head.start === 0 && !(await hasBundle(ports, head.key))) meant.add(head.key);
    return meant.has(head.key);
  };
  return { job, state, ...(await putParts(ports, source, { job, kinds, isMeant: isMissing }, options)) };
}

async function isLost(ports: LoadPorts, head: Entry['head']): Promise<boolean> {
  switch (head.kind) {
    case 'changes':
      return (await ports.changes.read(head.job, head.name)) === undefined;
    case 'links':
      return (await ports.links.read(head.job, head.id)) === undefined;
    case 'graph':
      return (await ports.graphs.read(head.job, head.name)) === undefined;
    case 'off-topic': {
      const key = { job: head.job, host: head.host as HostName };
      return (await ports.offTopic.read(key, head.id)) === undefined;
    }
    case 'segment': {
      const key = { job: head.job, host: head.host as HostName };
      return await ports.segments.read(key, head.id, 0, 1).then(
        () => false,
        () => true,
      );
    }
    default:
      return false;
  }
}
