import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { comparable } from '../../support/collection.ts';
import { contentsOf, differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { type Ended, startWinnow } from '../../support/process/winnow-process.ts';

/** `WINNOW_KILL_SEED` runs a failed sequence of kills again. */
const seed = Number(process.env.WINNOW_KILL_SEED ?? Date.now() % 1_000_000);
const isFull = process.env.WINNOW_TEST_FULL === '1';
const kills = isFull ? 20 : 2;
const random = seededRandom(seed);

const site = generatedSite({ hosts: 8, pages: isFull ? 600 : 160, seed: 5, linksPerPage: 10 });
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({ pages: site.page, delayMs: 2 });
});

afterAll(() => web.close());

/** Starts the crawl and kills it after so many further requests and a few ms more; false: it was over before. */
async function crawlAndKill(directory: string, requests: number, moreMs: number): Promise<boolean> {
  const crawl = startWinnow(['crawl', '--job', directory]);
  const until = web.log.length + requests;
  while (crawl.running && web.log.length < until) await setTimeout(1);
  await setTimeout(moreMs);
  crawl.kill('SIGKILL');
  const { signal, err } = await crawl.ended;
  expect(err).not.toContain('winnow:');
  return signal === 'SIGKILL';
}

describe.each<readonly [string, number, JobTree]>([
  ['killed', kills, {}],
  ['killed-without-documents', kills / 2, { documents: { keep: false }, turn: { maxPages: 2 } }],
  ['killed-on-workers', kills, { crawl: { workers: 2, patience: 1 } }],
])(
  `a crawl that is killed at random moments (%s, %i times, seed ${seed})`,
  { timeout: 1_200_000 },
  (name, kills, tree) => {
    it('comes to the collection of one that was not', async () => {
      const whole = jobDirectory(`${name}-not`, { seeds: site.seeds(web.port), ...tree });
      const before = web.log.length;
      expect(await winnow(['crawl', '--job', whole])).toMatchObject({ exit: 0 });
      const requests = web.log.length - before;

      const directory = jobDirectory(name, { seeds: site.seeds(web.port), ...tree });
      const begun = web.log.length;
      let killed = 0;
      for (let i = 0; i < kills; i += 1) {
        // Of the requests that are left: a crawl that had ended could not be killed any more.
        const left = Math.max(0, requests - (web.log.length - begun));
        const after = Math.ceil((random() * 1.8 * left) / (kills - i + 1));
        if (await crawlAndKill(directory, after, Math.floor(random() * 30))) killed += 1;
        const data = openData(join(directory, 'data'));
        expect(data.faults()).toEqual([]);
        data.close();
      }
      expect(killed).toBeGreaterThanOrEqual(kills / 2);
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });

      expect(await winnow(['sanity', '--documents', '--job', directory])).toMatchObject({ exit: 0 });
      const stored = readdirSync(join(directory, 'data'), { recursive: true, encoding: 'utf8' });
      expect(stored.filter((path) => path.endsWith('.open'))).toEqual([]);
      const [data, unkilled] = [openData(join(directory, 'data')), openData(join(whole, 'data'))];
      const collection = await data.collection(name);
      expect(differences(collection, site, web.port)).toEqual([]);
      expect(comparable(collection)).toEqual(comparable(await unkilled.collection(`${name}-not`)));
      expect(data.faults()).toEqual([]);
      const { records, faults } = await data.published(name);
      expect(faults).toEqual([]);
      expect(records.size).toBe(contentsOf(site.expected(web.port)));
      expect(new Set((await data.records(name)).map(({ md5 }) => md5))).toEqual(new Set(records.keys()));
      data.close();
      unkilled.close();
    });
  },
);

describe('a page that kills its worker each time', { timeout: 240_000 }, () => {
  it('fails alone', async () => {
    const poisoned = isFull ? ['h3.localhost', 'h4.localhost'] : ['h3.localhost'];
    let victim: ReturnType<typeof startWinnow> | undefined;
    let deaths = 0;
    const poison = await startWeb({
      port: 0,
      pages: ({ name, path }) => {
        if (path === '/robots.txt') return undefined;
        if (path === '/poison') {
          deaths += 1;
          victim?.kill('SIGKILL');
          return { delayMs: 10_000 };
        }
        const links = Array.from({ length: 12 }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');
        return {
          headers: { 'content-type': 'text/html' },
          body: `<title>${name}</title>${path === '/' ? `${links} <a href="/poison">no</a>` : path}`,
        };
      },
    });
    const directory = jobDirectory('poison', {
      seeds: poisoned.map((host) => poison.url(host)),
      turn: { maxPages: 4 },
    });
    let ended: Ended | undefined;
    for (let run = 0; run < 30 && ended?.exit !== 0; run += 1) {
      victim = startWinnow(['crawl', '--job', directory]);
      ended = await victim.ended;
    }
    expect(ended).toMatchObject({ exit: 0 });
    const data = openData(join(directory, 'data'));
    const collection = await data.collection('poison');
    const failed = [...collection].filter(([, { outcome }]) => outcome === 'failed').map(([one]) => one);
    expect(failed.sort()).toEqual(poisoned.map((host) => poison.url(host, '/poison')));
    expect(collection.get(failed[0] as never)?.detail).toContain('worker-killed');
    expect([...collection.values()].filter(({ outcome }) => outcome === 'stored')).toHaveLength(
      13 * poisoned.length,
    );
    expect(deaths).toBeLessThan(12);
    data.close();
    await poison.close();
  });
});
