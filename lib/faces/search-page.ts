import { escaped } from '../base/html/text.ts';
import { clip } from '../base/printable.ts';
import { dataOf } from '../operations/ask.ts';
import { operations } from '../operations/operations.ts';
import type { AnswerOf, OperationName } from '../operations/order.ts';
import { includes } from '../operations/ways.ts';
import type { Caller, OtherRoutes } from './rest/app.ts';
import { type Problem, Refused } from './rest/problem.ts';
import { htmlResponse } from './search-page/document.ts';
import { type AskedPage, pageSize, resultsPage } from './search-page/results.ts';
import { storedCopy } from './search-page/stored-copy.ts';
import { askServed, type Served } from './served.ts';

const pathOfAll = '/search/';
const longestQuery = 1_000;

export interface SearchRoutes extends OtherRoutes {
  /** Who asks without a token, where everybody may; undefined: nobody may there. */
  everybody(head: Request): Caller | undefined;
}

/**
 * A page that searches each job, at `/search/JOB`, and stored copies, at `/search/JOB/MD5`: HTML that is made here, without scripts.
 * @param open jobs that everybody may search
 */
export function openSearchPage(served: Served, open: ReadonlySet<string>): SearchRoutes {
  async function ask<N extends OperationName & ('search' | 'record')>(
    name: N,
    raw: object,
    { by, signal }: { readonly by: string; readonly signal: AbortSignal },
  ): Promise<AnswerOf<N>> {
    const named = { name, operation: await operations[name].load() };
    return dataOf(await askServed(named, { ...raw }, { by, signal }, served)) as AnswerOf<N>;
  }

  async function answer({ url, signal }: Request, by: string): Promise<Response> {
    const { job, md5 } = placeIn(url);
    if (job === undefined) throw new Refused(404, 'the page that searches a job is at /search/JOB');
    await served.place.job(job);
    if (md5 !== undefined) {
      const view = await ask('record', { job, record: md5 }, { by, signal });
      return htmlResponse({
        title: `Stored copy: ${clip(view.entry.title, 300)}`,
        body: storedCopy(job, view),
      });
    }
    const asked = askedIn(job, url);
    if (asked.query.trim() === '')
      return htmlResponse({ title: `Search ${job}`, body: resultsPage(asked, undefined) });
    const { query, from } = asked;
    const raw = { job, query: [query], limit: pageSize, cursor: String(from), facets: true };
    const listing = await ask('search', raw, { by, signal });
    return htmlResponse({ title: clip(`${query} – ${job}`, 300), body: resultsPage(asked, listing) });
  }

  return {
    path: `${pathOfAll}*`,
    everybody(head) {
      const { job } = placeIn(head.url);
      return job !== undefined && open.has(job) ? { by: 'everybody', scope: 'view' } : undefined;
    },
    async answer(head, _, { by, scope }) {
      if (!includes(scope, 'view')) throw new Refused(403, 'it needs the scope view');
      if (head.method !== 'GET' && head.method !== 'HEAD')
        throw new Refused(405, 'pages are asked for with GET', { allow: 'GET' });
      return await answer(head, by);
    },
    told: problemPage,
  };
}

/** Whether an address is one of people with a browser, which asks them for a token as the password of basic authentication. */
export function isSearchPage(url: string): boolean {
  return new URL(url).pathname.startsWith(pathOfAll);
}

function placeIn(url: string): { readonly job?: string | undefined; readonly md5?: string | undefined } {
  const [, job, md5] =
    /^\/search\/([a-z0-9][a-z0-9-]{0,39})(?:\/([0-9a-f]{32}))?$/.exec(new URL(url).pathname) ?? [];
  return { job, md5 };
}

/** What a form or a link asks for; what is wrong in it counts as absent. */
function askedIn(job: string, url: string): AskedPage {
  const given = new URL(url).searchParams;
  const from = /^\d{1,3}$/.exec(given.get('from') ?? '')?.[0] ?? '0';
  return { job, query: (given.get('q') ?? '').slice(0, longestQuery), from: Number(from) };
}

function problemPage({ status, detail, advice, headers }: Problem): Response {
  const body = `<main><h1>${escaped(detail)}</h1>${advice === undefined ? '' : `<p>${escaped(advice)}</p>`}</main>`;
  return htmlResponse({ title: 'Search', body, status, ...(headers && { headers }) });
}
