import { fingerprint } from '../domain/fingerprint.ts';
import { openBody } from '../domain/host/body.ts';
import { find, type Page } from '../domain/host/pages.ts';
import { type CanonicalUrl, hostOf } from '../domain/url.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { segmentReader } from './segment-reader.ts';

/** What the frontier knows of one URL; undefined when it has never been admitted. */
export async function findPage(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
): Promise<Page | undefined> {
  return (await lookUp(ports, job, url)).page;
}

/** The same, and how many links from host to host led to its host; none to one that is not known. */
export async function lookUp(
  ports: Pick<Ports, 'hosts' | 'segments'>,
  job: Job,
  url: CanonicalUrl,
): Promise<{ readonly page?: Page | undefined; readonly hostHops: number }> {
  const key = { job: job.name, host: hostOf(url) };
  const stored = await ports.hosts.body(key);
  if (!stored) return { hostHops: 0 };
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  const page = await find(body, fingerprint(job.fingerprintKey, url), segmentReader(ports, key));
  return { page, hostHops: body.hostHops ?? 0 };
}
