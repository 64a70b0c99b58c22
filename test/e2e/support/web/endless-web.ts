import { ownWords } from '../../../support/own-words.ts';
import type { WebPage, WebRequest } from '../../../support/web/web-server.ts';

/** Hosts with a chain of pages each, which go on until somebody says that it is enough. */
export interface EndlessWeb {
  page(request: WebRequest): WebPage | undefined;
  /** From now on the chains end, a few pages after the last that was asked for. */
  endSoon(): void;
  /** Pages of all hosts. Only after `endSoon`. */
  size(): number;
}

/** What is still to be found when the end is near: some turns' worth. */
const more = 6;

/** Each page links to the next of its host, and to the one of the same number on the next host. */
export function endlessWeb(hosts: readonly string[]): EndlessWeb {
  let furthest = 0;
  let last = Number.POSITIVE_INFINITY;
  return {
    page({ name, path, port }) {
      const number = path === '/' ? 0 : Number(/^\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
      if (!(number <= last)) return undefined;
      furthest = Math.max(furthest, number);
      const next = hosts[(hosts.indexOf(name) + 1) % hosts.length];
      const links = [`http://${next}:${port}${path}`, ...(number < last ? [`/${number + 1}`] : [])];
      const anchors = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${path} of ${name}</title><p>Page ${number} of ${name}. ${ownWords(`${name} ${number}`)} ${anchors}`,
      };
    },
    endSoon() {
      // The next ones are known by links that were served.
      last = furthest + 1 + more;
    },
    size: () => hosts.length * (last + 1),
  };
}
