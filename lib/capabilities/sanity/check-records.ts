import { defined } from '../../base/defined.ts';
import { faultOf } from '../../base/error.ts';
import { presentHost } from '../../base/url/present-name.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { decodeInboxMessage } from '../../domain/inbox/inbox-item.ts';
import { changeLineOf } from '../../pipeline/collection/change-line-of.ts';
import { recordDraft } from '../../pipeline/collection/record-draft.ts';
import { findPage } from '../../pipeline/frontier/find-page.ts';
import { movedMessage } from '../../pipeline/turn/departures.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { checkObject } from './check-changes.ts';
import { checkLost } from './check-control.ts';
import type { DocumentWalk } from './check-documents.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';
import type { RecordWalk } from './record-walk.ts';
import type { UrlRecordPairs } from './url-record-pairs.ts';

const maxUrls = 1_000;

/** The records and the documents, which are gone through slice by slice. */
export interface RecordSide {
  readonly records: RecordWalk;
  readonly documents: DocumentWalk;
}

/** Checks the collection: each record has its full text and its raw document, and all its URLs lead to it. */
export async function* checkRecords(
  inspection: Inspection,
  pairs: UrlRecordPairs,
  { records, documents }: RecordSide,
): AsyncGenerator<Suspicion> {
  for (;;) {
    const page = await records.next(pairs.has);
    if (page.length === 0) return;
    for (const record of page) {
      yield* guarded(record.md5, () => checkRecord(inspection, pairs, record));
      yield* guarded(record.md5, () => documents.check(record));
    }
  }
}

async function* checkRecord(
  inspection: Inspection,
  pairs: UrlRecordPairs,
  record: RecordEntry,
): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const urls = await urlsOf(inspection, record);
  yield* checkCount(inspection, record, urls.length);
  const strays = new Map<CanonicalUrl, string>();
  for (const url of urls) {
    if (pairs.match(url, record.md5)) continue;
    const lost = await lostHost(inspection, url);
    if (lost !== undefined) yield lost;
    const place = await elsewhere(inspection, record, url);
    if (place !== undefined) strays.set(url, place);
  }
  const { change } = record;
  const isListed = await isListedIn(inspection, change);
  const line = isListed && !inspection.documents ? 'listed' : await changeLineOf(ports, job.name, record);
  const hasLine = line !== undefined;
  if (typeof line === 'object') yield* checkLine(inspection, record, line);
  // The line of a turn that is committed but not yet published is still to come.
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

async function isListedIn({ changes }: Inspection, change: RecordEntry['change']): Promise<boolean> {
  return (await changes.has(change.object)) === true;
}

/** Checks the count of URLs, where the store keeps one. */
async function* checkCount(
  { ports, job }: Inspection,
  { md5, members }: RecordEntry,
  urls: number,
): AsyncGenerator<Suspicion> {
  if (members === undefined || members === urls || urls === maxUrls) return;
  if (!(await ports.records.recount(job.name, md5, false))) return;
  const mend = () => ports.records.recount(job.name, md5, true);
  yield {
    code: 'record-urls-wrong',
    subject: md5,
    detail: `it counts ${members} URLs and has ${urls}`,
    mend,
  };
}

/** Reports the host of a URL if its control is lost: the pass over the hosts, which goes by controls, misses that host. */
async function lostHost(inspection: Inspection, url: CanonicalUrl) {
  const key = { job: inspection.job.name, host: hostOf(url) };
  if (inspection.reported.has(key.host) || (await inspection.ports.hosts.control(key)) !== undefined)
    return undefined;
  return await checkLost(inspection, key);
}

