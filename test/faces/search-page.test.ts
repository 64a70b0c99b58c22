import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../../lib/adapters/aws/base/failure.ts';
import { problemOf } from '../../lib/faces/rest/problem.ts';
import { openSearchPage } from '../../lib/faces/search-page.ts';
import type { Served } from '../../lib/faces/served.ts';
import { type KeptServer, type Reply, send, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept({}, { search: ['kept'] });
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

/** As everybody, without a token. */
const get = (path: string): Promise<Reply> => send(server.port, `/search/kept${path}`);
const linksIn = ({ text }: Reply) =>
  [...text.matchAll(/href="(\/search[^"]*)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'));

describe('the search page', () => {
  it('has a labelled form, and says what can be asked', async () => {
    const { status, text } = await get('');
    expect(status).toBe(200);
    expect(text).toContain('<label for="q">');
    expect(text).toMatch(/<form role="search" action="\/search\/kept">/);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('color-scheme:light dark');
  });

  it('lists pages with the words marked, and counts what they can be chosen by', async () => {
    const found = await get('?q=herons');
    expect(found.text).toContain('7 pages, of which 1 to 7.');
    expect(found.text).toContain('<mark>herons</mark>');
    const facet = linksIn(found).find((to) => to.includes('host'));
    const chosen = await send(server.port, facet ?? '');
    expect(chosen.text).toContain('1 page, of which 1 to 1.');
  });

  it('leads to the stored copy, which is text in our page', async () => {
    const copy = linksIn(await get('?q=herons')).find((to) => /\/[0-9a-f]{32}$/.test(to));
    const { status, text } = await send(server.port, copy ?? '');
    expect(status).toBe(200);
    expect(text).toMatch(/<pre dir="auto">/);
    expect(text).toContain('stored: <bdi>text/html</bdi>');
  });

  it('keeps the query as it was typed, and runs nothing of it', async () => {
    const { text, headers } = await get(`?q=${encodeURIComponent('"><script>alert(1)</script> herons')}`);
    expect(text).not.toContain('<script');
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; herons"');
    const policy = String(headers['content-security-policy']);
    const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
    expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'`);
    expect(policy).not.toContain('script');
    expect(policy).toContain("frame-ancestors 'none'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it.each(['?q=%22', '?q=OR', '?q=herons&from=999', '?q=herons&from=-1', '?q=%ff%00', '?q=a&q=b', '?from=3'])(
    'answers %s with a page',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain('role="search"');
    },
  );

  it('tells as a page what is not there', async () => {
    for (const path of ['/0123456789abcdef0123456789abcdef', '/x', '/a/b']) {
      const { status, headers, text } = await get(path);
      expect(status).toBe(path === '/0123456789abcdef0123456789abcdef' ? 404 : 401);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).toContain('<h1>');
    }
    expect((await send(server.port, '/search/kept', { method: 'POST', body: 'q=a' })).status).toBe(405);
  });

  it('tells of a right that is missing with 403 and what to do, and not to come again', async () => {
    const cause = Object.assign(new Error('no'), { name: 'AccessDeniedException' });
    const attempt = { service: 'secretsmanager', action: 'GetSecretValue', resource: 'login' } as const;
    const { told } = openSearchPage({} as Served, new Set());
    const refused = told?.(problemOf(failure(cause, attempt)));
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([403, null]);
    const text = await refused?.text();
    expect(text).toContain('lack secretsmanager:GetSecretValue');
    expect(text).toContain('have somebody who may give');
  });

  it('asks a browser for a token where not everybody may search', async () => {
    const closed = await serveKept();
    try {
      const nobody = await send(closed.port, '/search/kept?q=herons');
      expect([nobody.status, nobody.headers['www-authenticate']]).toEqual([
        401,
        'Basic realm="Winnow", charset="UTF-8"',
      ]);
      const password = Buffer.from(`ann:${closed.tokens.view}`).toString('base64');
      const headers = { authorization: `Basic ${password}` };
      expect((await send(closed.port, '/search/kept?q=herons', { headers })).status).toBe(200);
      expect((await send(closed.port, '/v1/jobs/kept/status', { headers })).status).toBe(401);
      expect((await send(closed.port, '/search/other?q=a', { headers })).status).toBe(404);
    } finally {
      await closed.close();
    }
  });
});
