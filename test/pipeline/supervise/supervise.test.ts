import { afterEach, describe, expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { countCost, countTurns } from '../../../lib/pipeline/supervise/supervise.ts';
import { supervisionOf } from '../../../lib/pipeline/supervise/supervision-note.ts';
import { emptyReport } from '../../../lib/pipeline/turn/turn-report.ts';
import { termTopic } from '../../support/topic/topic.ts';
import {
  clockwork,
  jobName,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../small-crawl.ts';

const opened: SmallCrawl[] = [];
afterEach(() => {
  for (const crawl of opened.splice(0)) crawl.close();
});

/** A chain of pages on one host, five of them a turn. */
async function chain(stop: JobSettings['stop']): Promise<SmallCrawl> {
  const url = (at: number) => `http://a.example/${at}`;
  const web = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [url(at), page(`page ${at}`, url(at + 1), url(at + 2))]),
  );
  const crawl = await smallCrawl(web, { seeds: [url(0)], settings: stop === undefined ? {} : { stop } });
  opened.push(crawl);
  return crawl;
}

async function told({ ports }: SmallCrawl, command: 'open' | 'continue' | 'stop'): Promise<void> {
  await runCommand(ports, {
    ...{ command, job: jobName, reason: '' },
    ...{ requestId: ports.entropy.id(), by: 'somebody', dryRun: false },
  });
}

const reopened = (crawl: SmallCrawl): Promise<void> => told(crawl, 'continue');

/** Ticks until a rule has stopped the crawl, or long enough for it to be over. */
async function untilPaused(crawl: SmallCrawl): Promise<void> {
  for (let tick = 0; tick < 60 && (await crawl.job()).state === 'open'; tick += 1) await crawl.tick();
}

const pages = ({ requests }: SmallCrawl): number =>
  requests.filter(({ url }) => !url.endsWith('robots.txt')).length;

