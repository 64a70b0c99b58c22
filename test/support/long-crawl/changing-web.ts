import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { hostOf } from '../../../lib/base/url/url.ts';
import type { Clock } from '../../../lib/ports/clock.ts';
import type { Fetcher, FetchRequest, FetchResult } from '../../../lib/ports/web.ts';
import { ownWords } from '../own-words.ts';
import { seededRandom } from '../seeded-random.ts';
import { type HostTrouble, isNow, noTrouble, type PageSpell, spellsOf, troubleOf } from './spells.ts';

const dayMs = 86_400_000;
const requestMs = 200;
/** Of so many pages of a host one has, at any time, one of three texts that its namesakes of the other hosts have, too. */
const twinEvery = 5;

/** A page of the synthetic web: it changes at times that are drawn beforehand, and may vanish. */
export interface ChangingPage {
  readonly url: string;
  /** Changes a day. */
  readonly rate: number;
  /** Epoch ms, ascending. */
  readonly changes: readonly number[];
  readonly gone: number;
  readonly links: readonly string[];
  /** When it is something else than a page of the topic that may be kept. */
  readonly spells: readonly PageSpell[];
  /** Its name on its host, where the other hosts have pages with the same texts. */
  readonly twin?: string;
}

/** What somebody who asks for a page is shown. */
export type Shown = PageSpell['kind'] | 'page' | 'gone' | 'denied' | 'down' | 'busy';

/** One request as the servers saw it; epoch ms. */
export interface SeenRequest {
  readonly host: string;
  readonly url: string;
  readonly start: number;
  readonly end: number;
  /** 0: there was no answer. */
  readonly status: number;
  readonly conditional: boolean;
}

/** How large a synthetic web is, and whether it is a web like that out there or a quiet one. */
export interface WebSize {
  readonly hosts: number;
  readonly pages: number;
  readonly days: number;
  /**
   * Pages are for a while noindex, off topic, redirected or missing, some have the text of others, some hosts are down or deny
   * everything for a while, some have a sitemap.
   */
  readonly varied?: boolean;
}

type Answer = Extract<FetchResult, { kind: 'response' }>;

/** Hosts whose first page links to all of their others and to the next host; a request takes a while of the held clock. */
export class ChangingWeb {
  readonly pages = new Map<string, ChangingPage>();
  readonly log: SeenRequest[] = [];
  readonly #clock: Clock;
  readonly #trouble = new Map<string, HostTrouble>();

  constructor(seed: number, size: WebSize, clock: Clock) {
    this.#clock = clock;
    const random = seededRandom(seed);
    const unrest = seededRandom(seed, 2);
    const from = clock.now();
    const span = size.days * dayMs;
    const root = (host: number): string => `https://h${host % size.hosts}.example/`;
    for (let host = 0; host < size.hosts; host += 1) {
      const trouble = size.varied ? troubleOf(host, from, span, unrest) : noTrouble;
      this.#trouble.set(hostOf(root(host) as CanonicalUrl), trouble);
      const urls = Array.from({ length: size.pages - 1 }, (_, page) => `${root(host)}${page + 1}`);
      const unlisted = trouble.hasSitemap ? urls.slice(0, -1) : urls;
      for (const [index, url] of [root(host), ...urls].entries()) {
        const rate = 2 ** (-5 + 6 * random());
        const changes: number[] = [];
        for (let at = from; at < from + span; ) {
          at += (-Math.log(1 - random()) / rate) * dayMs;
          changes.push(at);
        }
        const isRoot = index === 0;
        const gone = !isRoot && random() < 0.05 ? from + random() * span : Number.POSITIVE_INFINITY;
        const isTwin = size.varied && !isRoot && index % twinEvery === 0;
        const links = isRoot ? [...unlisted, root(host + 1)] : [root(host)];
        const spells = size.varied && !isRoot ? spellsOf(from, span, unrest) : [];
        this.pages.set(url, {
          ...{ url, rate, changes, gone, links, spells },
          ...(isTwin && { twin: String(index) }),
        });
      }
    }
  }

  version({ changes }: ChangingPage, at: number): number {
    return changes.filter((change) => change <= at).length;
  }

  trouble(url: string): HostTrouble {
    return this.#trouble.get(hostOf(url as CanonicalUrl)) ?? noTrouble;
  }

