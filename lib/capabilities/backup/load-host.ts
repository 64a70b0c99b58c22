import { memberPlace } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import { type HostName, hostOf } from '../../base/url/url.ts';
import type { BackupRows } from '../../ports/operate/job-backup.ts';
import { type Entry, unpackText } from './entry.ts';
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
  options: LoadOptions,
): Promise<JobLoad> {
  const { state, fingerprintKey } = await mayLoadHost(ports, job, host);
  if (options.dryRun) return { job, entries: entriesOf(partsOf(source, job)), state, isWhole: true };
  const merge = new HostMerge(ports, { job, host, fingerprintKey });
  const put = await putParts(ports, source, { job, isMeant: (entry) => merge.isMeant(entry) }, options);
  if (put.isWhole && put.entries.host === undefined)
    throw new WinnowError('not-found', `the dump has no host ${host} in the job ${job}`);
  const records = merge.rows === 0 ? {} : { rows: merge.rows };
  return { job, state, ...put, entries: { ...put.entries, ...records } };
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

/** Chooses what is of a host, or is named by its records and missing; adds its URLs to records. */
class HostMerge {
  /** Entries of records with URLs of the host. */
  rows = 0;
  readonly #ports: LoadPorts;
  readonly #of: { readonly job: string; readonly host: string; readonly fingerprintKey: string };
  /** Changes objects and bundles that the host's records name and that are missing. */
  readonly #wanted = new Set<string>();

  constructor(
    ports: LoadPorts,
    of: { readonly job: string; readonly host: string; readonly fingerprintKey: string },
  ) {
    this.#ports = ports;
    this.#of = of;
  }

  async isMeant({ head, blobs }: Entry): Promise<boolean> {
    const { job, host, fingerprintKey } = this.#of;
    if ('host' in head) return head.host === host;
    switch (head.kind) {
      case 'job':
        if (head.is.fingerprintKey !== fingerprintKey)
          throw new WinnowError(
            'usage',
            `job ${job} is another one than was dumped: its hosts cannot be mixed`,
          );
        return false;
      case 'rows':
        if (head.of === 'records') await this.#add(JSON.parse(unpackText(blobs[0])));
        return false;
      case 'changes':
        return this.#wanted.has(head.name);
      case 'bundle':
        return this.#wanted.has(head.key);
      default:
        return false;
    }
  }

  /** Adds the host's URLs to the records, as a turn does: URLs of other hosts stay. */
  async #add(rows: readonly BackupRows['records'][]): Promise<void> {
    const { job, host } = this.#of;
    let isAny = false;
    for (const row of rows) {
      const urls = urlsOf(row).filter((url) => hostOf(url) === host);
      const { revision: _, firstUrl: _f, firstSeen, depth, ...draft } = row.entry;
      for (const url of urls) await this.#ports.records.add(job, draft, { url, at: firstSeen, depth });
      if (urls.length === 0) continue;
      isAny = true;
      await this.#want(row.entry);
    }
    if (isAny) this.rows += 1;
  }

  async #want({ change: { object }, document }: BackupRows['records']['entry']): Promise<void> {
    const { job } = this.#of;
    if (!this.#wanted.has(object) && (await this.#ports.changes.read(job, object)) === undefined)
      this.#wanted.add(object);
    const bundle = document === undefined ? undefined : memberPlace(document)?.bundle;
    if (bundle !== undefined && !this.#wanted.has(bundle) && !(await hasBundle(this.#ports, bundle)))
      this.#wanted.add(bundle);
  }
}
