import { memberPlace } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import type { BackupRows } from '../../ports/operate/job-backup.ts';
import { BundleSink } from './bundle-sink.ts';
import { type Entry, unpackText } from './entry.ts';
import { Lanes } from './lanes.ts';
import { type DumpSource, entriesOf, type JobLoad, type LoadOptions, type LoadPorts } from './loading.ts';
import { putChanges } from './put-changes.ts';
import { EntrySink, hasBundle } from './put-entry.ts';
import { urlsOf } from './walk.ts';

/**
 * Puts one host back into a job that is there, as it was dumped: its frontier in place of what is there, its pages into the records, and
 * what these name where it is missing. What other hosts have stays.
 * @throws WinnowError `usage` for a job that is open, or is not the one that was dumped
 */
export async function loadHost(
  ports: LoadPorts,
  source: DumpSource,
  { job, host }: { readonly job: string; readonly host: string },
  { dryRun, onPart }: LoadOptions,
): Promise<JobLoad> {
  const { state, fingerprintKey } = await mayLoadHost(ports, job, host);
  const parts = source.parts.filter(({ jobs }) => jobs.includes(job));
  if (dryRun) return { job, entries: entriesOf(parts), state, isWhole: true };
  const lanes = new Lanes(1);
  const merge = new HostMerge(ports, new EntrySink(ports, lanes), job, host as HostName);
  for (const part of parts) {
    for await (const entry of source.entries(part)) {
      if (entry.head.kind === 'job' && entry.head.is.fingerprintKey !== fingerprintKey)
        throw new WinnowError(
          'usage',
          `job ${job} is another one than was dumped: its hosts cannot be mixed`,
        );
      if (entry.head.job === job) await merge.put(entry);
      await lanes.idle();
    }
    onPart?.(part);
  }
  await merge.end();
  if (merge.counts.host === undefined)
    throw new WinnowError('not-found', `the dump has no host ${host} in the job ${job}`);
  return { job, entries: merge.counts, state, isWhole: true };
}

async function mayLoadHost({ jobs, hosts, clock }: LoadPorts, name: string, host: string) {
  const job = await jobs.job(name);
  if (job === undefined)
    throw new WinnowError(
      'not-found',
      `there is no job ${name} that the host could be put into: load the job`,
    );
  if (job.state === 'open' || job.state === 'draining')
    throw new WinnowError('usage', `job ${name} is ${job.state}: \`winnow stop\` it first`);
  const control = await hosts.control({ job: name, host: host as HostName });
  if (control?.state === 'ticketed' && (control.ticketExpires ?? 0) > clock.now())
    throw new WinnowError('usage', `a turn of ${host} is at work: wait until it has ended`);
  return job;
}

class HostMerge {
  readonly counts: Record<string, number> = {};
  readonly #ports: LoadPorts;
  readonly #sink: EntrySink;
  readonly #job: string;
  readonly #host: HostName;
  readonly #bundles: BundleSink;
  /** Changes objects and bundles that the host's records name and that are missing. */
  readonly #wanted = new Set<string>();

  constructor(ports: LoadPorts, sink: EntrySink, job: string, host: HostName) {
    this.#ports = ports;
    this.#sink = sink;
    this.#job = job;
    this.#host = host;
    this.#bundles = new BundleSink(ports.backup);
  }

  async put(entry: Entry): Promise<void> {
    if (!(await this.#isPut(entry))) return;
    const { kind } = entry.head;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }

  async end(): Promise<void> {
    await this.#sink.end();
    await this.#bundles.drop();
  }

  async #isPut({ head, blobs }: Entry): Promise<boolean> {
    const [blob = new Uint8Array()] = blobs;
    if ('host' in head) {
      if (head.host !== this.#host) return false;
      await this.#sink.put({ head, blobs });
      return true;
    }
    if (head.kind === 'rows' && head.of === 'records')
      return await this.#records(JSON.parse(unpackText(blob)) as readonly BackupRows['records'][]);
    if (head.kind === 'changes' && this.#wanted.has(head.name)) {
      await putChanges(this.#ports, head, blob);
      return true;
    }
    if (head.kind === 'bundle' && this.#wanted.has(head.key)) {
      await this.#bundles.take(head, blob);
      return true;
    }
    return false;
  }

  /** Adds the host's URLs to the records, as a turn does: URLs of other hosts stay. */
  async #records(rows: readonly BackupRows['records'][]): Promise<boolean> {
    const { records, changes } = this.#ports;
    let isAny = false;
    for (const row of rows) {
      const urls = urlsOf(row).filter((url) => hostOf(url) === this.#host);
      const { revision: _, firstUrl: _f, firstSeen, depth, ...draft } = row.entry;
      for (const url of urls) await records.add(this.#job, draft, { url, at: firstSeen, depth });
      if (urls.length === 0) continue;
      isAny = true;
      const { object } = draft.change;
      if (!this.#wanted.has(object) && (await changes.read(this.#job, object)) === undefined)
        this.#wanted.add(object);
      const bundle = draft.document === undefined ? undefined : memberPlace(draft.document)?.bundle;
      if (bundle !== undefined && !this.#wanted.has(bundle) && !(await hasBundle(this.#ports, bundle)))
        this.#wanted.add(bundle);
    }
    return isAny;
  }
}
