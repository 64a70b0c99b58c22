import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { Clock } from '../../lib/ports/clock.ts';
import type { Fetcher } from '../../lib/ports/web.ts';
import type { Web, WebPage } from './corpus.ts';

const latencyMs = 100;

/** Serves a web of the bench from memory, after a latency. @param asked is told of each page that is fetched, at the start of its fetch */
export function webFetcher(web: Web, clock: Pick<Clock, 'sleep'>, asked: (page: WebPage) => void): Fetcher {
  const pages = new Map(web.pages.map((page) => [page.url, page]));
  return {
    ready: async () => undefined,
    ahead: () => undefined,
    addressOf: async () => undefined,
    async fetch({ url }) {
      const page = pages.get(url as CanonicalUrl);
      if (page !== undefined) asked(page);
      await clock.sleep(latencyMs);
      const body = new Uint8Array(Buffer.from(page?.html ?? ''));
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      return {
        ...{ kind: 'response', status: page === undefined ? 404 : 200, headers, body, truncated: false },
        ...{ wireBytes: body.length, elapsedMs: latencyMs },
      };
    },
  };
}
