import type { GeneratedSite } from '../../../support/web/generated-site.ts';
import type { Pages, WebPage } from '../../../support/web/web-server.ts';

/** The one host that has a page which kills whoever asks for it, beside this many that do no harm. */
export const poisonedHost = 'poisoned.localhost';
export const harmlessPages = 13;

/** A site with one more host, whose page `/poison` calls `kill` with the client's port and never answers. */
export function poisonedWeb(site: GeneratedSite, kill: (clientPort: number) => void): Pages {
  return (request) => {
    if (request.name !== poisonedHost) return site.page(request);
    if (request.path === '/robots.txt') return undefined;
    if (request.path !== '/poison') return harmless(request.path);
    kill(request.clientPort);
    return { delayMs: 60_000 };
  };
}

/** The home page links to the poison and to a list of the others, which are less urgent: they are further from it. */
function harmless(path: string): WebPage {
  const list = Array.from({ length: harmlessPages - 2 }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');
  const links: Readonly<Record<string, string>> = {
    '/': '<a href="/poison">no</a> <a href="/list">list</a>',
    '/list': list,
  };
  const body = `<title>${path}</title>${path} ${links[path] ?? ''}`;
  return { headers: { 'content-type': 'text/html' }, body };
}
