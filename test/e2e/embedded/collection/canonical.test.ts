import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

let web: TestWeb;
/** Where pages name their canonical URLs. */
let place: 'element' | 'header';

/** Page, canonical URL. */
const pages: Readonly<Record<string, string | undefined>> = {
  '/list?sort=price': '/list',
  '/list': '/list',
  '/one': '/two',
  '/two': '/one',
  '/lost': '/missing',
  '/missing-too': undefined,
  '/elsewhere': 'http://other.localhost/',
};

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, name }) => {
      if (name !== 'c.localhost' || path === '/robots.txt' || path === '/missing') return undefined;
      const canonical = pages[path];
      const named = canonical !== undefined;
      const link = named && place === 'element' ? `<link rel=canonical href="${canonical}">` : '';
      const header = named && place === 'header' ? { link: `<${canonical}>; rel="canonical"` } : undefined;
      const links = ['/missing', ...Object.keys(pages)].map((one) => `<a href="${one}">x</a>`).join('');
      const text = path === '/' ? links : `<p>What ${path} says.`;
      const headers = { 'content-type': 'text/html', ...header };
      return { headers, body: `<head>${link}<title>${path}</title>${text}` };
    },
  });
});

afterAll(() => web.close());

async function crawl(canonical: string) {
  const directory = jobDirectory(canonical, {
    seeds: [web.url('c.localhost')],
    links: { canonical },
    scope: { hosts: ['c.localhost'] },
  });
  await crawlHere(directory);
  const data = openData(join(directory, 'data'));
  const collection = await data.collection(canonical);
  const { records } = await data.published(canonical);
  const links = data.links(canonical);
  data.close();
  const at = (path: string) => collection.get(web.url('c.localhost', path));
  return { at, links, records: [...records.values()].map(({ record }) => record) };
}

describe.each(['element', 'header'] as const)('a canonical URL, named by a link %s', (where) => {
  beforeAll(() => {
    place = where;
  });

  it('that is a link leaves the page what it is, and says so in its record', async () => {
    const { at, records } = await crawl('link');
    expect(at('/list?sort=price')?.outcome).toBe('stored');
    const record = records.find((one) => one?.title === '/list?sort=price');
    expect(record?.canonical).toBe(web.url('c.localhost', '/list'));
    expect(records.find((one) => one?.title === '/list')).not.toHaveProperty('canonical');
  });

  it('that is ignored is nowhere', async () => {
    const { records } = await crawl('ignore');
    expect(records.filter((one) => one?.canonical !== undefined)).toEqual([]);
  });

  it('that is trusted is where the page has moved, unless a page would be lost by it', async () => {
    const { at, links } = await crawl('trust');
    expect(at('/list?sort=price')).toMatchObject({
      outcome: 'redirected',
      status: 200,
      detail: web.url('c.localhost', '/list'),
    });
    expect(at('/list')?.outcome).toBe('stored');
    expect([at('/one')?.outcome, at('/two')?.outcome].sort()).toEqual(['redirected', 'stored']);
    expect(at('/missing')?.outcome).toBe('gone');
    expect(at('/lost')?.outcome).toBe('stored');
    expect(at('/elsewhere')?.outcome).toBe('stored');
    const line = links.find(({ url }) => url === web.url('c.localhost', '/list?sort=price'));
    expect(line).toMatchObject({ status: 200, links: [{ element: 'redirect', rel: ['canonical'] }] });
  });
});
