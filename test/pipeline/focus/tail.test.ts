import { afterEach, describe, expect, it } from 'vitest';
import { why } from '../../../lib/capabilities/why.ts';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { describeLeft } from '../../../lib/domain/focus/work-left.ts';
import { changeJob } from '../../../lib/pipeline/job/open-job.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { seed as seedLines } from '../../../lib/pipeline/seeds/seed.ts';
import { freeHeld } from '../../../lib/pipeline/yield/free-held.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const hosts = 4;
const plain = 400;
const owls = 6;
const urlOf = (n: number): string => `http://h${n % hosts}.example/plain/${n}`;
const owlUrl = (n: number): string => `http://h${n % hosts}.example/wood/${n}`;
const seed = urlOf(1);

/**
 * Pages off topic, each of which leads to three more, and pages about owls, each of which leads to the next. The second of those
 * off topic leads to the first about owls, by a link that does not say so.
 */
function webOf(): Web {
  const web: Web = {};
  for (let n = 1; n <= plain; n += 1) {
    const next = [3 * n - 1, 3 * n, 3 * n + 1].filter((other) => other <= plain).map(urlOf);
    web[urlOf(n)] = page(`plain ${n}`, ...next, ...(n === 2 ? [owlUrl(1)] : []));
  }
  for (let n = 1; n <= owls; n += 1)
    web[owlUrl(n)] = page(`owls owls owls ${n}`, ...(n < owls ? [owlUrl(n + 1)] : []));
  return web;
}

let crawl: SmallCrawl | undefined;
afterEach(() => crawl?.close());

const pond = (n: number): string => `http://pond.example/${n}`;

/** Two pages off topic, the first of which leads to the second, and the second to pages about owls. */
const pondWeb = (): Web => ({
  [pond(1)]: page('a pond', pond(2)),
  [pond(2)]: page('its reeds', pond(3)),
  [pond(3)]: page('owls owls owls at night', pond(4)),
  [pond(4)]: page('owls owls owls by day'),
});

/** Pages off topic of one host, whose links say that they lead to the topic. */
function lyingWeb(): Web {
  const web: Web = {};
  for (let n = 1; n <= plain; n += 1) {
    const anchors = [2 * n, 2 * n + 1].map((other) => `<a href="/plain/${other}">owls</a>`).join(' ');
    web[`http://lies.example/plain/${n}`] = {
      body: `<title>plain ${n}</title><p>nothing ${n}</p> ${anchors}`,
    };
  }
  return web;
}

/** A crawl at its own end. */
async function crawled(focus: Partial<FocusSettings>, web = webOf(), first = seed): Promise<SmallCrawl> {
  const settings = {
    topic: termTopic('10: owls=BIRDS'),
    focus: { ...defaultFocus, ...focus },
    turn: { ...testSettings(jobName).turn, maxPages: 1 },
    yield: { ...testSettings(jobName).yield, hold: false },
  };
  crawl = await smallCrawl(web, { seeds: [first], settings });
  await crawl.run();
  return crawl;
}

/** Pages that were asked for, on topic and off. */
function fetched({ requests }: SmallCrawl): { readonly owls: number; readonly plain: number } {
  const urls = [...new Set(requests.map(({ url }) => url))];
  const count = (folder: string): number => urls.filter((url) => url.includes(folder)).length;
  return { owls: count('/wood/'), plain: count('/plain/') };
}

async function leftOf({ ports, job }: SmallCrawl) {
  const status = await statusOf(ports, await job(), await summarise(ports, jobName), {
    lack: () => undefined,
  });
  return { left: status.left ?? [], health: status.health };
}

