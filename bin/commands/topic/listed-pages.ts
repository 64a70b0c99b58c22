import { statSync } from 'node:fs';
import { readText } from '../../../lib/config/combine/read-config.ts';
import { requireContact } from '../../../lib/config/job/contact.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { documentText } from '../../../lib/domain/topic/learn/document-text.ts';
import type { Io } from '../../io.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { printable } from '../../render/base/table.ts';
import { type TargetOptions, withJob } from '../base/context.ts';
import { isUrl } from '../look/page-at.ts';

/** A page of a list of URLs. */
export interface ListedPage {
  readonly url: string;
  /** What models read of it. */
  readonly text: string;
  /** That it says it is in. */
  readonly language?: string;
}

/** Pages that could not be had and are named. */
const maxNamed = 50;

/** Whether what is named for examples is a list of URLs: a file that is there. */
export function isList(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * The pages of a list of URLs, one a line, in its order: as the collection has them, else fetched as politely as a crawl.
 * Those that could not be had are told of, each with the reason.
 * @throws WinnowError `config` naming the line that is no URL, and when no page of a list could be had
 */
export async function listedPages(
  file: string,
  options: TargetOptions,
  io: Io,
): Promise<readonly ListedPage[]> {
  const urls = urlsIn(file);
  const pages = new Map<string, Omit<ListedPage, 'url'>>();
  const problems: string[] = [];
  await withJob(options, 'guest', 'refresh', async ({ installation, job }) => {
    const missing: string[] = [];
    for (const url of urls) {
      const kept = await installation.topics.keptPage(job, url);
      if (kept === undefined) missing.push(url);
      else pages.set(url, modelText(kept));
    }
    if (missing.length === 0) return;
    const settings =
      options.stack === undefined ? loadJob(options.job).settings : await installation.settings(job);
    requireContact(settings);
    io.err(`fetching ${formatCount(missing.length, 'page')} of ${file}\n`);
    for await (const read of installation.topics.readPages(job, missing, io.interrupted())) {
      if ('problem' in read) problems.push(`  ${printable(read.input)}: ${printable(read.problem)}\n`);
      else pages.set(read.input, modelText(read.page));
    }
  });
  if (problems.length > 0) {
    const more = problems.length > maxNamed ? `  … and ${problems.length - maxNamed} more\n` : '';
    const named = problems.sort().slice(0, maxNamed).join('');
    io.err(
      `winnow: ${problems.length} of ${formatCount(urls.length, 'page')} could not be had:\n${named}${more}`,
    );
  }
  if (pages.size === 0) throw new WinnowError('config', `${file}: none of its pages could be had`);
  return urls.flatMap((url) => {
    const page = pages.get(url);
    return page === undefined ? [] : [{ url, ...page }];
  });
}

function modelText(
  page: Parameters<typeof documentText>[0] & { readonly language?: string },
): Omit<ListedPage, 'url'> {
  return {
    text: documentText(page),
    ...(page.language === undefined ? {} : { language: page.language }),
  };
}

/** Each once; empty lines and those that begin with `#` are passed over. */
function urlsIn(file: string): readonly string[] {
  const urls = new Set<string>();
  for (const [index, raw] of readText(file)
    .split(/\r\n?|\n/)
    .entries()) {
    const line = raw.replace(/^\uFEFF/, '').trim();
    if (line === '' || line.startsWith('#')) continue;
    if (!isUrl(line))
      throw new WinnowError(
        'config',
        `${file}:${index + 1}: expected an http(s) URL, got ${printable(line).slice(0, 80)}`,
      );
    urls.add(line);
  }
  if (urls.size === 0) throw new WinnowError('config', `${file}: there is no URL in it`);
  return [...urls];
}
