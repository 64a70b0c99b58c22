import { defined } from '../../base/defined.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { readGivenUrl } from '../../pipeline/base/given-url.ts';
import { keptPage } from '../../pipeline/collection/kept-page.ts';
import { type PageText, readPages } from '../../pipeline/seeds/read-pages.ts';
import { storeText } from '../../pipeline/topic/stored-text.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { documentText } from '../../topic/judge.ts';
import { wordsOf } from '../../topic/train.ts';
import { withAdded } from './set/change-set.ts';
import type { Example, ExampleOrigin, JobExamples } from './set/job-examples.ts';
import type { Side } from './set/side.ts';
import { changeExamples } from './stored-examples.ts';

/** Examples that a person names. */
export interface NamedExamples {
  readonly side: Side;
  readonly origin: ExampleOrigin;
  readonly urls: readonly string[];
  /** Pages that were read from files, under the names of these. */
  readonly files?: readonly { readonly source: string; readonly page?: GivenPage }[];
}

/** What is read of a page. */
export type GivenPage = Pick<PageText, 'title' | 'metadata' | 'text'> & { readonly language?: string };

export interface AddedExamples {
  readonly side: Side;
  readonly added: readonly Pick<Example, 'source' | 'title' | 'url'>[];
  /** Examples of which the side was another before. */
  readonly moved: readonly string[];
  /** Examples with the text of another one, of which nothing more is learnt. */
  readonly equal: readonly { readonly source: string; readonly to: string }[];
  /** What could not be had, or has no text, and why. */
  readonly failed: readonly { readonly source: string; readonly problem: string }[];
}

export type AddPorts = Pick<
  Ports,
  | 'jobs'
  | 'models'
  | 'hosts'
  | 'segments'
  | 'records'
  | 'changes'
  | 'offTopic'
  | 'clock'
  | 'entropy'
  | 'gates'
  | 'robots'
  | 'fetcher'
  | 'reader'
>;

/** Titles are for people: those of records have the same bound. */
const longestTitle = 200;

/** How long a page may take, with the waits for its host's gate and gap. */
const patienceMs = 300_000;

interface Had {
  readonly source: string;
  readonly url?: CanonicalUrl;
  readonly page: GivenPage;
}

/**
 * Adds pages as examples, with their texts: from the collection, else fetched as politely as by a crawl, without becoming records.
 * What cannot be had is told and loses nothing.
 */
export async function addExamples(
  ports: AddPorts,
  job: Job,
  settings: JobSettings,
  { side, origin, urls, files = [] }: NamedExamples,
  signal?: AbortSignal,
): Promise<{ readonly report: AddedExamples; readonly set: JobExamples }> {
  const failed: { source: string; problem: string }[] = [];
  const had: Had[] = [...(await pagesAt(ports, job, settings, urls, failed, signal))];
  for (const { source, page } of files) {
    if (page === undefined) failed.push({ source, problem: 'it is neither text nor HTML' });
    else had.push({ source, page });
  }
  const examples: Example[] = [];
  for (const { source, url, page } of had) {
    const text = documentText(page);
    if (wordsOf(text).length === 0) {
      failed.push({ source, problem: 'it has no text to learn from' });
      continue;
    }
    examples.push({
      ...{ source, side, title: page.title.slice(0, longestTitle), origin, addedAt: ports.clock.now() },
      text: await storeText(ports, text),
      ...defined({ url, language: page.language }),
    });
  }
  let before: JobExamples | undefined;
  const set = await changeExamples(ports, job.name, (was) => {
    before = was;
    return examples.length === 0 ? was : withAdded(was, examples);
  });
  const added = examples.map(({ source, title, url }) => ({ source, title, ...defined({ url }) }));
  const moved = examples
    .filter(({ source }) => before?.examples.some((one) => one.source === source && one.side !== side))
    .map(({ source }) => source);
  return { report: { side, added, moved, equal: equalTexts(set, examples), failed }, set };
}

function equalTexts(set: JobExamples, added: readonly Example[]): AddedExamples['equal'] {
  const first = new Map<string, string>();
  for (const { text, source } of set.examples)
    if (text !== undefined && !first.has(text)) first.set(text, source);
  return added.flatMap(({ text = '', source }) => {
    const to = first.get(text);
    return to === undefined || to === source ? [] : [{ source, to }];
  });
}

async function pagesAt(
  ports: AddPorts,
  job: Job,
  settings: JobSettings,
  urls: readonly string[],
  failed: { source: string; problem: string }[],
  signal: AbortSignal | undefined,
): Promise<readonly Had[]> {
  const identity = identityOf(settings);
  const had: Had[] = [];
  const missing = new Map<string, CanonicalUrl>();
  for (const written of new Set(urls)) {
    const given = readGivenUrl(identity, written.trim());
    if (!given.ok) {
      failed.push({ source: written.slice(0, 300), problem: given.reason });
      continue;
    }
    const { url } = given;
    const page = await keptPage(ports, job, url);
    if (page === undefined) missing.set(url, url);
    else had.push({ source: url, url, page });
  }
  const options = { patienceMs, ...defined({ signal }) };
  for await (const read of readPages(ports, settings, [...missing.values()], options)) {
    if ('problem' in read) failed.push({ source: read.input, problem: read.problem });
    else had.push({ source: read.input, url: read.input as CanonicalUrl, page: read.page });
  }
  // Pages come in the order of their hosts' answers; examples stay in the order in which they were named.
  const order = new Map([...new Set(urls)].map((url, place) => [url.trim(), place]));
  return had.sort((a, b) => (order.get(a.source) ?? 0) - (order.get(b.source) ?? 0));
}
