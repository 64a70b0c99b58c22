import { gunzipSync } from 'node:zlib';
import type { Page } from '../../domain/host/pages.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../domain/url.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { changeLineOf } from '../change-line-of.ts';
import { findPage } from '../find-page.ts';
import { type Inspection, type Suspicion, said } from './inspection.ts';

const pageSize = 200;
const maxUrls = 1_000;

/** The collection: each record has its full text, its raw document, and no URL that leads elsewhere. */
export async function* checkRecords(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job.name, pageSize, cursor);
    for (const record of page.records) yield* checkRecord(inspection, record);
    cursor = page.cursor;
  } while (cursor !== undefined);
}

async function* checkRecord(inspection: Inspection, record: RecordEntry): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const urls = await ports.records.urls(job.name, record.md5, maxUrls);
  for (const url of urls) {
    const suspicion = await checkMember(inspection, record, url, urls.length === 1);
    if (suspicion !== undefined) yield suspicion;
  }
  yield* checkDocument(inspection, record);
  if ((await changeLineOf(ports, job.name, record)) !== undefined) return;
  const { host, turn } = record.change;
  // A turn that is committed and not yet told has its line still to come.
  if (!(await isTold(inspection, record.change))) return;
  yield {
    code: 'change-missing',
    subject: record.md5,
    detail: `turn ${turn} of ${host} does not have it`,
  };
}

async function isTold({ ports, job }: Inspection, { host, turn }: RecordEntry['change']): Promise<boolean> {
  const control = await ports.hosts.control({ job: job.name, host: host as HostName });
  return control !== undefined && control.published >= turn;
}

async function* checkDocument(
  { ports, documents }: Inspection,
  { md5, document }: RecordEntry,
): AsyncGenerator<Suspicion> {
  if (document === undefined || !documents) return;
  const gzip = await ports.documents.read(document);
  if (gzip === undefined) {
    yield { code: 'document-missing', subject: md5, detail: document };
    return;
  }
  try {
    gunzipSync(gzip);
  } catch (error) {
    const detail = `${document}: ${error instanceof Error ? error.message : String(error)}`;
    yield { code: 'document-unreadable', subject: md5, detail };
  }
}

/**
 * Whether a URL of a record leads to it. A host that is at work, has yet to tell what it did, or has lost what it knew
 * says nothing of that.
 */
async function checkMember(
  inspection: Inspection,
  { md5 }: RecordEntry,
  url: CanonicalUrl,
  isOnly: boolean,
): Promise<Suspicion | undefined> {
  const { ports, job } = inspection;
  const key = { job: job.name, host: hostOf(url) };
  const control = await ports.hosts.control(key);
  if (control?.state === 'ticketed' || control?.turn !== control?.published) return undefined;
  const page = await pageOf(inspection, url);
  if (page === 'lost' || (page?.state === 'visited' && page.md5 === md5)) return undefined;
  if ((await ports.hosts.control(key))?.turn !== control?.turn) return undefined;
  const leads = page?.state === 'visited' ? (page.md5 ?? 'no record') : (page?.state ?? 'nothing');
  const detail = `held by ${md5}; it leads to ${leads}`;
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
