import { afterEach, describe, expect, it } from 'vitest';
import { erase } from '../../../lib/capabilities/erase/erase.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { why } from '../../../lib/capabilities/why.ts';
import { maxAsks, maxDeliveries, waitMs } from '../../../lib/documents/convert/lost.ts';
import { maxWaiting } from '../../../lib/domain/convert/host-state.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { runConversion } from '../../../lib/pipeline/convert/run-conversion.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { jobName, key, page, reharvest, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { convertAll, converter, pdf, takeOrders } from './converting-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const home = 'http://a.example/';
const document = 'http://a.example/paper.pdf';

async function start(web: Web, settings: Partial<JobSettings> = {}): Promise<void> {
  crawl = await smallCrawl({ [home]: page('home', '/paper.pdf'), ...web }, { seeds: [home], settings });
  await crawl.run();
}
const found = async (url = document) => await findPage(crawl.ports, await crawl.job(), url as never);
const staged = async (host = 'a.example') => await crawl.ports.conversions.list(key(host), 100);
const asked = (url: string): number => crawl.requests.filter((one) => one.url === url).length;
/** Has all pages asked for again, later. */
async function again(): Promise<void> {
  await crawl.stores.clock.advance(1_000);
  await reharvest(crawl);
  await crawl.stores.clock.advance(1_000);
  await crawl.run(60_000);
}
const titles = async () =>
  (await crawl.ports.records.records(jobName, 10)).records.map(({ title }) => title).sort();
const flaws = async (): Promise<readonly string[]> => {
  const all: string[] = [];
  for await (const { code } of sanity(crawl.ports, await crawl.job())) all.push(code);
  return all;
};

describe('a document of a heavy format', () => {
  it('is converting, with no record, until its text is there; then it is a page like any other', async () => {
    await start({
      [document]: pdf('paper', '/more', 'http://b.example/'),
      'http://a.example/more': page('more'),
    });
    expect(await crawl.outcome(document)).toBe('converting');
    expect(await titles()).toEqual(['home']);
    expect(await staged()).toHaveLength(1);
    const before = crawl.requests.length;
    expect(await convertAll(crawl)).toBe(1);
    expect(crawl.requests).toHaveLength(before);
    const turns = await crawl.run();
    expect(turns.flatMap(({ settled = [] }) => settled.map(({ outcome }) => outcome.kind))).toEqual([
      'stored',
    ]);
    expect(await titles()).toEqual(['home', 'more', 'paper']);
    expect(await crawl.outcome('http://b.example/')).toBe('gone');
    expect(asked(document)).toBe(1);
    expect(await staged()).toEqual([]);
    const change = (await crawl.changes()).find(({ url }) => url === document);
    expect(change?.record).toMatchObject({ title: 'paper', mediaType: 'application/pdf', depth: 1 });
    expect(await flaws()).toEqual([]);
  });

  it('is judged by the topic once its text is there', async () => {
    const topic = termTopic('40: owl=B\n');
    await start({ [home]: page('owl home', '/paper.pdf'), [document]: pdf('steam') }, { topic });
    await convertAll(crawl);
    await crawl.run();
    expect(await crawl.outcome(document)).toBe('off-topic');
  });

  it('that cannot be read is unreadable with the reason, and not converted again while its bytes are the same', async () => {
    await start({ [document]: pdf('broken') });
    await convertAll(crawl);
    await crawl.run();
    expect(await found()).toMatchObject({ outcome: 'failed', detail: 'unreadable: damaged: no xref' });
    await again();
    expect(asked(document)).toBe(2);
    expect(await found()).toMatchObject({
      outcome: 'failed',
      tries: 2,
      detail: 'unreadable: damaged: no xref',
    });
    expect(takeOrders(crawl)).toEqual([]);
    expect(await staged()).toEqual([]);
  });

  it('keeps its record until the text of a new version is there', async () => {
    await start({ [document]: pdf('paper') });
    await convertAll(crawl);
    await crawl.run();
    crawl.web[document] = pdf('second edition');
    await again();
    expect(await found()).toMatchObject({ outcome: 'converting', md5: expect.any(String) });
    expect(await titles()).toEqual(['home', 'paper']);
    await convertAll(crawl);
    await crawl.run();
    expect(await titles()).toEqual(['home', 'second edition']);
  });

  it('is explained by why', async () => {
    await start({ [document]: pdf('paper') });
    const { lines } = await why(crawl.ports, await crawl.job(), document);
    const detail = (step: string) => lines.find((line) => line.step === step)?.detail;
    expect(detail('outcome')).toMatch(/^converting \(status 200\): application\/pdf/);
    expect(detail('next')).toMatch(/^its document is being converted: .* asked for again in 15 min/);
  });
});

describe('a conversion whose messages are doubled, late or lost', () => {
  it('does nothing the second time', async () => {
    await start({ [document]: pdf('paper') });
    const [order] = takeOrders(crawl);
    if (order === undefined) throw new Error('nothing was ordered');
    for (let time = 0; time < 3; time += 1) await runConversion({ ...crawl.ports, converter }, order, 1);
    await crawl.run();
    await runConversion({ ...crawl.ports, converter }, order, 2);
    await crawl.run();
    expect(await titles()).toEqual(['home', 'paper']);
    expect((await crawl.changes()).filter(({ url }) => url === document)).toHaveLength(1);
    expect(await staged()).toEqual([]);
    expect(await flaws()).toEqual([]);
  });

  it('is asked for again after its time, and its document is not fetched again', async () => {
    await start({ [document]: pdf('paper') });
    takeOrders(crawl);
    await crawl.run(waitMs(1) - 1_000);
    expect(takeOrders(crawl)).toEqual([]);
    await crawl.run(waitMs(1) + 1_000);
    expect(await convertAll(crawl)).toBe(1);
    await crawl.run();
    expect(await crawl.outcome(document)).toBe('stored');
    expect(asked(document)).toBe(1);
  });

  it('ends as unreadable when it is lost again and again', async () => {
    await start({ [document]: pdf('paper') });
    for (let time = 0; time < maxAsks; time += 1) {
      expect(takeOrders(crawl)).toHaveLength(1);
      await crawl.run(waitMs(time + 1) + 1_000);
    }
    expect(takeOrders(crawl)).toEqual([]);
    expect(await found()).toMatchObject({
      outcome: 'failed',
      detail: `unreadable: its conversion was lost ${maxAsks} times`,
    });
    expect(await staged()).toEqual([]);
  });

  it('whose converters die of it is given up without another try', async () => {
    await start({ [document]: pdf('paper') });
    const [order] = takeOrders(crawl);
    if (order === undefined) throw new Error('nothing was ordered');
    const deadly = { convert: () => Promise.reject(new Error('it must not be tried')) };
    await runConversion({ ...crawl.ports, converter: deadly }, order, maxDeliveries + 1);
    await crawl.run();
    expect(await found()).toMatchObject({
      detail: `unreadable: ${maxDeliveries} converters died of it`,
    });
  });

  it('is of no use for a later version of its page', async () => {
    await start({ [document]: pdf('paper') });
    const [first] = takeOrders(crawl);
    crawl.web[document] = pdf('second edition');
    await again();
    if (first === undefined) throw new Error('nothing was ordered');
    await runConversion({ ...crawl.ports, converter }, first, 1);
    await crawl.run();
    expect(await crawl.outcome(document)).toBe('converting');
    await convertAll(crawl);
    await crawl.run();
    expect(await titles()).toEqual(['home', 'second edition']);
    expect(await staged()).toEqual([]);
  });

  it('whose stored document is gone has its page fetched again', async () => {
    await start({ [document]: pdf('paper') });
    await crawl.ports.conversions.delete(key('a.example'), await staged());
    await convertAll(crawl);
    await crawl.run();
    expect(asked(document)).toBe(2);
    await convertAll(crawl);
    await crawl.run();
    expect(await crawl.outcome(document)).toBe('stored');
  });

  it('does not bring back a host that is not there any more', async () => {
    await start({ [document]: pdf('paper') });
    const [order] = takeOrders(crawl);
    const gone = { ...order, job: 'removed' } as never;
    expect(await runConversion({ ...crawl.ports, converter }, gone, 1)).toBe('gone');
    expect(await crawl.ports.hosts.control({ ...key('a.example'), job: 'removed' })).toBeUndefined();
  });
});

describe('a host of documents', () => {
  it('that waits for as many as it may visits nothing until some are converted', async () => {
    const urls = Array.from({ length: maxWaiting + 20 }, (_, i) => `http://a.example/${i}.pdf`);
    await start(
      {
        [home]: page('home', ...urls),
        ...Object.fromEntries(urls.map((url) => [url, pdf(`paper ${url}`)])),
      },
      { documents: { keep: false, compression: 'gzip' } },
    );
    await crawl.run(300_000);
    const waiting = (await staged()).length;
    expect(waiting).toBeGreaterThanOrEqual(maxWaiting);
    expect(waiting).toBeLessThan(maxWaiting + 5);
    for (let round = 0; round < 3; round += 1) {
      await convertAll(crawl);
      await crawl.run(300_000);
    }
    const outcomes = await Promise.all(urls.map((url) => crawl.outcome(url)));
    expect(outcomes.filter((one) => one !== 'stored' && one !== 'duplicate')).toEqual([]);
    expect(urls.map(asked).filter((times) => times !== 1)).toEqual([]);
    expect(await staged()).toEqual([]);
  });
});

describe('a host that is blocked, and a job that is removed', () => {
  async function control(request: Record<string, unknown>): Promise<void> {
    const asked = { reason: 'the owner asked', by: 'ann', ...request };
    await runCommand(crawl.ports, controlCommandOf(asked, { requestId: crawl.ports.entropy.id(), by: '' }));
  }

  it('take no document into the collection that was being converted, and erase deletes it', async () => {
    await start({ [document]: pdf('paper'), 'http://a.example/late.pdf': pdf('late') });
    await control({ command: 'block', scope: { host: 'a.example' }, purge: true });
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await convertAll(crawl);
    await crawl.run(60_000);
    expect(await titles()).toEqual([]);
    expect(await crawl.outcome(document)).toBe('denied');
    await crawl.ports.conversions.put(key('a.example'), 'left', 'document', Buffer.from('secret'));
    await control({ command: 'stop', job: jobName });
    const ports = { ...crawl.ports, eraser: crawl.stores.eraser };
    await erase(ports, await crawl.job(), 'a.example', { dryRun: true, isAlone: true });
    expect(await staged()).toEqual(['left']);
    await erase(ports, await crawl.job(), 'a.example', { dryRun: false, isAlone: true });
    expect(await staged()).toEqual([]);
  });

  it('leave neither documents nor orders', async () => {
    await start({ [document]: pdf('paper') });
    expect(await staged()).toHaveLength(1);
    const job = await crawl.job();
    while ((await crawl.stores.jobEraser.eraseSome(job, 100)) > 0);
    expect(await crawl.ports.convertQueue.outstanding()).toBe(0);
  });
});

describe('sanity', () => {
  it('finds a document that nobody waits for, and deletes it', async () => {
    await start({ [document]: pdf('paper') });
    await crawl.ports.conversions.put(key('a.example'), 'stray', 'document', Buffer.from('x'));
    expect(await flaws()).toEqual(['conversion-stray']);
    for await (const _ of sanity(crawl.ports, await crawl.job(), { repair: true }));
    expect(await staged()).toHaveLength(1);
    expect(await flaws()).toEqual([]);
  });
});