/** Checks a full text that was read: its object is listed, and it agrees with the record. */
async function* checkLine(
  inspection: Inspection,
  entry: RecordEntry,
  line: ChangeLine,
): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const { host, turn, ordinal } = entry.change;
  const isNamed = line.host === host && line.turn === turn;
  if (isNamed) {
    const object = await checkObject(inspection, entry.change);
    if (object !== undefined) yield object;
  }
  const { record, document } = line;
  if (!isNamed || line.ordinal !== ordinal || record?.response === undefined) return;
  const { md5, targets, firstUrl, firstSeen: at, depth } = entry;
  const location = { change: entry.change, ...defined({ document }) };
  const draft = recordDraft({ ...record, targetsDigest: targets }, record, location);
  const names = ['title', 'mediaType', 'bytes', 'document'] as const;
  const others = names.filter((name) => entry[name] !== draft[name]);
  if ((line.revision ?? 0) > entry.revision) {
    const detail = `its revision is ${entry.revision}, and ${line.revision} was told: indexers take what follows for old`;
    yield { code: 'record-differs', subject: md5, detail };
  }
  if (others.length === 0) return;
  const detail = others.map((name) => `${name} is ${entry[name]} for ${draft[name]}`).join(', ');
  const mend = async () =>
    (await ports.records.add(job.name, draft, { url: firstUrl as CanonicalUrl, at, depth })).first;
  yield { code: 'record-differs', subject: md5, detail, ...(firstUrl === undefined ? {} : { mend }) };
}

/** The URLs of a record. A record of revision 1 with one URL has only its first. */
async function urlsOf({ ports, job }: Inspection, { md5, revision, firstUrl, members = 1 }: RecordEntry) {
  if (revision === 1 && firstUrl !== undefined && members === 1) return [firstUrl];
  return await ports.records.urls(job.name, md5, maxUrls);
}

/**
 * A record without a line: it was added without a commit.
 */
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
  const pairs = [...strays].map(([url, place]) => `${url} leads to ${place}`).join(', ');
  const detail = `turn ${turn} of ${host} did not get to tell of it; ${pairs}`;
  return { code: 'record-untold', subject: record.md5, detail, mend };
}

/** Whether a turn was published, or was never a turn of the host. */
async function isTold({ ports, job }: Inspection, { host, turn }: RecordEntry['change']): Promise<boolean> {
  const control = await ports.hosts.control({ job: job.name, host: host as HostName });
  return control === undefined || control.published >= turn || turn > control.turn;
}

/**
 * Where a URL of a record leads, if not to the record. Undefined, too, while its host is at work or has an unpublished
 * turn, and when the host has lost its body.
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
  if (page === undefined && (await isOnItsWay(inspection, url))) return undefined;
  return page?.state === 'visited' ? (page.md5 ?? 'no record') : (page?.state ?? 'nothing');
}

/** Messages of an inbox that are searched. */
const maxMessages = 1_000;

/** Whether a visit is on its way from an alias to the present name of its host. Until it arrives, the record has the old URL. */
async function isOnItsWay({ ports, job, settings }: Inspection, url: CanonicalUrl): Promise<boolean> {
  const host = settings && presentHost(settings, hostOf(url));
  if (host === undefined || host === hostOf(url)) return false;
  const items = await ports.hosts.inbox({ job: job.name, host }, maxMessages);
  return items
    .filter(({ id }) => id.startsWith(movedMessage))
    .some(({ bytes }) => decodeInboxMessage(bytes).moved?.some(({ visit }) => visit.url === url));
}

function heldBy(
  { ports, job }: Inspection,
  { md5 }: RecordEntry,
  url: CanonicalUrl,
  place: string,
  isOnly: boolean,
): Suspicion {
  const detail = `held by ${md5}; it leads to ${place}`;
  if (isOnly) return { code: 'record-urls-wrong', subject: url, detail: `${detail}; it is the only one` };
  const mend = async () => {
    if ((await ports.records.urls(job.name, md5, 2)).length < 2) return false;
    await ports.records.remove(job.name, md5, url);
    return true;
  };
  return { code: 'record-urls-wrong', subject: url, detail, mend };
}

/** `lost`: the body of the host is missing or damaged, which is a fault of the host and reported there. */
async function pageOf(
  { ports, job }: Inspection,
  url: CanonicalUrl,
): Promise<FrontierEntry | undefined | 'lost'> {
  const key = { job: job.name, host: hostOf(url) };
  try {
    const page = await findPage(ports, job, url);
    if (page !== undefined || (await ports.hosts.body(key)) !== undefined) return page;
  } catch (error) {
    faultOf(error);
    return 'lost';
  }
  return ((await ports.hosts.control(key))?.published ?? 0) > 0 ? 'lost' : undefined;
}
