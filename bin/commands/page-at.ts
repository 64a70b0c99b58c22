import { requireContact } from '../../lib/config/contact.ts';
import { loadJob } from '../../lib/config/load-job.ts';
import { WinnowError } from '../../lib/domain/error.ts';
import type { filterDocumentOf } from '../../lib/domain/topic/evidence/page-parts.ts';
import type { Io } from '../io.ts';
import { type TargetOptions, withTarget } from './context.ts';

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/**
 * What a page says: as the collection has it, or fetched, politely, where it does not.
 * @throws WinnowError `not-found` for a page that cannot be had, saying why
 */
export async function pageAt(
  url: string,
  options: TargetOptions & { readonly fetch?: boolean },
  io: Io,
): Promise<Parameters<typeof filterDocumentOf>[0]> {
  return withTarget(options, 'guest', async ({ installation, job }) => {
    if (options.fetch !== true) {
      const record = (await installation.record(job, url))?.record;
      if (record !== undefined) return { ...record, url: record.urls[0] ?? record.finalUrl };
    }
    requireContact(
      options.stack === undefined ? loadJob(options.job).settings : await installation.settings(job),
    );
    for await (const read of installation.topics.readPages(job, [url], io.interrupted())) {
      if ('problem' in read) throw new WinnowError('not-found', `${url}: ${read.problem}`);
      return { ...read.page, url: read.url };
    }
    throw new WinnowError('not-found', `${url}: it was not asked for`);
  });
}
