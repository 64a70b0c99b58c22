import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import { ownWords } from '../../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../collection.ts';

/** The host of the site. */
export const name = 'a.localhost';
const chapters = ['owls', 'eagles', 'gulls', 'terns', 'ducks', 'finches'];
/** Sixty pages, a third of a few words. */
export const honest = chapters.flatMap((chapter) => Array.from({ length: 10 }, (_, n) => `/${chapter}/${n}`));
export const about = ['/help/cookies', '/help/error-404', '/login', '/help/log-in'];
export const lost = Array.from({ length: 30 }, (_, n) => `/${chapters[n % 6]}/old/bird-${n}`);
export const wall = '/gulls/members';
export const shell = '/terns/map';

function page(title: string, content: string, links: readonly string[] = []): string {
  const list = links.map((to) => `<li><a href="${to}">${to.slice(1)}</a></li>`).join('');
  const navigation = chapters.map((one) => `<a href="/${one}/0">${one}</a>`).join(' ');
  return `<!DOCTYPE html><html lang="en"><title>${title} – Birds</title><body><nav>${navigation}</nav><main>${content}<ul>${list}</ul></main><footer>Birds of the North, since 2001</footer>`;
}

const field =
  '<form action="/in"><input name="user"><input type="password" name="p"><button>Log in</button></form>';

function answer(path: string): string {
  if (path === '/')
    return page('Birds', '<h1>Birds</h1><p>All birds of the north.</p>', [...honest, ...about, wall, shell]);
  const at = honest.indexOf(path);
  if (at >= 0) {
    const said = Array.from(
      { length: at % 3 === 0 ? 1 : 12 },
      (_, i) => `<p>${ownWords(`${path} ${i}`)}</p>`,
    ).join('');
    return page(`Bird ${at}`, `<h1>Bird ${at}</h1>${said}`, at < lost.length ? [lost[at] as string] : []);
  }
  if (path === '/help/cookies')
    return page('Cookies', '<h1>Cookies</h1><p>We use cookies to count visitors.</p><button>Accept</button>');
  if (path === '/help/error-404')
    return page('Error 404', '<h1>Error 404</h1><p>The page you are looking for does not exist.</p>');
  if (path === '/login') return page('Log in', `<h1>Log in</h1>${field}`);
  if (path === '/help/log-in')
    return page(
      'How to log in',
      '<h1>How to log in</h1><p>Say your name, and the password of the first day.</p>',
    );
  if (path === wall)
    return page(
      'Before you continue',
      '<h1>Before you continue</h1><p>We and our partners use cookies for ads and to measure them.</p><button>Accept all</button> <button>Reject all</button>',
    );
  if (path === shell)
    return '<!DOCTYPE html><title>Map – Birds</title><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>';
  return page(
    'Page not found',
    `<h1>Page not found</h1><p>Sorry, there is no ${path} here. It may have been moved or deleted.</p>`,
    ['up/and/away'],
  );
}

/** A site of thirty soft 404s, a wall and a page that scripts make, among sixty honest pages. */
export function startStandInSite(): Promise<TestWeb> {
  return startWeb({
    pages: (request) =>
      request.name !== name || request.path === '/robots.txt'
        ? undefined
        : { headers: { 'content-type': 'text/html' }, body: answer(request.path) },
  });
}

/** What a crawl knows of paths of the site. */
export function standInFindings(web: TestWeb, collection: Collection, lines: Iterable<ChangeLine>) {
  const all = [...lines].flatMap(({ record }) => (record === undefined ? [] : [record]));
  const found = (path: string) => collection.get(web.url(name, path));
  return {
    outcomes: (paths: readonly string[]) => [...new Set(paths.map((path) => found(path)?.outcome))],
    details: (paths: readonly string[]) => paths.map((path) => found(path)?.detail ?? ''),
    record: (path: string) => all.find((one) => one.urls.includes(web.url(name, path))),
    urls: [...collection.keys()].map((one) => new URL(one).pathname),
  };
}
