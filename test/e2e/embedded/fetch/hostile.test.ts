import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecordEntry } from '../../../../lib/ports/records.ts';
import type { CrawlReport } from '../../../../lib/runtime/shared/installation.ts';
import { type HostileWeb, startHostileWeb } from '../../../support/hostile/hostile-web.ts';
import { waysBySubject } from '../../../support/hostile/hosts.ts';
import { testRoot } from '../../../support/hostile/tls.ts';
import { answer, hostileServer } from '../../../support/web/hostile-server.ts';
import type { TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';
import { hostileJob, neighbourPages, startNeighbours, written } from '../../support/web/crawl-hostile-web.ts';

const nowhere = 'http://does-not-exist.invalid/';
let hostile: HostileWeb;
let honest: TestWeb;
let report: CrawlReport;
let collection: Collection;
let records: readonly RecordEntry[];
let peakMb: number;
let socketsBefore: number;

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'TCPSocketWrap').length;

beforeAll(async () => {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, testRoot]);
  [hostile, honest] = await Promise.all([startHostileWeb(), startNeighbours()]);
  const job = hostileJob(hostile, honest);
  const directory = jobDirectory('hostile', {
    ...job,
    seeds: [...job.seeds, nowhere],
    scope: { hosts: [...job.scope.hosts, 'does-not-exist.invalid'] },
  });
  socketsBefore = sockets();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  // Which certificates are trusted holds for one thread.
  report = await crawlHere(directory, { workers: false });
  clearInterval(watch);
  setDefaultCACertificates(trusted);
  peakMb = (peak - before) / 1e6;
  await honest.close();
  const data = openData(join(directory, 'data'));
  collection = await data.collection('hostile');
  records = await data.records('hostile');
  expect(data.faults()).toEqual([]);
  data.close();
});

afterAll(() => hostile.close());

describe.each(Object.entries(waysBySubject))('hostile hosts: %s', (_subject, ways) => {
  it.each(ways)('$name, which $does, ends as $outcome', ({ name, outcome }) => {
    const found = collection.get(hostile.url(name));
    expect(written(found), found?.detail).toBe(outcome);
  });

  // What misbehaves for one page is asked for another as if nothing had been.
  it.each(ways.filter(({ page }) => page !== undefined))('$name loses no other page', ({ name }) => {
    expect(collection.get(hostile.url(name, '/other'))?.outcome).toMatch(/stored|duplicate/);
  });
});

describe('a crawl of hostile hosts', () => {
  it('brings every page of the hosts beside them', () => {
    const missing = neighbourPages(honest).filter((url) => collection.get(url)?.outcome !== 'stored');
    expect(missing).toEqual([]);
  });

  it('comes to its end', () => {
    expect(report.end).toBe('done');
  });

  it('leaves no connection open, on neither side', async () => {
    // What is destroyed is closed a moment later, and the other side hears of it still later.
    await vi.waitFor(() => expect(sockets()).toBeLessThanOrEqual(socketsBefore), 10_000);
    await vi.waitFor(async () => expect(await hostile.connected()).toEqual([]), 10_000);
  });

  it('holds little in memory', () => {
    expect(peakMb).toBeLessThan(500);
  });

  it('takes no second answer to one request for the answer to the next', () => {
    const poisoned = records.filter(({ title }) => title === 'poison').map(({ firstUrl }) => firstUrl);
    expect(poisoned).not.toContain(hostile.url('two-answers', '/other'));
  });

  it('leaves redirects after ten in a row', () => {
    const last = [...collection].find(([url, { detail }]) => {
      return (
        url.startsWith(hostile.url('endless-chain')) &&
        detail?.startsWith('too-many-redirects: 10 redirects in a row')
      );
    });
    expect(last).toBeDefined();
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1:25/'])(
    'does not connect to %s, where redirects led',
    (url) => {
      expect(written([...collection].find(([one]) => one === url)?.[1])).toBe('failed: address-refused');
    },
  );

  it('is not held up by a name that does not exist', () => {
    expect(written([...collection].find(([url]) => url === nowhere)?.[1])).toBe('failed: dns');
  });
});

describe('a page of a million elements in each other', () => {
  it.runIf(process.env.WINNOW_TEST_FULL)(
    'is read as others are, and costs none of them anything',
    async () => {
      const deep = `<title>deep</title>${'<p>'.repeat(500_000)}${'<div>'.repeat(500_000)}<a href="/end">end</a>`;
      const trap = await hostileServer((socket, { head }) => {
        const path = head.split(' ')[1] ?? '';
        if (path === '/robots.txt') return void socket.write(answer('', [], 404));
        const links = Array.from(
          { length: 10 },
          (_, i) => `<a href="/${i === 5 ? 'deep' : i}">${i}</a>`,
        ).join('');
        const body = path === '/deep' ? deep : `<title>${path}</title>${path === '/' ? links : ''}`;
        socket.write(answer(body, ['Content-Type: text/html']));
      });
      const url = (path: string) => trap.url(path, `trap.localhost:${trap.port}`);
      const directory = jobDirectory('deep', {
        seeds: [url('/')],
        fetch: { maxBytes: 20_000_000, maxTries: 1 },
        extract: { first: 'p' },
      });
      const { outcomes, end } = await crawlHere(directory);
      await trap.close();
      expect({ outcomes, end }).toEqual({ outcomes: { stored: 12 }, end: 'done' });
      const data = openData(join(directory, 'data'));
      expect((await data.collection('deep')).get(url('/end'))).toMatchObject({ outcome: 'stored' });
      data.close();
    },
  );
});
