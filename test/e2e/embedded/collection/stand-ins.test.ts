import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownWords } from '../../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere, withInstallation } from '../../support/process/in-process.ts';

const name = 'a.localhost';
const chapters = ['owls', 'eagles', 'gulls', 'terns', 'ducks', 'finches'];
/** Sixty pages, a third of a few words. */
const honest = chapters.flatMap((chapter) => Array.from({ length: 10 }, (_, n) => `/${chapter}/${n}`));
const about = ['/help/cookies', '/help/error-404', '/login', '/help/log-in'];
const lost = Array.from({ length: 30 }, (_, n) => `/${chapters[n % 6]}/old/bird-${n}`);
const [wall, shell] = ['/gulls/members', '/terns/map'];

let web: TestWeb;

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

beforeAll(async () => {
  web = await startWeb({
    pages: (request) =>
      request.name !== name || request.path === '/robots.txt'
        ? undefined
        : { headers: { 'content-type': 'text/html' }, body: answer(request.path) },
  });
});

afterAll(() => web.close());

async function crawl(standIns: 'drop' | 'keep') {
  const directory = jobDirectory(standIns, {
    seeds: [web.url(name)],
    content: { standIns },
    scope: { hosts: [name] },
  });
  const report = await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(standIns);
  const { records } = await data.published(standIns);
  data.close();
  const url = (path: string) => web.url(name, path);
  const all = [...records.values()].flatMap(({ record }) => (record === undefined ? [] : [record]));
  return {
    report,
    outcomes: (paths: readonly string[]) => [
      ...new Set(paths.map((path) => collection.get(url(path))?.outcome)),
    ],
    details: (paths: readonly string[]) => paths.map((path) => collection.get(url(path))?.detail ?? ''),
    record: (path: string) => all.find((one) => one.urls.includes(url(path))),
    urls: [...collection.keys()].map((one) => new URL(one).pathname),
    why: (path: string) =>
      withInstallation(directory, (installation, job) => installation.why(job, url(path))),
  };
}

describe('a site of thirty soft 404s, a wall and a page that scripts make, among sixty honest pages', () => {
  it('brings its honest pages alone, and what scripts make marked', async () => {
    const { outcomes, details, record, urls, why } = await crawl('drop');
    expect(outcomes([...honest, ...about, '/'])).toEqual(['stored']);
    expect(outcomes([...lost, wall])).toEqual(['denied']);
    expect(new Set(details(lost))).toEqual(
      new Set([
        'stand-in: not-found, by its title, a heading, a sentence to who asked for it, the path that was asked for, little text',
      ]),
    );
    expect(details([wall])).toEqual(['stand-in: consent, by each line speaks of consent, a button gives it']);
    expect(record(shell)?.standIn?.kind).toBe('scripts');
    expect(record('/owls/0')).not.toHaveProperty('standIn');
    expect(urls.filter((one) => one.includes('/away'))).toEqual([]);
    const { lines } = await why(lost[0] as string);
    expect(lines.find(({ step }) => step === 'outcome')?.detail).toContain(
      'stand-in: not-found, by its title',
    );
  });

  it('brings all of them marked where they are kept', async () => {
    const { outcomes, record, why } = await crawl('keep');
    expect(outcomes([...honest, ...about, ...lost, wall, shell])).toEqual(['stored']);
    expect(new Set(lost.map((path) => record(path)?.standIn?.kind))).toEqual(new Set(['not-found']));
    expect(record(wall)?.standIn?.kind).toBe('consent');
    expect([...honest, ...about].filter((path) => record(path)?.standIn !== undefined)).toEqual([]);
    const { lines } = await why(lost[0] as string);
    expect(lines.find(({ step }) => step === 'stand-in')?.detail).toContain('not-found, by its title');
  });
});
