import { decodeLinkLines } from '../../domain/link-segment.ts';
import { type Finding, flaws } from '../../domain/sanity/finding.ts';
import { modelsOf } from '../../domain/topic/topic-settings.ts';
import { registeredDomain } from '../../domain/url/registered-domain.ts';
import type { Job } from '../../ports/jobs.ts';
import { hostPages } from '../host-pages.ts';
import { settingsOf } from '../settings-cache.ts';
import { checkEntries } from './check-control.ts';
import { checkDomain } from './check-domains.ts';
import { checkHost } from './check-host.ts';
import { checkRecords } from './check-records.ts';
import { readDueTable } from './due-table.ts';
import { type Inspection, report, type SanityPorts, type Suspicion, said } from './inspection.ts';
import { waitingLists } from './waiting-lists.ts';

export interface SanityOptions {
  /** Mend what can be mended. Idempotent; nothing that was fetched is ever deleted. */
  readonly repair?: boolean;
  /** Read every raw document, too. */
  readonly documents?: boolean;
}

const pageSize = 200;
/** As good as never: due entries beyond it there are none. */
const centuryMs = 100 * 366 * 86_400_000;

/**
 * Checks every invariant of a job that can be broken in what is stored, host by host and record by record, and tells
 * each that is, as it is found. Reads only, unless it is to repair. Safe while the job is crawled: what turns are at
 * work on is looked at again, or left for the next time. Memory is bounded by the largest host.
 * @throws WinnowError `unavailable` when a store does not answer
 */
export async function* sanity(
  ports: SanityPorts,
  job: Job,
  { repair = false, documents = false }: SanityOptions = {},
): AsyncGenerator<Finding> {
  let settings: Inspection['settings'];
  try {
    settings = await settingsOf(ports.jobs, job.name, job.config);
  } catch (error) {
    const base = { code: 'settings-unreadable', subject: job.name, detail: said(error) } as const;
    yield { ...base, severity: flaws[base.code].severity, repair: 'impossible' };
    return;
  }
  const due = await readDueTable(ports.due, job.name, ports.clock.now() + centuryMs);
  const waiting = waitingLists(ports.domains);
  const inspection: Inspection = { ports, job, settings, due, waiting, repair, documents };
  for await (const suspicion of suspicions(inspection)) yield await report(inspection, suspicion);
}

async function* suspicions(inspection: Inspection): AsyncGenerator<Suspicion> {
  yield* checkModel(inspection);
  const domains = new Set<string>();
  yield* checkHosts(inspection, domains);
  yield* checkEntries(inspection);
  for (const domain of domains) yield* checkDomain(inspection, domain);
  yield* checkRecords(inspection);
  yield* checkLinks(inspection);
}

async function* checkModel({ ports, job, settings }: Inspection): AsyncGenerator<Suspicion> {
  const { topic } = settings;
  const digests = topic === undefined ? [] : modelsOf(topic).map(({ digest }) => digest);
  for (const digest of digests) {
    if (!(await ports.models.has(digest)))
      yield { code: 'model-missing', subject: job.name, detail: `its digest is ${digest}` };
  }
}

/** @param domains takes up the registered domains that some host has yet to prove itself to */
async function* checkHosts(inspection: Inspection, domains: Set<string>): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  for await (const page of hostPages(ports, job.name)) {
    for (const { host, control } of page) {
      const domain = registeredDomain(host);
      if (domain !== undefined && (control.waits ?? control.standing) !== undefined) domains.add(domain);
      yield* await checkHost(inspection, { job: job.name, host });
    }
  }
}

async function* checkLinks({ ports, job }: Inspection): AsyncGenerator<Suspicion> {
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.kept(job.name, pageSize, after);
    for (const id of ids) {
      const detail = await unreadable(ports, job.name, id);
      if (detail !== undefined) yield { code: 'links-missing', subject: id, detail };
    }
    after = ids.at(-1);
    if (ids.length < pageSize) return;
  }
}

async function unreadable({ links }: SanityPorts, job: string, id: string): Promise<string | undefined> {
  const bytes = await links.read(job, id);
  if (bytes === undefined) return 'there is nothing under this name';
  try {
    for (const _ of decodeLinkLines(Buffer.from(bytes).toString()));
    return undefined;
  } catch (error) {
    return said(error);
  }
}
