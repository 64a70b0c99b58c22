import type { Page } from '../../domain/host/pages.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../domain/url.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { changeLineOf } from '../change-line-of.ts';
import { findPage } from '../find-page.ts';
import type { ChangesTable } from './changes-table.ts';
import type { DocumentWalk } from './check-documents.ts';
import { type Inspection, type Suspicion, said } from './inspection.ts';
import type { Leads } from './leads.ts';
import type { RecordWalk } from './record-walk.ts';

const maxUrls = 1_000;

/** What the records of a slice are compared with. */
export interface RecordSide {
  readonly records: RecordWalk;
  readonly documents: DocumentWalk;
  readonly changes: ChangesTable;
}

/** The collection: each record has its full text, its raw document, and no URL that leads elsewhere. */
export async function* checkRecords(
  inspection: Inspection,
  leads: Leads,
  { records, documents, changes }: RecordSide,
): AsyncGenerator<Suspicion> {
  for (;;) {
    const page = await records.next(leads.has);
    if (page.length === 0) return;
    const told = await changes.tell(page);
    for (const record of page) {
      yield* checkRecord(inspection, leads, record, told);
      yield* documents.check(record);
    }
  }
}

/** @param told whether the full text of a record is where it says */
async function* checkRecord(
  inspection: Inspection,
  leads: Leads,
  record: RecordEntry,
  told: (record: RecordEntry) => boolean,
): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const urls = await urlsOf(inspection, record);
  const strays = new Map<CanonicalUrl, string>();
  for (const url of urls) {
    if (leads.meet(url, record.md5)) continue;
    const place = await elsewhere(inspection, record, url);
    if (place !== undefined) strays.set(url, place);
  }
  const hasLine = told(record) || (await changeLineOf(ports, job.name, record)) !== undefined;
  // A turn that is committed and not yet told has its line still to come.
  const isMissing = !hasLine && (await isTold(inspection, record.change));
  if (isMissing && urls.length > 0 && strays.size === urls.length) {
    yield untold(inspection, record, strays);
    return;
  }
  for (const [url, place] of strays) yield heldBy(inspection, record, url, place, urls.length === 1);
  const { host, turn } = record.change;
  if (isMissing)
    yield {
      code: 'change-missing',
      subject: record.md5,
      detail: `turn ${turn} of ${host} does not have it`,
    };
}

/** One that has been changed once was changed when it was made. */
async function urlsOf({ ports, job }: Inspection, { md5, revision, firstUrl }: RecordEntry) {
  if (revision === 1 && firstUrl !== undefined) return [firstUrl];
  return await ports.records.urls(job.name, md5, maxUrls);
}

/** Earlier versions added to records before the turn was committed. The one that added this died, and another found the page changed. */
function untold(
  inspection: Inspection,
  record: RecordEntry,
  strays: ReadonlyMap<CanonicalUrl, string>,
): Suspicion {
  const { ports, job } = inspection;
  const { host, turn } = record.change;
  const mend = async () => {
    for (const url of strays.keys()) {
      if ((await elsewhere(inspection, record, url)) === undefined) return false;
      await ports.records.remove(job.name, record.md5, url);
    }
    return true;
  };
  const leads = [...strays].map(([url, place]) => `${url} leads to ${place}`).join(', ');
  const detail = `turn ${turn} of ${host} did not get to tell of it; ${leads}`;
  return { code: 'record-untold', subject: record.md5, detail, mend };
}

async function isTold({ ports, job }: Inspection, { host, turn }: RecordEntry['change']): Promise<boolean> {
  const control = await ports.hosts.control({ job: job.name, host: host as HostName });
  return control !== undefined && control.published >= turn;
}

/**
 * Where a URL of a record leads, when it is not there. A host that is at work, has yet to tell what it did, or has lost
 * what it knew says nothing of that.
 */
async function elsewhere(
  inspection: Inspection,
  { md5 }: RecordEntry,
  url: CanonicalUrl,
): Promise<string | undefined> {
  const { ports, job } = inspection;
  const key = { job: job.name, host: hostOf(url) };
  const control = await ports.hosts.control(key);
  if (control?.state === 'ticketed' || control?.turn !== control?.published) return undefined;
  const page = await pageOf(inspection, url);
  if (page === 'lost' || (page?.state === 'visited' && page.md5 === md5)) return undefined;
  if ((await ports.hosts.control(key))?.turn !== control?.turn) return undefined;
  return page?.state === 'visited' ? (page.md5 ?? 'no record') : (page?.state ?? 'nothing');
}

function heldBy(
  { ports, job }: Inspection,
  { md5 }: RecordEntry,
  url: CanonicalUrl,
  place: string,
  isOnly: boolean,
): Suspicion {
  const detail = `held by ${md5}; it leads to ${place}`;
  if (isOnly) return { code: 'record-holds-url', subject: url, detail: `${detail}; it is the only one` };
  const mend = async () => {
    if ((await ports.records.urls(job.name, md5, 2)).length < 2) return false;
    await ports.records.remove(job.name, md5, url);
    return true;
  };
  return { code: 'record-holds-url', subject: url, detail, mend };
}

/** `lost`: what its host knew is not there, or damaged; a flaw of its own, which is told with the hosts. */
async function pageOf({ ports, job }: Inspection, url: CanonicalUrl): Promise<Page | undefined | 'lost'> {
  const key = { job: job.name, host: hostOf(url) };
  try {
    const page = await findPage(ports, job, url);
    if (page !== undefined || (await ports.hosts.body(key)) !== undefined) return page;
  } catch (error) {
    said(error);
    return 'lost';
  }
  return ((await ports.hosts.control(key))?.published ?? 0) > 0 ? 'lost' : undefined;
}
