import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

let web: TestWeb;

const [site, other] = ['r.localhost', 'other.localhost'] as const;

/** Each moves on to the next. */
const chain = ['/old', '/moved/here', '/news', '/archive/home', '/welcome.html', '/never'] as const;

/** Pages by path: what they say in their heads. */
const heads: Readonly<Record<string, string>> = {
  '/loop/a': refresh('/loop/b'),
  '/loop/b': refresh('/loop/a'),
  '/noindex': `<meta name=robots content="noindex,noarchive">${refresh('/target')}`,
  '/nofollow': `<meta name=robots content=nofollow>${refresh('/unseen')}`,
  '/itself': refresh('/itself'),
  '/slow': refresh('/slow-target', 5),
  '/target': '',
  '/slow-target': '',
};

function refresh(to: string, seconds = 0): string {
  return `<meta http-equiv=refresh content="${seconds};url=${to}">`;
}

function headOf(host: string, path: string): string | undefined {
  if (host === other) return path === '/arrived' ? '' : undefined;
  const next = chain[chain.indexOf(path as '/old') + 1];
  if (next !== undefined && next !== chain[0]) return refresh(next);
  return path === '/elsewhere' ? refresh(web.url(other, '/arrived')) : heads[path];
}

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, name }) => {
      const unlinked = ['/target', '/slow-target'];
      const links = [chain[0], ...Object.keys(heads), '/elsewhere'].filter((one) => !unlinked.includes(one));
      const index = links.map((one) => `<a href="${one}">${one}</a>`).join('');
      const head = path === '/' && name === site ? '' : headOf(name, path);
      if (head === undefined) return undefined;
      const text = path === '/' ? index : `<p>What ${path} of ${name} says.`;
      return { headers: { 'content-type': 'text/html' }, body: `<head>${head}<title>${path}</title>${text}` };
    },
  });
});

afterAll(() => web.close());

async function crawl(name: string, settings: object) {
  const directory = jobDirectory(name, {
    seeds: [web.url(site)],
    scope: { hosts: [site, other] },
    fetch: { maxRedirects: 4 },
    ...settings,
  });
  await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(name);
  const links = data.links(name);
  data.close();
  return { links, at: (path: string, host: string = site) => collection.get(web.url(host, path)) };
}

it('an instant refresh is a redirect', async () => {
  const { at, links } = await crawl('moves-on', {});
  // A chain ends where redirects do.
  expect(chain.map((path) => at(path)?.outcome)).toEqual([
    ...Array<string>(4).fill('redirected'),
    'failed',
    undefined,
  ]);
  expect(at('/welcome.html')?.detail).toContain('too-many-redirects');
  // A loop ends where it began.
  expect([at('/loop/a')?.outcome, at('/loop/b')?.outcome]).toEqual(['redirected', 'redirected']);
  // Another host is reached.
  expect(at('/elsewhere')).toMatchObject({ outcome: 'redirected', status: 200 });
  expect(at('/arrived', other)?.outcome).toBe('stored');
  const line = links.find(({ url }) => url === web.url(site, '/elsewhere'));
  expect(line).toMatchObject({ status: 200, links: [{ element: 'redirect', rel: ['refresh'] }] });
  // What the owner says of the page holds.
  expect(at('/noindex')).toMatchObject({ outcome: 'redirected', detail: web.url(site, '/target') });
  expect(at('/target')?.outcome).toBe('stored');
  expect([at('/nofollow')?.outcome, at('/unseen')]).toEqual(['stored', undefined]);
});

it('a refresh that is late or leads to its own page leaves it what it is', async () => {
  const { at } = await crawl('stays', {});
  expect(['/itself', '/slow', '/slow-target'].map((path) => at(path)?.outcome)).toEqual(
    Array<string>(3).fill('stored'),
  );
});

it('instant refreshes that count as links keep their pages', async () => {
  const { at } = await crawl('kept', { links: { metaRefresh: 'link' } });
  expect([at('/old')?.outcome, at('/loop/b')?.outcome]).toEqual(['stored', 'stored']);
});
