import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchPages } from '../../../../lib/adapters/sinks/sqlite/search-pages.ts';
import { readQuery } from '../../../../lib/capabilities/search/read-query.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { startWinnow, winnow } from '../../support/process/winnow-process.ts';

const birds = ['wren', 'crane', 'heron', 'plover'];
let web: TestWeb;
let directory: string;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path, name }) => {
      if (name !== 'birds.localhost') return undefined;
      const links = birds.map((bird) => `<a href="/${bird}">${bird}</a>`).join(' ');
      const bird = birds.find((one) => path === `/${one}`);
      if (path !== '/' && bird === undefined) return undefined;
      const text = bird === undefined ? links : `<p>The ${bird} sings in the reeds.</p>`;
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${bird ?? 'birds'}</title>${text}`,
      };
    },
  });
  directory = jobDirectory('fed', {
    seeds: [web.url('birds.localhost')],
    scope: { hosts: ['birds.localhost'] },
    sinks: [
      { name: 'search', to: 'sqlite' },
      { name: 'lines', to: 'files' },
      { name: 'blocked', to: 'files', directory: 'taken' },
    ],
  });
});

afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true });
});

describe('sinks of a crawl on one machine', () => {
  const data = (...path: string[]): string => join(directory, 'data', ...path);
  const hits = (): number => {
    const request = { weights: { relevance: 0, rank: 0 }, limit: 10, offset: 0 };
    return searchPages(data('sinks', 'search.db'), { ...request, query: readQuery('reeds', 0) }).count;
  };

  it('have the collection when the crawl ends, and one that cannot go on holds up nothing', async () => {
    mkdirSync(data());
    writeFileSync(data('taken'), 'a file where a directory should be');
    await crawlHere(directory);
    const opened = openData(data());
    const collection = await opened.collection('fed');
    opened.close();
    expect(collection.size).toBe(birds.length + 1);
    expect(hits()).toBe(birds.length);
    const current = data('sinks', 'lines', 'current');
    const lines = readdirSync(current)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readFileSync(join(current, name), 'utf8').trim().split('\n'));
    expect(new Set(lines.map((line) => JSON.parse(line).md5)).size).toBe(birds.length + 1);
  });

  it('are told of with what holds them up, and go on when it was mended', async () => {
    const told = await winnow(['sinks', '--job', directory]);
    expect(told.out).toMatch(/search +sqlite +going/);
    expect(told.out).toMatch(/blocked +files +unavailable/);
    expect(told.out).toContain('winnow sinks retry blocked');
    rmSync(data('taken'));
    const run = await winnow(['sinks', 'run', '--job', directory]);
    expect(run.exit).toBe(0);
    expect(run.out).toMatch(/blocked +files +going .* nothing/);
  });

  it('are filled anew beside what readers see', async () => {
    expect((await winnow(['sinks', 'rebuild', 'lines', '--job', directory])).exit).toBe(0);
    await winnow(['sinks', 'run', '--job', directory]);
    expect(readdirSync(data('sinks', 'lines')).sort()).toEqual(['0002', 'current']);
    const missing = await winnow(['sinks', 'pause', 'nothing', '--job', directory]);
    expect(missing.exit).not.toBe(0);
    expect(missing.err).toContain('it has search, lines, blocked');
  });

  it('are fed by `winnow serve` between crawls, which a crawl and `sinks run` leave them to', async () => {
    const serve = startWinnow(['serve', '--job', directory, '--listen', '0', '--json']);
    try {
      const run = () => winnow(['sinks', 'run', '--job', directory]);
      while ((await run()).exit === 0) expect(serve.running).toBe(true);
      expect((await run()).err).toContain(`process ${serve.pid} feeds the sinks already`);
      await winnow(['delete', web.url('birds.localhost', '/wren'), '--yes', '--job', directory]);
      while (hits() === birds.length) await setTimeout(20);
      expect((await winnow(['crawl', '--job', directory])).exit).toBe(0);
      expect(serve.said.err).not.toContain('winnow:');
    } finally {
      serve.kill('SIGINT');
      expect((await serve.ended).exit).toBe(0);
    }
    expect(hits()).toBe(birds.length - 1);
    expect((await winnow(['sinks', 'run', '--job', directory])).exit).toBe(0);
  });
});
