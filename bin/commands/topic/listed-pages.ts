import { statSync } from 'node:fs';
import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { requireContact } from '../../../lib/domain/settings/contact.ts';
import { documentText } from '../../../lib/topic/judge.ts';
import type { Io } from '../../io.ts';
import { type TargetOptions, withJob } from '../base/context.ts';
import { isUrl } from '../base/page-at.ts';

/** A page of a list of URLs. */
export interface ListedPage {
  readonly url: string;
  /** The text that models read. */
  readonly text: string;
  /** The language that the page declares. */
  readonly language?: string;
}

/** Most unavailable pages that a warning lists. */
const maxListedProblems = 50;

/** Whether a path given for examples is a list of URLs, that is, an existing file. */
export function isUrlList(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Reads the pages of a list of URLs (one a line), as `readPagesAt`.
 * @throws WinnowError `config` for a line that is no URL, and when no page of the list could be read
 */
export async function readListedPages(
  file: string,
  options: TargetOptions,
  io: Io,
): Promise<readonly ListedPage[]> {
  const pages = await readPagesAt(readUrls(file), options, io);
  if (pages.length === 0) throw new WinnowError('config', `${file}: none of its pages could be read`);
  return pages;
}

/**
 * Reads pages in the order of their URLs: from the collection, else fetched as politely as by a crawl. Prints a warning that
 * lists pages that could not be read, each with the reason.
 */
export async function readPagesAt(
  urls: readonly string[],
  options: TargetOptions,
  io: Io,
): Promise<readonly ListedPage[]> {
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
    io.err(`fetching ${formatCount(missing.length, 'page')}\n`);
    for await (const read of installation.topics.readPages(job, missing, io.interrupted())) {
      if ('problem' in read) problems.push(`  ${printable(read.input)}: ${printable(read.problem)}\n`);
      else pages.set(read.input, modelText(read.page));
    }
  });
  if (problems.length > 0) {
    const more =
      problems.length > maxListedProblems ? `  … and ${problems.length - maxListedProblems} more\n` : '';
    const named = problems.sort().slice(0, maxListedProblems).join('');
    io.err(
      `winnow: ${problems.length} of ${formatCount(urls.length, 'page')} could not be read:\n${named}${more}`,
    );
  }
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

/** Returns each URL of a list once. Empty lines and lines that begin with `#` are ignored. */
function readUrls(file: string): readonly string[] {
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
  if (urls.size === 0) throw new WinnowError('config', `${file}: the file has no URL`);
  return [...urls];
}
