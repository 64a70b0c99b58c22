import { once } from 'node:events';
import { defined } from '../base/defined.ts';
import { ask, dataOf } from '../operations/ask.ts';
import { scrape } from '../operations/scrape.ts';
import { includes } from '../operations/ways.ts';
import type { Operation } from '../pipeline/operation/operation.ts';
import { readCrawl, readMap, readScrape } from './firecrawl/asked.ts';
import { type FirecrawlParts, openCrawls } from './firecrawl/crawls.ts';
import { documentOf, mapOf, type ScrapedPage, type ScrapeResult } from './firecrawl/document.ts';
import { jsonResponse } from './rest/answer.ts';
import type { OtherRoutes } from './rest/app.ts';
import { type Problem, Refused } from './rest/problem.ts';
import { clip, type Raw, readBody } from './rest/request.ts';
import type { Token } from './tokens.ts';

const pathOfAll = '/v2/';

/** A request of a client of Firecrawl's API. */
interface Asking {
  readonly cursor: string | undefined;
  readonly body: () => Promise<Raw>;
  /** How the client calls the server. */
  readonly server: string;
  readonly token: Token;
  readonly signal: AbortSignal;
}

/** Pages that are fetched at once for a token. */
const mostFetches = 8;

/** A part of version 2 of Firecrawl's API. */
export function openFirecrawl(parts: FirecrawlParts): OtherRoutes {
  const crawls = openCrawls(parts);
  const fetching = new Map<string, number>();

  /** Goes on to its end without its client: a host is not to blame for one that leaves. */
  async function fetchFor({ name }: Token, url: string, withinMs: number): Promise<ScrapeResult> {
    const before = fetching.get(name) ?? 0;
    if (before >= mostFetches) throw new Refused(429, `at most ${mostFetches} pages are fetched at once`);
    fetching.set(name, before + 1);
    const operation: Operation = scrape;
    const asker = { by: `token ${name}`, reason: '', signal: parts.workers.ending };
    try {
      const asked = { job: parts.job, url, withinMs };
      return dataOf(await ask({ name: 'scrape', operation }, parts.place, asked, asker)) as ScrapeResult;
    } finally {
      fetching.set(name, (fetching.get(name) ?? 1) - 1);
    }
  }

  async function fetched(url: string, withinMs: number, { token, signal }: Asking): Promise<ScrapedPage> {
    const over = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const read = await Promise.race([fetchFor(token, url, withinMs), aborted(over)]);
    if (read === undefined) throw new Refused(408, `the page could not be had within ${withinMs} ms`);
    if ('problem' in read) throw new Refused(422, read.problem);
    return read;
  }

  const routes: Readonly<Record<string, (request: Asking, id: string) => Promise<object> | object>> = {
    async 'POST scrape'(request) {
      const asked = readScrape(await request.body());
      const { url, response, page, body } = await fetched(asked.url, asked.timeout, request);
      const source = { sourceURL: asked.url, url, response, page, body };
      return { success: true, data: documentOf(source, asked) };
    },
    async 'POST map'(request) {
      const asked = readMap(await request.body());
      const { url, page } = await fetched(asked.url, asked.timeout, request);
      return { success: true, links: mapOf(url, page.links, asked) };
    },
    async 'POST crawl'(request) {
      const { body, token, server } = request;
      const id = await crawls.begin(readCrawl(await body()), `token ${token.name}`);
      return { success: true, id, url: `${server}${pathOfAll}crawl/${id}` };
    },
    'GET crawl/active': () => crawls.active(),
    async 'GET crawl/:id'({ cursor, server }, id) {
      const { next, ...state } = await crawls.state(id, cursor);
      const rest = next && `${server}${pathOfAll}crawl/${id}?cursor=${encodeURIComponent(next)}`;
      return { ...state, ...(rest && { next: rest }) };
    },
    'GET crawl/:id/errors': (_, id) => crawls.errors(id),
    'DELETE crawl/:id': ({ token }, id) => crawls.cancel(id, `token ${token.name}`),
  };
  const byName = new Map(Object.entries(routes));

  return {
    path: `${pathOfAll}*`,
    told: problemResponse,
    async answer(head, text, { token, scope, by }) {
      const { method, headers, signal } = head;
      const { pathname, searchParams } = new URL(head.url);
      if (token === undefined) throw new Refused(401, 'a token is needed');
      const scheme = headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http';
      const request: Asking = {
        ...{ token, signal, cursor: searchParams.get('cursor') ?? undefined },
        server: `${scheme}://${headers.get('host')}`,
        body: async () => readBody(headers.get('content-type'), await text()),
      };
      const path = pathname.slice(pathOfAll.length);
      const [, id = ''] = /^crawl\/([^/]+)/.exec(path) ?? [];
      const plain = byName.get(`${method} ${path}`);
      const answer = plain ?? byName.get(`${method} ${path.replace(/^crawl\/[^/]+/, 'crawl/:id')}`);
      if (answer === undefined) throw new Refused(404, `${method} ${clip(pathname)} is not offered`);
      const needed = method === 'GET' ? 'view' : 'operate';
      if (!includes(scope, needed))
        throw new Refused(403, `it needs the scope ${needed}; ${by} has ${scope}`);
      return jsonResponse(await answer(request, id));
    },
  };
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}

const codes: ReadonlyMap<number, string> = new Map([
  [400, 'BAD_REQUEST'],
  [408, 'SCRAPE_TIMEOUT'],
  [422, 'SCRAPE_FAILED'],
]);

/** A problem in the form of Firecrawl's API. */
function problemResponse({ status, detail, advice, headers }: Problem): Response {
  const error = advice === undefined ? detail : `${detail} (${advice})`;
  const body = { success: false, ...defined({ code: codes.get(status) }), error };
  return Response.json(body, { status, headers: { ...headers } });
}
