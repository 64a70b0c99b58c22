import type { CanonicalUrl } from '../../../lib/domain/url.ts';
import { hostOf } from '../../../lib/domain/url.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { Fetcher, FetchRequest, FetchResult } from '../../../lib/ports/web.ts';
import { seededRandom } from '../seeded-random.ts';

const dayMs = 86_400_000;
const requestMs = 200;

/** A page of the synthetic web: it changes at times that are drawn beforehand, and may vanish. */
export interface ChangingPage {
  readonly url: string;
  /** Changes a day. */
  readonly rate: number;
  /** Epoch ms, ascending. */
  readonly changes: readonly number[];
  readonly gone: number;
  readonly links: readonly string[];
}

/** One request as the servers saw it; epoch ms. */
export interface SeenRequest {
  readonly host: string;
  readonly url: string;
  readonly start: number;
  readonly end: number;
  readonly status: number;
}

/** Hosts whose first page links to all of their others and to the next host; a request takes a while of the held clock. */
export class ChangingWeb {
  readonly pages = new Map<string, ChangingPage>();
  readonly log: SeenRequest[] = [];
  readonly #clock: Clock;

  constructor(
    seed: number,
    size: { readonly hosts: number; readonly pages: number; readonly days: number },
    clock: Clock,
  ) {
    this.#clock = clock;
    const random = seededRandom(seed);
    const from = clock.now();
    const root = (host: number): string => `https://h${host % size.hosts}.example/`;
    for (let host = 0; host < size.hosts; host += 1) {
      const urls = Array.from({ length: size.pages - 1 }, (_, page) => `${root(host)}${page + 1}`);
      for (const url of [root(host), ...urls]) {
        const rate = 2 ** (-5 + 6 * random());
        const changes: number[] = [];
        for (let at = from; at < from + size.days * dayMs; ) {
          at += (-Math.log(1 - random()) / rate) * dayMs;
          changes.push(at);
        }
        const isRoot = url === root(host);
        const gone =
          !isRoot && random() < 0.05 ? from + random() * size.days * dayMs : Number.POSITIVE_INFINITY;
        this.pages.set(url, {
          url,
          rate,
          changes,
          gone,
          links: isRoot ? [...urls, root(host + 1)] : [root(host)],
        });
      }
    }
  }

  version({ changes }: ChangingPage, at: number): number {
    return changes.filter((change) => change <= at).length;
  }

  fetcher(): Fetcher {
    return {
      fetch: (request) => this.#fetch(request),
      ahead: () => undefined,
      addressOf: async () => undefined,
    };
  }

  async #fetch(request: FetchRequest): Promise<FetchResult> {
    const start = this.#clock.now();
    await this.#clock.sleep(requestMs);
    const answer = this.#answer(request);
    const host = hostOf(request.url as CanonicalUrl);
    this.log.push({ host, url: request.url, start, end: this.#clock.now(), status: answer.status });
    return answer;
  }

  #answer({ url, headers = {} }: FetchRequest): Extract<FetchResult, { kind: 'response' }> {
    const page = this.pages.get(url);
    const now = this.#clock.now();
    const respond = (status: number, text: string, more: Record<string, string> = {}) => {
      const body = new Uint8Array(Buffer.from(text));
      return {
        kind: 'response' as const,
        ...{ status, body, truncated: false, wireBytes: body.length, elapsedMs: requestMs },
        headers: { 'content-type': 'text/html; charset=utf-8', ...more },
      };
    };
    if (page === undefined || now >= page.gone) return respond(404, 'not here');
    const version = this.version(page, now);
    const etag = `"${version}"`;
    if (headers['if-none-match'] === etag) return respond(304, '', { etag });
    const links = page.links.map((link) => `<a href="${link}">to ${link}</a>`).join(' ');
    return respond(200, `<title>${url}</title><p>${url} as it is for the ${version}th time</p>${links}`, {
      etag,
    });
  }
}