describe('a crawl of a web in which a page off topic leads to the topic', () => {
  it('ends at its seed where only links of relevant pages are followed', async () => {
    expect(fetched(await crawled({ mode: 'hard' }))).toEqual({ owls: 0, plain: 1 });
  });

  it('goes through all that is off topic where it is to follow whatever it finds', async () => {
    expect(fetched(await crawled({ mode: 'soft' }))).toEqual({ owls, plain });
  });

  it('by default finds the topic, and ends when what waits promises too little', async () => {
    const found = fetched(await crawled({}));
    expect(found.owls).toBe(owls);
    expect(found.plain).toBeGreaterThanOrEqual(50);
    expect(found.plain).toBeLessThan(80);
  });

  it('then says how many of the URLs that are left are expected to be relevant, and that it is finished', async () => {
    const ended = await crawled({});
    const { left, health } = await leftOf(ended);
    const [tail] = left;
    expect(left.map((one) => one.why)).toEqual(['tail']);
    expect(tail?.count).toBeGreaterThan(50);
    const promised = (tail?.tail?.relevant ?? 0) / (tail?.count ?? 1);
    expect(promised).toBeGreaterThan(0.01);
    expect(promised).toBeLessThan(0.05);
    expect(tail && describeLeft(tail, 0).what).toMatch(
      /^\d+ URLs are held, as each is expected to be relevant by less than 0\.05 \(focus\.minHarvest\); about \d+ of them (is|are) expected to be relevant; `winnow crawl --held` fetches them now$/,
    );
    expect(health).toMatchObject({ state: 'finished', advice: [] });
  });

  it('says why a URL waits, and what lets it go', async () => {
    const ended = await crawled({});
    const { lines } = await why(ended.ports, await ended.job(), urlOf(plain));
    const detail = lines.find(({ step }) => step === 'frontier')?.detail;
    const held: string[] = [];
    for (let n = 1; n <= plain; n += 1) if ((await ended.outcome(urlOf(n))) === 'held') held.push(urlOf(n));
    expect(detail).toContain('never admitted');
    const one = await why(ended.ports, await ended.job(), held[0] as string);
    expect(one.lines.find(({ step }) => step === 'frontier')?.detail).toMatch(
      /^held at depth \d+: the links to it promise a relevant page by 0\.0\d+, and of pages that promised so little fewer than 0\.05 .* were kept\. .*`winnow crawl --held`/,
    );
  });

  it('fetches one generation of them when a person lets them go', async () => {
    const ended = await crawled({});
    const before = fetched(ended).plain;
    const { left } = await leftOf(ended);
    const freed = await freeHeld(ended.ports, await ended.job(), { region: 'tail' });
    expect(freed.urls).toBe(left[0]?.count);
    await ended.run();
    expect(fetched(ended).plain - before).toBe(freed.urls);
  });

  it('tries it again for further seeds, whose way to the topic leads through pages off topic', async () => {
    const ended = await crawled({}, { ...webOf(), ...pondWeb() });
    await seedLines(ended.ports, await ended.job(), [pond(1)]);
    await ended.run();
    for (const n of [1, 2, 3, 4]) expect(await ended.outcome(pond(n))).toBe(n < 3 ? 'off-topic' : 'stored');
  });

  it('holds no link of a page that is kept', async () => {
    crawl = await smallCrawl(pondWeb(), {
      seeds: [pond(3)],
      settings: { topic: termTopic('10: owls=BIRDS') },
    });
    await changeJob(crawl.ports, jobName, (was) => ({ ...was, tail: { held: 2, from: {} } }));
    await crawl.run();
    expect(await crawl.outcome(pond(4))).toBe('stored');
  });
});

describe('a crawl of a web whose links promise the topic and lead away from it', () => {
  it('ends when as much as they promise has brought too little', async () => {
    const ended = await crawled({}, lyingWeb(), 'http://lies.example/plain/1');
    expect(fetched(ended).plain).toBeLessThan(250);
    const { left } = await leftOf(ended);
    const [tail] = left;
    expect(tail?.why).toBe('tail');
    expect((tail?.tail?.relevant ?? 1) / (tail?.count ?? 1)).toBeLessThan(0.1);
  });
});
