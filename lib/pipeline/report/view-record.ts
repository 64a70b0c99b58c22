import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { findPage } from '../frontier/find-page.ts';
import type { RecordView, RecordVisit } from './reports.ts';

const maxUrls = 100;
/** URLs whose visits are looked up: for each of them, part of the spilled segments of a large host is read. */
const maxVisits = 20;

/** A record, found by its MD5 or by one of its URLs, with the full text of its changes object. */
export async function viewRecord(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'changes'>,
  job: Job,
  md5OrUrl: string,
): Promise<RecordView | undefined> {
  const md5 = /^[0-9a-f]{32}$/i.test(md5OrUrl) ? md5OrUrl.toLowerCase() : await md5Of(ports, job, md5OrUrl);
  const entry = md5 === undefined ? undefined : await ports.records.record(job.name, md5);
  if (!entry) return undefined;
  const line = await changeLineOf(ports, job.name, entry);
  const some = await ports.records.urls(job.name, entry.md5, maxUrls + 1);
  const urls = some.slice(0, maxUrls);
  return {
    entry,
    urls,
    visits: await visitsOf(ports, job, entry.md5, urls.slice(0, maxVisits)),
    ...(some.length > maxUrls && { moreUrls: true }),
    ...defined({ record: line?.record, document: entry.document }),
  };
}

async function visitsOf(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  md5: string,
  urls: readonly CanonicalUrl[],
): Promise<readonly RecordVisit[]> {
  const visits: RecordVisit[] = [];
  for (const url of urls) {
    const page = await findPage(ports, job, url);
    // A turn may have led the URL to another record meanwhile.
    if (page?.state !== 'visited' || page.md5 !== md5) continue;
    const { at, firstSeen, changedAt, revisions, rate, next } = page;
    visits.push({ url, at, firstSeen, changedAt, ...defined({ revisions, rate, next }) });
  }
  return visits;
}

async function md5Of(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments'>,
  job: Job,
  input: string,
): Promise<string | undefined> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const canonical = identityOf(settings).canonicalise(input);
  if (!canonical.ok)
    throw new WinnowError(
      'usage',
      `${JSON.stringify(input)} is neither an MD5 (32 hex digits) nor an http(s) URL`,
    );
  const page = await findPage(ports, job, canonical.url);
  return page?.state === 'visited' ? page.md5 : undefined;
}
