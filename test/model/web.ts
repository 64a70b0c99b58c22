import type { CanonicalUrl, HostName } from '../../lib/base/url/url.ts';
import { hostOf } from '../../lib/base/url/url.ts';
import type { Fetcher, FetchResult } from '../../lib/ports/web.ts';
import { ownWords } from '../support/own-words.ts';
import { type Process, randomFrom, type Simulation } from './simulation.ts';

/** One request as the server saw it; times in ms of virtual time. */
export interface Request {
  readonly host: HostName;
  readonly url: CanonicalUrl;
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

interface Page {
  readonly text: string;
  readonly links: string;
  readonly redirect?: string;
}

/** So long a page that changes says the same. Then it says something else, or what others say too, or is not to be kept. */
const staysMs = 90_000;
const commonTexts = 4;
/** What documents begin with. */
export const documentStart = '%PDF-1.7\n';

export const hosts = ['x.example', 'y.example', 'z.example'] as HostName[];
/** Hosts that nobody names as seeds: they have to be earned. Pages of the last host link to them. */
export const subdomains = ['a.z.example', 'b.z.example', 'c.z.example'] as HostName[];
const pagesPerHost = 12;
const pagesPerSubdomain = 3;

/** A small web of three hosts: links at random, some pages with equal content, one redirect, perhaps a killer. */
export class SimulatedWeb {
  readonly log: Request[] = [];
  readonly pages = new Map<string, Page>();
  /** A page that kills every worker that visits it. */
  readonly killer: string | undefined;
  /** Whether pages say something else now and then; their links stay. */
  readonly changing: boolean;
  /** Whether a third of the pages are documents, which are converted beside the turns. */
  readonly documents: boolean;
  private readonly simulation: Simulation;

  constructor(
    simulation: Simulation,
    {
      killer = false,
      changing = false,
      documents = false,
    }: { readonly killer?: boolean; readonly changing?: boolean; readonly documents?: boolean },
  ) {
    this.simulation = simulation;
    this.changing = changing;
    this.documents = documents;
    const { random } = simulation;
    const pick = (): string => {
      const host = hosts[Math.floor(random() * hosts.length)] as HostName;
      return `http://${host}/${Math.floor(random() * pagesPerHost)}`;
    };
    for (const host of hosts) {
      for (let number = 0; number < pagesPerHost; number += 1) {
        const links = Array.from({ length: 4 }, () => `<a href="${pick()}">link</a>`).join(' ');
        // Numbers 10 and 11 are the same page on every host, links apart.
        const text = number >= 10 ? `common ${number}` : `page ${number} of ${host}`;
        this.pages.set(`http://${host}/${number}`, { text, links });
      }
      this.pages.set(`http://${host}/9`, { text: '', links: '', redirect: `/${Math.floor(random() * 9)}` });
    }
    this.addSubdomains();
    this.killer = killer ? pick() : undefined;
  }

  private addSubdomains(): void {
    for (const host of subdomains) {
      for (let number = 0; number < pagesPerSubdomain; number += 1) {
        // Words that no other host has: it has to bring something new.
        const text = ['red', 'green', 'blue', 'gray']
          .map((word) => `${word}${host[0]}${'xyz'[number]}`)
          .join(' ');
        this.pages.set(`http://${host}/${number}`, {
          text,
          links: `<a href="http://${host}/${(number + 1) % pagesPerSubdomain}">next</a>`,
        });
      }
    }
    const url = `http://${hosts.at(-1)}/0`;
    const links = subdomains.map((host) => `<a href="http://${host}/0">link</a>`).join(' ');
    const { text = '', links: own = '' } = this.pages.get(url) ?? {};
    this.pages.set(url, { text, links: `${own}${links}` });
  }

  /** Every URL that can be reached from the seeds. */
  reachable(seeds: readonly string[]): Set<string> {
    const found = new Set<string>();
    const open = [...seeds];
    for (let url = open.pop(); url !== undefined; url = open.pop()) {
      if (found.has(url) || url === this.killer) {
        found.add(url);
        continue;
      }
      found.add(url);
      const page = this.pages.get(url);
      if (page?.redirect !== undefined) open.push(new URL(page.redirect, url).href);
      for (const [, href] of page?.links.matchAll(/href="([^"]*)"/g) ?? []) open.push(href as string);
    }
    return found;
  }

  fetcher(process: Process): Fetcher {
    return {
      fetch: async ({ url, timeoutMs }) => {
        const { simulation } = this;
        const elapsedMs = Math.min(timeoutMs, simulation.random() * 2_000);
        const start = simulation.now;
        // The server has it from here on, whatever becomes of who asked.
        this.log.push({ host: hostOf(url), url, start, end: start + elapsedMs, by: process.name });
        await simulation.park(process, start + elapsedMs);
        if (url === this.killer) {
          simulation.kill(process);
          // A worker whose batch has ended may still be at a turn that it left behind: that dies of the page, too.
          process.dead = true;
          await simulation.park(process);
        }
        return { ...this.answer(url), elapsedMs };
      },
      ready: async () => undefined,
      ahead: () => undefined,
      addressOf: async () => undefined,
    };
  }

  private answer(url: CanonicalUrl): Omit<Extract<FetchResult, { kind: 'response' }>, 'elapsedMs'> {
    const respond = (status: number, body: string, headers: Record<string, string> = {}) => ({
      kind: 'response' as const,
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
      body: new Uint8Array(Buffer.from(body)),
      truncated: false,
      wireBytes: body.length,
    });
    const { random, chaos } = this.simulation;
    if (chaos.crash > 0 && random() < 0.03) return respond(503, 'busy');
    if (url.endsWith('/robots.txt')) return respond(404, 'none');
    const page = this.pages.get(url);
    if (!page) return respond(404, 'not found');
    if (page.redirect !== undefined) return respond(302, '', { location: page.redirect });
    const text = this.textNow(url, page);
    if (text === undefined) return respond(200, page.links, { 'x-robots-tag': 'noindex' });
    const html = `<title>${text}</title><p>${text}</p><p>${ownWords(text)}</p>${page.links}`;
    if (!this.documents || !/[147]$/.test(url)) return respond(200, html);
    return respond(200, documentStart + html, { 'content-type': 'application/pdf' });
  }

  /** Drawn by the page and the time alone. Hosts that have to be earned stay what they are: they are judged by what they bring. */
  private textNow(url: CanonicalUrl, { text }: Page): string | undefined {
    if (!this.changing || !hosts.includes(hostOf(url))) return text;
    const time = Math.floor(this.simulation.now / staysMs);
    const random = randomFrom(
      [...`${url} ${time}`].reduce((sum, char) => Math.imul(sum, 31) + char.charCodeAt(0), 7),
    );
    const drawn = random();
    if (drawn < 0.1) return undefined;
    if (drawn < 0.5) return `common ${Math.floor(random() * commonTexts)}`;
    return drawn < 0.8 ? text : `${text} at ${time}`;
  }
}
