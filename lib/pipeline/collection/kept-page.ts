import { WinnowError } from '../../base/error.ts';
import { identityOf } from '../../base/url/identity.ts';
import { hostOf } from '../../base/url/url.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { findPage } from '../frontier/find-page.ts';
import { openStoredPages } from './stored-pages.ts';

/**
 * The stored content of a page: its record, or, for an off-topic page, what the job keeps of such pages (`offTopic.keep`).
 * Undefined for a page without stored content.
 * @throws WinnowError `usage` for a text that is no URL
 */
export async function keptPage(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'changes' | 'offTopic'>,
  job: Job,
  input: string,
): Promise<PageRecord | undefined> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const canonical = identityOf(settings).canonicalise(input);
  if (!canonical.ok) throw new WinnowError('usage', `${input} is no http(s) URL`);
  const page = await findPage(ports, job, canonical.url);
  if (page?.state !== 'visited') return undefined;
  return (await openStoredPages(ports).of({ job: job.name, host: hostOf(canonical.url) }, page))?.record;
}
