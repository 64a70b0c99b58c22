import type { GeneratedSite } from '../../support/generated-site.ts';
import type { Pages, WebPage } from '../../support/web-server.ts';

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

function harmless(path: string): WebPage {
  const links = Array.from({ length: harmlessPages - 1 }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');
  const body = path === '/' ? `${links} <a href="/poison">no</a>` : path;
  return { headers: { 'content-type': 'text/html' }, body: `<title>${path}</title>${body}` };
}
