import type { PageRecord } from '../../domain/collection/record.ts';
import type { JudgedContent } from '../../domain/reading/judge-content.ts';
import type { SearchApi } from '../../domain/seeds/search-api.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf as jobSettings } from '../../pipeline/base/settings-cache.ts';
import { keptPage } from '../../pipeline/collection/kept-page.ts';
import type { Web, Workplace } from '../../pipeline/operation/place.ts';
import { askSearch, type SearchAnswer } from '../../pipeline/seeds/ask-search.ts';
import { type PageRead, readPages } from '../../pipeline/seeds/read-pages.ts';
import { askPlugins } from '../../pipeline/topic/ask-plugins.ts';
import { topicCensus } from '../../pipeline/topic/topic-census.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ReadRequest } from '../../ports/web.ts';
import type { ClassCensus, PluginsAnswer } from '../../topic/explain.ts';
import { type TopicField, topicField } from './topic-field.ts';

/** Questions about topics and pages; the same on one machine and on AWS. */
export interface TopicQuestions {
  /**
   * Fetches pages only to read them, as politely as a crawl: under the gates of the installation and by robots.txt; makes
   * no records. In any order; a page that could not be fetched says why.
   */
  readPages(job: string, urls: readonly string[], signal?: AbortSignal): AsyncIterable<PageRead>;
  /**
   * The stored content of a page: its record, or what the job keeps of off-topic pages; undefined when there is none.
   * @throws WinnowError `usage` for a text that is no URL
   */
  keptPage(job: string, url: string): Promise<PageRecord | undefined>;
  /**
   * Asks a search service, one query after the other, under the gates of the installation and the network rules of the job.
   * A query without an answer says why.
   */
  search(
    job: string,
    asked: { readonly api: SearchApi; readonly key: string; readonly queries: readonly string[] },
    signal?: AbortSignal,
  ): AsyncIterable<SearchAnswer>;
  /** What the filters and plug-ins of a job say of a page; undefined for a job without plug-ins, or if none can run here. */
  askPlugins(job: string, url: string, content: JudgedContent): Promise<PluginsAnswer | undefined>;
  /** The topic of a job with its models, as its pages are judged by it. */
  inForce(job: string): Promise<Pick<ReadRequest, 'topic' | 'models'>>;
  /** What words mean in the field of a job. @throws WinnowError `not-found` if there is nothing to learn it of, with what to do */
  field(job: string): Promise<TopicField>;
  /** The number of pages for each class of the topic that have it as their best class. Reads the whole link log. */
  census(job: string): Promise<readonly ClassCensus[]>;
}

/** Opens a fetcher and a reader; the caller closes them. */
export type OpenWeb = NonNullable<Workplace['openWeb']>;

/** How long to wait for a page. */
const patienceMs = 300_000;

/** For an installation that fetches by itself. */
export function ownWeb({ fetcher, reader }: Omit<Web, 'close'>): OpenWeb {
  return async () => ({ fetcher, reader, close: async () => undefined });
}

/** @param openWeb opens what pages are fetched with; closed afterwards */
export function topicQuestions(
  ports: Omit<Ports, 'fetcher' | 'reader'>,
  jobOf: (name: string) => Promise<Job>,
  openWeb: OpenWeb,
): TopicQuestions {
  const settingsOf = async (name: string): Promise<JobSettings> => {
    const job = await jobOf(name);
    return jobSettings(ports.jobs, job.name, job.config);
  };
  return {
    async *readPages(job, urls, signal) {
      const settings = await settingsOf(job);
      const { close, ...web } = await openWeb();
      try {
        yield* readPages({ ...ports, ...web }, settings, urls, { patienceMs, ...(signal ? { signal } : {}) });
      } finally {
        await close();
      }
    },
    async *search(job, { api, key, queries }, signal) {
      const settings = await settingsOf(job);
      const { close, fetcher } = await openWeb();
      const options = { patienceMs, ...(signal ? { signal } : {}) };
      try {
        yield* askSearch({ ...ports, fetcher }, settings, api, key, queries, options);
      } finally {
        await close();
      }
    },
    keptPage: async (job, url) => keptPage(ports, await jobOf(job), url),
    async askPlugins(job, url, content) {
      const settings = await settingsOf(job);
      const { close, reader } = await openWeb();
      try {
        return await askPlugins({ ...ports, reader }, settings, url, content);
      } finally {
        await close();
      }
    },
    inForce: async (job) => topicToRead(ports.models, (await settingsOf(job)).topic),
    field: async (job) => topicField(ports, await jobOf(job), await settingsOf(job)),
    census: (job) => topicCensus(ports, job),
  };
}
