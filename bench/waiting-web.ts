import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { ownWords } from '../test/support/own-words.ts';
import { seededRandom } from '../test/support/seeded-random.ts';
import { startWeb } from '../test/support/web/web-server.ts';

/** A web on which the same number of URLs wait for a crawl all the time. */
export interface WaitingWeb {
  /** Pages that lead to all URLs that are to wait. */
  readonly seeds: readonly CanonicalUrl[];
  /** URLs that were linked to, and not asked for. */
  waiting(): number;
  close(): Promise<void>;
}

export interface WaitingWebOptions {
  readonly hosts: number;
  readonly waiting: number;
  /** Links of a page to URLs that wait; each has one more, to a new one. */
  readonly knownLinks: number;
}

/** So many links told of each URL before the crawl is measured: more parents weigh no more in its rank. */
const mentions = 8;
const linksPerSeed = 400;
const words = ['owls', 'nests', 'barns', 'taxes', 'trains', 'chairs', 'roads', 'tables'];

/** Each page that is fetched says something of its own, and links to a new one and to others that wait, on all hosts, on topic or not as chance has it. */
export async function startWaitingWeb(options: WaitingWebOptions): Promise<WaitingWeb> {
  const { hosts, knownLinks } = options;
  const random = seededRandom(options.waiting, 1);
  const any = (below: number): number => Math.floor(random() * below);
  const word = (): string => words[any(words.length)] as string;
  let made = options.waiting;
  const waiting = Array.from({ length: made }, (_, number) => number);
  const places = new Map(waiting.map((number) => [number, number]));

  function fetched(number: number): void {
    const place = places.get(number);
    const last = waiting.pop();
    if (place === undefined || last === undefined) throw new Error(`/${number} is asked for twice`);
    places.delete(number);
    if (last === number) return;
    waiting[place] = last;
    places.set(last, place);
  }

  function fresh(): number {
    const number = made++;
    places.set(number, waiting.push(number) - 1);
    return number;
  }

  const web = await startWeb({
    pages({ path, port }) {
      if (path === '/robots.txt') return undefined;
      const link = (number: number): string =>
        `<p>${word()} ${word()} <a href="http://h${number % hosts}.localhost:${port}/${number}">${word()}</a></p>`;
      const [, seed, number] = /^\/(seed)?(\d+)$/.exec(path) ?? [];
      let targets: readonly number[];
      if (seed === undefined) {
        fetched(Number(number));
        targets = [...Array.from({ length: knownLinks }, () => waiting[any(waiting.length)] ?? 0), fresh()];
      } else {
        const from = Number(number) * linksPerSeed;
        targets = Array.from({ length: linksPerSeed }, (_, at) => (from + at) % options.waiting);
      }
      const body = `<title>${path}</title><h1>${word()} ${path}</h1><p>${ownWords(path)}</p>${targets.map(link).join('\n')}`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  return {
    seeds: Array.from({ length: Math.ceil((options.waiting * mentions) / linksPerSeed) }, (_, at) =>
      web.url(`h${at % hosts}.localhost`, `/seed${at}`),
    ),
    waiting: () => waiting.length,
    close: () => web.close(),
  };
}
