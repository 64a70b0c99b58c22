import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ages, type Report } from '../../../../lib/domain/report/report.ts';
import type { RegionsReport, Status, WhyReport } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { ownWords } from '../../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory } from '../../support/job-directory.ts';

const host = 'held.localhost';
const good = 70;

let web: TestWeb;
let directory: string;

/** Pages that say something of their own, and pages that say the same and lead to two more of their kind, for ever. */
function answer(path: string): string | undefined {
  const links = (paths: readonly string[]) => paths.map((to) => `<a href="${to}">on</a>`).join(' ');
  if (path === '/')
    return `home ${links([...Array.from({ length: good }, (_, n) => `/good/${n}`), '/trap/1'])}`;
  const [, folder, name] = path.split('/');
  const n = Number(name);
  if (folder === 'good' && n < good) return `<p>${ownWords(`good ${n}`)}</p>`;
  if (folder === 'trap') return `<p>the same again</p>${links([`/trap/${2 * n}`, `/trap/${2 * n + 1}`])}`;
  return undefined;
}

/** Pages of the trap that were asked for since the last call, each time that they were. */
let seen = 0;
function trapped(): readonly string[] {
  const all = web.log.filter(({ path }) => path.startsWith('/trap/')).map(({ path }) => path);
  const fresh = all.slice(seen);
  seen = all.length;
  return fresh;
}

async function heldNow(): Promise<number> {
  const { out } = await winnow(['status', '--job', directory, '--json']);
  return (JSON.parse(out) as Status).left?.find((one) => one.why === 'yield')?.count ?? 0;
}

const crawl = (...more: readonly string[]) => winnow(['crawl', '--job', directory, ...more]);

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const body = answer(path);
      return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
  directory = jobDirectory('held', { seeds: [web.url(host)] });
});

afterAll(async () => {
  await web.close();
  rmSync(directory, { recursive: true });
});

describe('a crawl that holds what feeds on itself', { timeout: 120_000 }, () => {
  it('says how many pages it expects there, and how to have them fetched', async () => {
    const { exit, out } = await crawl();
    expect(exit).toBe(0);
    expect(out).toMatch(
      /\d+ URLs of 1 host are held, .*; (about \d+|hardly one) of them (is|are) expected to be (a page|pages) with something new \(\/trap\/#?: barren\); `winnow crawl --held` fetches them now/,
    );
    expect(trapped().length).toBeLessThan(50);
    expect(await heldNow()).toBeGreaterThan(0);
  });

  it('says the same of what is held by status, regions, report, why and sql', async () => {
    const json = async (...line: readonly string[]) => {
      const { exit, out } = await winnow([...line, '--job', directory, '--json']);
      expect(exit).toBe(0);
      return JSON.parse(out);
    };
    const held = await heldNow();
    const regions: RegionsReport = await json('regions');
    expect(regions.hosts.map((one) => one.held)).toEqual([held]);
    const { totals, frontier }: Report = await json('report');
    expect(totals.held).toBe(held);
    const heldBack = ages.indexOf('held back');
    expect(frontier.reduce((sum, { urls }) => sum + (urls[heldBack] ?? 0), 0)).toBe(held);
    const { rows } = await json('sql', "SELECT url FROM pages WHERE state = 'held'");
    expect(rows).toHaveLength(held);
    const counted = await json('sql', 'SELECT sum(held) FROM hosts');
    expect(counted.rows).toEqual([[held]]);
    for (const [url] of rows.slice(0, 3)) {
      const { lines }: WhyReport = await json('why', String(url));
      expect(lines.find(({ step }) => step === 'frontier')?.detail).toMatch(
        /^held at depth \d+: its region \/trap/,
      );
    }
    const waiting = await json('sql', "SELECT url FROM pages WHERE state = 'pending'");
    expect(waiting.rows).toEqual([]);
  });

  it('lets nothing go that is not meant', async () => {
    const { err } = await crawl('--held', '--host', 'other.localhost');
    expect(err).toContain('nothing that is meant is held');
    expect((await crawl('--region', '/trap/')).exit).not.toBe(0);
    trapped();
  });

  it('fetches one generation of it with --held, each page once', async () => {
    const before = await heldNow();
    const { exit, err } = await crawl('--held');
    expect({ exit, said: err.match(/(\d+) held URLs of 1 host are let go/)?.[1] }).toEqual({
      exit: 0,
      said: String(before),
    });
    const fetched = trapped();
    expect(new Set(fetched).size).toBe(fetched.length);
    expect(fetched.length).toBeGreaterThanOrEqual(before);
    expect(fetched.length).toBeLessThan(before + 10);
    expect(await heldNow()).toBeGreaterThan(before);
    await crawl();
    expect(trapped().length).toBeLessThan(10);
  });

  it('enters that in the log of commands', async () => {
    const { out } = await winnow(['audit', '--job', directory]);
    expect(out).toMatch(/crawl held held +done/);
  });
});
