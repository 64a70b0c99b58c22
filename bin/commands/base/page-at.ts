import { WinnowError } from '../../../lib/base/error.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import type { JudgedContent } from '../../../lib/domain/reading/judge-content.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import type { Io } from '../../io.ts';
import { type TargetOptions, withJob } from './context.ts';

export function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A page to judge by a topic. */
export type Page = JudgedContent & { readonly url: string };

/**
 * Returns the content of a page: from the collection or the off-topic store, else (or with `fetch`) fetched as politely as by
 * a crawl.
 * @throws WinnowError `not-found` for a page that cannot be fetched, with the reason
 */
export async function readPageAt(
  url: string,
  options: TargetOptions & { readonly fetch?: boolean },
  io: Io,
): Promise<Page> {
  return withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
    if (options.fetch !== true) {
      const kept = await installation.topics.keptPage(job, url);
      if (kept !== undefined) return { ...kept, url: kept.urls[0] ?? kept.finalUrl };
    }
    requireContact(
      options.stack === undefined ? loadJob(options.job).settings : await installation.settings(job),
    );
    for await (const read of installation.topics.readPages(job, [url], io.interrupted())) {
      if ('problem' in read) throw new WinnowError('not-found', `${url}: ${read.problem}`);
      return { ...read.page, url: read.url };
    }
    throw new WinnowError('not-found', `${url}: the page was not fetched`);
  });
}