describe('a crawl with rules', () => {
  it('stops within a turn of the pages that it may have, and says so', async () => {
    const crawl = await chain({ pages: 12 });
    await untilPaused(crawl);
    expect(pages(crawl)).toBeGreaterThanOrEqual(12);
    expect(pages(crawl)).toBeLessThanOrEqual(16);
    const reason = expect.stringMatching(/^stop\.pages: \d+ pages are fetched, of 12$/);
    expect(await crawl.job()).toMatchObject({ state: 'paused', pause: { reason } });
  });

  it('counts anew when it is opened again', async () => {
    const crawl = await chain({ pages: 10 });
    await untilPaused(crawl);
    const before = pages(crawl);
    await reopened(crawl);
    await untilPaused(crawl);
    expect(pages(crawl) - before).toBeGreaterThanOrEqual(10);
    expect(pages(crawl) - before).toBeLessThanOrEqual(14);
    expect((await crawl.job()).state).toBe('paused');
  });

  it('counts anew, too, when somebody had stopped it meanwhile', async () => {
    const crawl = await chain({ pages: 10 });
    await untilPaused(crawl);
    const before = pages(crawl);
    await told(crawl, 'stop');
    await told(crawl, 'open');
    await untilPaused(crawl);
    expect(pages(crawl) - before).toBeGreaterThanOrEqual(10);
  });

  it('is in the log of commands when a rule has stopped it, once for each time', async () => {
    const crawl = await chain({ pages: 10 });
    await untilPaused(crawl);
    await crawl.tick();
    const ofRules = async () =>
      (await crawl.ports.commands.commands(100)).commands.filter(({ by }) => by === 'rule');
    const reason = expect.stringMatching(/^stop\.pages: /);
    expect(await ofRules()).toMatchObject([{ reason, command: { command: 'pause', job: jobName } }]);
    await reopened(crawl);
    await untilPaused(crawl);
    expect(await ofRules()).toHaveLength(2);
  });

  it('goes on where it was when somebody had paused it', async () => {
    const crawl = await chain({ pages: 12 });
    await crawl.tick();
    await setJobState(crawl.ports, jobName, 'paused', 'by hand');
    await reopened(crawl);
    await untilPaused(crawl);
    expect(pages(crawl)).toBeLessThanOrEqual(16);
  });

  it('stops by bytes', async () => {
    const crawl = await chain({ bytes: 1_000 });
    await untilPaused(crawl);
    expect((await crawl.job()).pause?.reason).toMatch(/^stop\.bytes/);
    expect(pages(crawl)).toBeLessThan(20);
  });

  it('stops by time, of which pauses are none', async () => {
    const crawl = await chain({ timeMs: 40_000 });
    const { ports, stores } = crawl;
    const pass = () => dispatch(ports, { timing: clockwork, maxOutstanding: 0 });
    await pass();
    await stores.clock.advance(30_000);
    await pass();
    await stores.clock.advance(10_000_000);
    await pass();
    expect((await crawl.job()).state).toBe('open');
    await stores.clock.advance(15_000);
    await pass();
    expect((await crawl.job()).pause?.reason).toMatch(/^stop\.time: the crawl ran for 45 seconds/);
  });

  it('stops when too few of the last pages are new', async () => {
    const url = (at: number) => `http://a.example/${at}`;
    const web = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        url(at),
        page(at < 30 ? `page ${at}` : 'the same', url(at + 1)),
      ]),
    );
    const crawl = await smallCrawl(web, {
      seeds: [url(0)],
      settings: {
        stop: { harvest: { below: 0.3, over: 40 } },
        yield: { ...defaultYieldSettings, hold: false },
      },
    });
    opened.push(crawl);
    await untilPaused(crawl);
    expect((await crawl.job()).pause?.reason).toMatch(/^stop\.harvest/);
    expect(pages(crawl)).toBeGreaterThan(55);
    expect(pages(crawl)).toBeLessThan(75);
  });

  it('counts a page once: harvests of an unchanged collection again and again do not stop it', async () => {
    const url = (at: number) => `http://a.example/${at}`;
    const links = Array.from({ length: 63 }, (_, at) => url(at));
    const web = Object.fromEntries(
      links.map((link, at) => [
        link,
        page(at % 9 < 5 ? `owl ${at}` : `train ${at}`, ...(at === 0 ? links : [])),
      ]),
    );
    const crawl = await smallCrawl(web, {
      seeds: [url(0)],
      settings: {
        topic: termTopic('50: owl=B'),
        stop: { harvest: { below: 0.3, over: 40 } },
        yield: { ...defaultYieldSettings, hold: false },
      },
    });
    opened.push(crawl);
    await crawl.run();
    const counted = { judged: 63, kept: 35 };
    const totals = async () => (await supervisionOf(crawl.ports, jobName)).totals;
    const status = async () => {
      const summary = await summarise(crawl.ports, jobName);
      return await statusOf(crawl.ports, await crawl.job(), summary, { lack: () => undefined });
    };
    expect(await totals()).toMatchObject({ ...counted, pages: 63 });
    for (const more of [1, 2]) {
      await crawl.stores.clock.advance(1_000);
      await reharvest(crawl);
      await crawl.run();
      expect(await totals()).toMatchObject({ ...counted, pages: 63 * (1 + more) });
      expect(await status()).toMatchObject({ state: 'open', harvest: counted, health: counted });
      expect((await status()).health?.state).not.toBe('diffusion');
    }
  });

  it('counts a page whose first visits failed when it is judged, and one that changes not again', async () => {
    const pages: Web = { 'http://a.example/': { status: 503 } };
    const crawl = await smallCrawl(pages, {
      seeds: ['http://a.example/'],
      settings: { topic: termTopic('50: owl=B'), stop: { pages: 1_000 } },
    });
    opened.push(crawl);
    const totals = async () => (await supervisionOf(crawl.ports, jobName)).totals;
    await crawl.run();
    expect(await totals()).toEqual({ pages: 1 });
    for (const text of ['owl one', 'owl two', 'train']) {
      pages['http://a.example/'] = page(text);
      await reharvest(crawl);
      await crawl.run(3_600_000);
      expect(await totals()).toMatchObject({ judged: 1, kept: 1 });
    }
  });

  it('stops by dollars, those of dispatching and recycling included, where there are any', async () => {
    const crawl = await chain({ dollars: 0.01 });
    const { ports } = crawl;
    const [report] = await crawl.tick();
    expect((await crawl.job()).state).toBe('open');
    expect(report).toBeDefined();
    const job = await crawl.job();
    const ticket = { job: jobName, config: job.config } as Parameters<typeof countTurns>[1][number]['ticket'];
    await countTurns(ports, [{ ticket, report: report as NonNullable<typeof report> }], {
      puts: 1_200,
    });
    expect((await crawl.job()).state).toBe('open');
    await countCost(ports, { puts: 1_000 });
    expect((await crawl.job()).pause?.reason).toBe('stop.dollars: $0.0110 are spent, of $0.01');
  });

  it('counts no ticket that was nobody’s, be its job as it may', async () => {
    const crawl = await chain({ pages: 12 });
    const ticket = { job: 'gone', config: 'x' } as Parameters<typeof countTurns>[1][number]['ticket'];
    const report = { ...emptyReport({ job: 'gone', host: 'a.example' as HostName, turn: 1 }, 'not-mine') };
    await expect(countTurns(crawl.ports, [{ ticket, report }])).resolves.toEqual([]);
  });

  it('counts nothing for a job without rules and without a topic', async () => {
    const crawl = await chain(undefined);
    await untilPaused(crawl);
    expect((await supervisionOf(crawl.ports, jobName)).totals).toEqual({});
  });
});