  /** What robots.txt, the servers and the page itself have to say at a time. */
  shown(url: string, at: number): Shown {
    const trouble = this.trouble(url);
    const now = trouble.spells.find((spell) => isNow(spell, at));
    return now?.kind ?? this.shownBy(url, at);
  }

  /** What the page itself is at a time, whatever its host does. */
  shownBy(url: string, at: number): Shown {
    const page = this.pages.get(url);
    if (page === undefined || at >= page.gone) return 'gone';
    return page.spells.find((spell) => isNow(spell, at))?.kind ?? 'page';
  }

  /** What a page says at a time, while it is one. */
  text(page: ChangingPage, at: number): string {
    const version = this.version(page, at);
    if (page.twin !== undefined) return `Owls that all have, number ${page.twin} of kind ${version % 3}`;
    const text = `Owls of ${page.url} as they are for the ${version}th time`;
    // A host whose pages differ by a name and a number alone is held for a double of another.
    return `${text}. ${ownWords(text)}`;
  }

  fetcher(): Fetcher {
    return {
      fetch: (request) => this.#fetch(request),
      ready: async () => undefined,
      ahead: () => undefined,
      addressOf: async () => undefined,
    };
  }

  async #fetch(request: FetchRequest): Promise<FetchResult> {
    const start = this.#clock.now();
    await this.#clock.sleep(requestMs);
    const { url, headers = {} } = request;
    const answer = this.#answer(url, headers);
    const status = answer.kind === 'response' ? answer.status : 0;
    const conditional = headers['if-none-match'] !== undefined;
    const host = hostOf(url as CanonicalUrl);
    this.log.push({ host, url, start, end: this.#clock.now(), status, conditional });
    return answer;
  }

  #answer(url: string, headers: Readonly<Record<string, string>>): FetchResult {
    const now = this.#clock.now();
    const host = this.shown(url, now);
    // Whoever asks in spite of a robots.txt is shown the page.
    const shown = host === 'denied' ? this.shownBy(url, now) : host;
    const { pathname, origin } = new URL(url);
    if (shown === 'down')
      return { kind: 'error', reason: 'connect', detail: 'down for a while', elapsedMs: requestMs };
    if (shown === 'busy') return respond(503, 'come back later');
    if (pathname === '/robots.txt') return this.#robots(origin, host === 'denied');
    if (pathname === '/sitemap.xml' && this.trouble(url).hasSitemap) return this.#sitemap(origin, now);
    const page = this.pages.get(url);
    if (page === undefined || shown === 'gone' || shown === 'missing') return respond(404, 'not here');
    if (shown === 'moved') return respond(302, '', { location: `${origin}/` });
    const etag = `"${this.version(page, now)}-${shown}"`;
    if (headers['if-none-match'] === etag) return respond(304, '', { etag });
    const links = page.links.map((link) => `<a href="${link}">to ${link}</a>`).join(' ');
    const text =
      shown === 'off-topic' ? `Nothing of the kind since ${page.changes.length}` : this.text(page, now);
    return respond(200, `<title>${text}</title><p>${text}</p>${links}`, {
      etag,
      ...(shown === 'noindex' && { 'x-robots-tag': 'noindex' }),
    });
  }

  #robots(origin: string, denies: boolean): Answer {
    const { hasSitemap } = this.trouble(`${origin}/`);
    const rules = `User-agent: *\nDisallow:${denies ? ' /' : ''}\n`;
    const text = hasSitemap ? `${rules}Sitemap: ${origin}/sitemap.xml\n` : rules;
    return respond(200, text, { 'content-type': 'text/plain' });
  }

  #sitemap(origin: string, now: number): Answer {
    const own = [...this.pages.values()].filter(({ url, gone }) => url.startsWith(origin) && now < gone);
    const entries = own.map(({ url, changes }) => {
      const last = changes.findLast((change) => change <= now);
      const lastmod = last === undefined ? '' : `<lastmod>${new Date(last).toISOString()}</lastmod>`;
      return `<url><loc>${url}</loc>${lastmod}</url>`;
    });
    const text = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`;
    return respond(200, text, { 'content-type': 'application/xml' });
  }
}

function respond(status: number, text: string, headers: Record<string, string> = {}): Answer {
  const body = new Uint8Array(Buffer.from(text));
  return {
    kind: 'response',
    ...{ status, body, truncated: false, wireBytes: body.length, elapsedMs: requestMs },
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  };
}
