import type { CanonicalUrl, HostName } from '../../lib/domain/url.ts';
import { hostOf } from '../../lib/domain/url.ts';
import type { Fetcher, FetchResult } from '../../lib/ports/web.ts';
import type { Process, Simulation } from './simulation.ts';

/** One request as the server saw it; times in ms of virtual time. */
export interface Request {
  readonly host: HostName;
  readonly url: CanonicalUrl;
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

interface Page {
  readonly body: string;
  readonly redirect?: string;
}

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
  private readonly simulation: Simulation;

  constructor(simulation: Simulation, killer: boolean) {
    this.simulation = simulation;
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
        const page: Page = { body: `<title>${text}</title><p>${text}</p>${links}` };
        this.pages.set(`http://${host}/${number}`, page);
      }
      this.pages.set(`http://${host}/9`, { body: '', redirect: `/${Math.floor(random() * 9)}` });
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
          body: `<title>${text}</title><p>${text}</p><a href="http://${host}/${(number + 1) % pagesPerSubdomain}">next</a>`,
        });
      }
    }
    const url = `http://${hosts.at(-1)}/0`;
    const links = subdomains.map((host) => `<a href="http://${host}/0">link</a>`).join(' ');
    this.pages.set(url, { body: `${this.pages.get(url)?.body}${links}` });
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
      for (const [, href] of page?.body.matchAll(/href="([^"]*)"/g) ?? []) open.push(href as string);
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
          await simulation.park(process);
        }
        return { ...this.answer(url), elapsedMs };
      },
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
    return respond(200, page.body);
  }
}
