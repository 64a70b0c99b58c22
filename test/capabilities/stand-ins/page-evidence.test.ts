import { describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { openHost, readHtml } from './told-pages.ts';

const host = 'site.example' as HostName;
const at = (path: string) => `http://${host}${path}` as CanonicalUrl;

/** What a page is told to be by itself, on a host of which nothing else is known. */
function told(html: string, path = '/owls/barn', hops = 0): string | undefined {
  return openHost(host).answer(at(path), html, hops)?.kind;
}

const navigation =
  '<nav><a href="/">Home</a> <a href="/owls">Owls</a> <a href="/about">About us</a></nav><header><a href="/">Birds of the North</a></header>';
const footer = '<footer>© 2020 Birds of the North. All rights reserved.</footer>';

function page(title: string, content: string): string {
  return `<title>${title}</title>${navigation}<main>${content}</main>${footer}`;
}

const banner =
  '<div class="banner"><h2>We value your privacy</h2><p>We use cookies to measure how this site is used.</p><button>Accept all</button> <button>Reject</button></div>';

describe('a soft 404', () => {
  it.each([
    ['Page not found – Birds', '<h1>Page not found</h1><p>The page you are looking for does not exist.</p>'],
    ['404', '<h1>Oops!</h1><p>The page you requested could not be found. Check the address.</p>'],
    [
      'Error 404 (Not Found)',
      '<p>The requested URL <code>/owls/barn</code> was not found on this server.</p>',
    ],
    [
      'Birds of the North',
      '<h1>Sorry, we couldn’t find that page</h1><p>It may have been moved or deleted.</p>',
    ],
    [
      'Seite nicht gefunden',
      '<h1>Seite nicht gefunden</h1><p>Die angeforderte Seite existiert nicht mehr.</p>',
    ],
    ['Page introuvable', '<h1>Page introuvable</h1><p>La page demandée n’existe pas ou a été déplacée.</p>'],
    ['Página no encontrada', '<h1>Error 404</h1><p>La página que buscas no existe.</p>'],
    ['Pagina non trovata', '<h1>Pagina non trovata</h1><p>La pagina che stai cercando non esiste.</p>'],
    ['Página não encontrada', '<h1>Página não encontrada</h1><p>A página que você procura não existe.</p>'],
    ['Pagina niet gevonden', '<h1>Pagina niet gevonden</h1><p>De opgevraagde pagina bestaat niet.</p>'],
    ['Sidan hittades inte', '<h1>Sidan hittades inte</h1><p>Sidan du söker finns inte.</p>'],
    ['Nie znaleziono strony', '<h1>404</h1><p>Strona, której szukasz, nie istnieje.</p>'],
    [
      'Страница не найдена',
      '<h1>Страница не найдена</h1><p>Запрашиваемая страница не существует или удалена.</p>',
    ],
    [
      'ページが見つかりません',
      '<h1>ページが見つかりません</h1><p>お探しのページは移動または削除されました。</p>',
    ],
    ['页面不存在', '<h1>404</h1><p>您访问的页面不存在或已被删除。</p>'],
  ])('is told by what it says in its title and its text: %s', (title, content) => {
    expect(told(page(title, content))).toBe('not-found');
  });

  it('is told by noindex where it says no more than that', () => {
    const html = page('Not found', '<meta name="robots" content="noindex"><h1>Not found</h1>');
    expect(told(html)).toBe('not-found');
    expect(told(page('Not found', '<h1>Not found</h1>'))).toBeUndefined();
  });
});

describe('a wall', () => {
  const field =
    '<form action="/in"><input name="user"><input type="password" name="p"><button>Log in</button></form>';

  it.each([
    ['Log in – Birds', `<h1>Log in to continue</h1>${field}`],
    ['Birds of the North', `<h1>Please sign in</h1><p>This page is for members.</p>${field}`],
    ['Anmelden', `<h1>Bitte anmelden</h1>${field}`],
    ['Connexion', `<h1>Connectez-vous pour continuer</h1>${field}`],
    ['Вход', `<h1>Вход на сайт</h1>${field}`],
  ])('that wants a login is told by its field for a password: %s', (title, content) => {
    expect(told(page(title, content))).toBe('login');
  });

  it.each([
    [
      'Before you continue',
      '<h1>Before you continue</h1><p>We and our partners use cookies to measure ads.</p><button>Accept all</button><button>Reject all</button><a href="/privacy">Privacy policy</a>',
    ],
    [
      'Birds of the North',
      '<h1>Wir verwenden Cookies</h1><p>Wir und unsere Partner brauchen Ihre Einwilligung.</p><form><input type="submit" value="Alle akzeptieren"></form>',
    ],
    [
      'Votre vie privée',
      '<p>Nous utilisons des cookies avec votre consentement.</p><button>Tout accepter</button> <button>Paramètres</button>',
    ],
  ])('that wants consent is told by its saying nothing else, with a button: %s', (title, content) => {
    expect(told(page(title, content))).toBe('consent');
  });

  it('is a stand-in under an address of its own where that leads back, or a redirect led there', () => {
    const wall = page('Log in', `<h1>Log in</h1>${field}`);
    expect(told(wall, '/login')).toBeUndefined();
    expect(told(wall, '/login?next=%2Fowls%2Fbarn')).toBe('login');
    expect(told(wall, '/login', 1)).toBe('login');
  });
});

describe('a page that scripts make', () => {
  it.each([
    '<title>Birds</title><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/app.js"></script>',
    '<title>Birds</title><div id="app"><p>Loading…</p></div><noscript>Please enable JavaScript.</noscript><script src="/app.js"></script>',
    '<title>Birds</title><h1>Birds</h1><p>JavaScript is disabled in your browser.</p><script src="/app.js"></script>',
    '<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p><script>go()</script>',
  ])('is told by its saying nothing but that: %s', (html) => {
    expect(told(html)).toBe('scripts');
  });
});

describe('an honest page', () => {
  const field =
    '<form action="/in"><input name="user"><input type="password" name="p"><button>Log in</button></form>';

  it.each([
    ['of a few words', '/owls/barn', page('Barn owl', '<h1>Barn owl</h1><p>White and quiet.</p>')],
    [
      'of a few words, with a banner',
      '/hours',
      page('Opening hours', `${banner}<h1>Opening hours</h1><p>We open at nine.</p>`),
    ],
    ['of a picture, with a banner', '/pictures/7', page('Birds', `<img src="/7.jpg" alt="">${banner}`)],
    [
      'of links, with a banner',
      '/list',
      page(
        'Birds',
        `<ul><li><a href="/a">Barn owl</a></li><li><a href="/b">Eagle owl</a></li></ul>${banner}`,
      ),
    ],
    ['of a heading, with a banner', '/map', page('The map', `<h1>The map</h1>${banner}`)],
    [
      'about error 404',
      '/wiki/HTTP_404',
      page('HTTP 404', '<h1>HTTP 404</h1><p>The page you requested does not exist, says this code.</p>'),
    ],
    [
      'about a page that is not found',
      '/blog/page-not-found',
      page('Page not found', '<h1>Page not found</h1><p>What to say to those whom you looked for.</p>'),
    ],
    [
      'of help with status codes',
      '/help/17',
      page(
        'What does “page not found” mean?',
        '<h1>What does “page not found” mean?</h1><p>The page you are looking for does not exist.</p>',
      ),
    ],
    [
      'about a song',
      '/songs/3',
      page('Not found', '<h1>Not Found</h1><p>From the second album, three minutes long.</p>'),
    ],
    [
      'of something sold out',
      '/shop/chair',
      page('Blue chair', '<h1>Blue chair</h1><p>Sorry, this product is no longer available.</p>'),
    ],
    [
      'of a search without results',
      '/search?q=owls',
      page('Search', '<h1>Search</h1><p>No results found for owls.</p>'),
    ],
    [
      'about cookies',
      '/cookies',
      page('Cookies', `<h1>Cookies</h1><p>We use cookies to know who you are.</p>${banner}`),
    ],
    [
      'of a recipe',
      '/recipes/4',
      page(
        'Chocolate cookies',
        `<h1>Chocolate cookies</h1><p>Bake the cookies for twelve minutes.</p>${banner}`,
      ),
    ],
    ['for logging in', '/login', page('Log in', `<h1>Log in</h1>${field}`)],
    [
      'of help with logging in',
      '/help/2',
      page('How to log in', '<h1>Log in</h1><p>Go to the first page, and say who you are.</p>'),
    ],
    [
      'with a form for logging in at its side',
      '/owls/eagle',
      page('Eagle owl', `<h1>Eagle owl</h1><p>The largest.</p><h2>Log in</h2>${field}`),
    ],
    [
      'with scripts',
      '/hello',
      '<title>Hello</title><p>Hello, world.</p><noscript>Enable JavaScript for the clock.</noscript><script>tick()</script>',
    ],
    [
      'on how to enable scripts',
      '/help/5',
      '<title>Help</title><h1>How to enable JavaScript</h1><p>Open the settings of your browser.</p><script>tick()</script>',
    ],
  ])('stays: %s', (_, path, html) => {
    expect(told(html, path)).toBeUndefined();
  });

  it('that says much has no evidence, and costs no second look', () => {
    expect(
      readHtml(at('/a'), page('Page not found', `<p>${'The barn owl hunts at night. '.repeat(100)}</p>`))
        ?.evidence,
    ).toBeUndefined();
  });
});
