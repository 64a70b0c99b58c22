import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchListing } from '../../../../lib/capabilities/search/operation.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { startWinnow, winnow } from '../../support/process/winnow-process.ts';

const birds = ['wren', 'crane', 'heron'];
/** What a terminal would obey, a browser would run, and what turns the direction of a line. */
const hostile = '\u001b[31mred\u001b[0m \u202ekcab <script>alert(1)</script> =cmd';
let web: TestWeb;
let directory: string;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, name }) => {
      if (name !== 'birds.localhost') return undefined;
      const links = birds.map((bird) => `<a href="/${bird}">${bird}</a>`).join(' ');
      const bird = birds.find((one) => path === `/${one}`);
      if (path !== '/' && bird === undefined) return undefined;
      const said = `<p>The ${bird} sings in the reeds. ${hostile.replaceAll('<', '&lt;')}</p>`;
      const title = bird === 'heron' ? hostile.replaceAll('<', '&lt;') : (bird ?? 'birds');
      return {
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<title>${title}</title>${bird === undefined ? links : said}`,
      };
    },
  });
  directory = jobDirectory('found', {
    seeds: [web.url('birds.localhost')],
    scope: { hosts: ['birds.localhost'] },
  });
});

afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true });
});

/** What can become of the file of an index. */
const damages = ['emptied', 'overwritten', 'overwritten behind its head', 'of somebody else'] as const;
function damageIndex(damage: (typeof damages)[number]): void {
  const file = join(directory, 'data', 'search', 'found.db');
  const before = readFileSync(file);
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  if (damage === 'of somebody else') {
    const db = new DatabaseSync(file);
    db.exec('CREATE TABLE a (b)');
    db.close();
  } else if (damage === 'emptied') writeFileSync(file, '');
  else writeFileSync(file, before.fill('x', damage === 'overwritten' ? 0 : 4_096));
}

const ask = async (...words: string[]) => {
  const { exit, out, err } = await winnow(['search', '--job', directory, '--json', ...words]);
  return { exit, err, answer: exit === 0 ? (JSON.parse(out) as SearchListing) : undefined };
};
const paths = (answer: SearchListing | undefined) =>
  answer?.pages.map(({ url }) => new URL(url).pathname).toSorted();

describe('`winnow search` of a job without sinks', () => {
  it('makes the index with the first search, and finds what was crawled', async () => {
    await crawlHere(directory);
    expect(existsSync(join(directory, 'data', 'search', 'found.db'))).toBe(false);
    const { answer } = await ask('sings', 'reeds', '--facets');
    expect(paths(answer)).toEqual(['/crane', '/heron', '/wren']);
    expect(answer).toMatchObject({ behind: 0, count: 3 });
    expect(answer?.facets?.host[0]).toMatchObject({ pages: 3 });
    expect(paths((await ask('reeds -wren', 'title:crane')).answer)).toEqual(['/crane']);
  });

  it('prints nothing that a terminal obeys', async () => {
    const { out } = await winnow(['search', '--job', directory, 'reeds']);
    expect(out).toContain('sings in the *reeds*');
    for (const sign of ['\u001b', '\u202e']) expect(out).not.toContain(sign);
    expect(out).toContain('<script>');
  });

  it('leads from page to page', async () => {
    const { out } = await winnow(['search', '--job', directory, 'reeds', '--limit', '2']);
    const next = /more: (.*)/.exec(out)?.[1] ?? '';
    expect(next).toContain('--cursor 2');
    expect(paths((await ask('reeds', '--limit', '2', '--cursor', '2')).answer)).toHaveLength(1);
  });

  it('makes the index anew where its file is lost', async () => {
    rmSync(join(directory, 'data', 'search'), { recursive: true });
    expect(paths((await ask('reeds')).answer)).toHaveLength(3);
  });

  it('makes the index anew where its file is damaged', async () => {
    for (const damage of damages) {
      damageIndex(damage);
      expect([damage, paths((await ask('reeds')).answer)]).toEqual([damage, ['/crane', '/heron', '/wren']]);
    }
  });

  it('shows the index among the sinks, which can be filled anew', async () => {
    const sinks = async (...words: string[]) => {
      const { exit, out } = await winnow(['sinks', ...words, '--job', directory, '--json']);
      expect(exit).toBe(0);
      return JSON.parse(out) as unknown;
    };
    expect(await sinks('list')).toMatchObject([{ name: '_search', to: 'sqlite', state: 'going', behind: 0 }]);
    await sinks('rebuild', '_search');
    expect(await sinks('run')).toMatchObject([{ name: '_search', generation: 2, state: 'going', behind: 0 }]);
    expect(paths((await ask('reeds')).answer)).toHaveLength(3);
  });

  it('refuses what is no query, with an exit code of 2', async () => {
    expect((await ask()).exit).toBe(2);
    expect((await ask('reeds', '--limit', '0')).exit).toBe(2);
    expect(paths((await ask('"; DROP TABLE page_1 --')).answer)).toEqual([]);
  });

  it('is kept in step by `serve`: a page that is deleted is gone for those who search there', async () => {
    const serve = startWinnow(['serve', '--job', directory, '--listen', '0', '--json']);
    try {
      while (!serve.said.out.includes('token')) await setTimeout(20);
      const { url, token } = JSON.parse(serve.said.out) as { url: string; token: string };
      const search = async (): Promise<SearchListing> => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${url}/v1/jobs/found/search?query=reeds`, { headers });
        if (!answer.ok) throw new Error(await answer.text());
        return (await answer.json()) as SearchListing;
      };
      expect(paths(await search())).toHaveLength(3);
      const authorization = `Basic ${Buffer.from(`ann:${token}`).toString('base64')}`;
      const page = async (path: string) =>
        await (await fetch(`${url}/search/found${path}`, { headers: { authorization } })).text();
      const found = await page('?q=reeds');
      const copy = /\/search\/found(\/[0-9a-f]{32})/.exec(found)?.[1] ?? '';
      for (const html of [found, await page(copy), await page('?q=%22%3E%3Cscript%3Ealert(1)')]) {
        expect(html).toContain('<h1>');
        expect(html).not.toMatch(/<script/i);
        for (const sign of ['\u001b', '\u202e']) expect(html).not.toContain(sign);
      }
      for (const damage of damages) {
        damageIndex(damage);
        expect([damage, paths(await search())]).toEqual([damage, ['/crane', '/heron', '/wren']]);
      }
      await winnow(['delete', web.url('birds.localhost', '/wren'), '--yes', '--job', directory]);
      while (((await search()).pages.length ?? 3) === 3) await setTimeout(20);
      expect(paths(await search())).toEqual(['/crane', '/heron']);
      expect(serve.said.err).not.toContain('winnow:');
    } finally {
      serve.kill('SIGINT');
      expect((await serve.ended).exit).toBe(0);
    }
  });
});
