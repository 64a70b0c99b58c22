import { afterEach, describe, expect, it } from 'vitest';
import { testSettings } from '../../support/settings.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, pathsOf, siteOf, stagedSettings } from './staged-crawl.ts';

const root = 'https://fruit.test';
let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** An intro page, a menu and leaves, of which those about apples are relevant. */
const web: Web = {
  [`${root}/`]: pageWith('welcome', {
    nav: [
      ['imprint', '/imprint'],
      ['news', '/news'],
    ],
    main: [['products', '/products']],
  }),
  [`${root}/imprint`]: pageWith('imprint', {}),
  [`${root}/news`]: pageWith('news', {
    main: [
      ['old news', '/news/1'],
      ['older news', '/news/2'],
    ],
  }),
  [`${root}/news/1`]: pageWith('old', {}),
  [`${root}/news/2`]: pageWith('older', {}),
  [`${root}/products`]: pageWith('our products', {
    main: [
      ['apples', '/apples'],
      ['tools', '/tools'],
    ],
  }),
  [`${root}/apples`]: pageWith('apple apple apple', { main: [['apple tart', '/apples/tart']] }),
  [`${root}/apples/tart`]: pageWith('an apple tart', {}),
  [`${root}/tools`]: pageWith('hammers', {}),
};

describe('a site with a strategy', () => {
  it('is crawled layer by layer', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({
        layers: [
          {
            layers: ['apples', 'products', 'rest'],
            unassigned: 'deepest',
            rules: [
              { name: 'an apple', when: { anchor: ['apple*'] }, layer: 'apples' },
              { name: 'a product', when: { anchor: ['products', 'tools'] }, layer: 'products' },
            ],
          },
        ],
      }),
    });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual([
      ...['/', '/products', '/apples', '/apples/tart', '/tools'],
      ...['/imprint', '/news', '/news/1', '/news/2'],
    ]);
    const { context } = await siteOf(crawl, 'fruit.test');
    expect(context?.metrics).toMatchObject({
      iterations: 9,
      targets: 9,
      pages: 9,
      relevant: 2,
      dismissed: 0,
    });
    expect(context?.metrics.rules.get('an apple')?.evaluations).toBe(9);
    expect(context?.targets.size).toBe(0);
  });

  it('never asks for what a rule dismisses, and says so', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({
        control: [{ rules: [{ name: 'no news', when: { url: ['news'] }, act: 'dismiss' }] }],
      }),
    });
    await crawl.run();
    expect(pathsOf(crawl).filter((path) => path.startsWith('/news'))).toEqual([]);
    expect(await crawl.outcome(`${root}/news`)).toBe('denied');
    expect((await siteOf(crawl, 'fruit.test')).context?.metrics.dismissed).toBe(1);
  });

  it('goes from stage to stage by its own objectives, and rests when the last is over', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings(
        { name: 'look', objectives: { of: 'site', targets: 3 } },
        { name: 'apples', preset: 'layered', objectives: { of: 'site', relevant: 1 } },
      ),
    });
    await crawl.run();
    const site = await siteOf(crawl, 'fruit.test');
    expect(site.ended.map(({ stage, why }) => [stage, why])).toEqual([
      ['look', '3 targets tried, of 3'],
      ['apples', '1 relevant pages, of 1'],
    ]);
    expect(site.context).toBeUndefined();
    const [last] = pathsOf(crawl).slice(-1);
    expect(last?.startsWith('/apples')).toBe(true);
    expect(await crawl.run(60_000)).toEqual([]);
  });

  it('ends a stage when its time is over, not before, and whatever else it reached', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: {
        ...stagedSettings(
          { name: 'some seconds', objectives: { of: 'site', time: 25 } },
          { name: 'the rest', objectives: { of: 'site', targets: 2 } },
        ),
        politeness: { ...testSettings(jobName).politeness, gapMs: 10_000 },
      },
    });
    await crawl.run(600_000);
    const { ended } = await siteOf(crawl, 'fruit.test');
    expect(ended.map(({ stage, why }) => [stage, why])).toEqual([
      ['some seconds', expect.stringMatching(/^(?:2[5-9]|3\d) seconds, of 25$/)],
      ['the rest', '2 targets tried, of 2'],
    ]);
    const [timed] = ended;
    expect(timed?.metrics.targets).toBeGreaterThanOrEqual(3);
    expect(timed?.metrics.targets).toBeLessThan(6);
    expect((timed?.endedAt ?? 0) - (timed?.openedAt ?? 0)).toBeGreaterThanOrEqual(25_000);
    expect(pathsOf(crawl)).toHaveLength((timed?.metrics.targets ?? 0) + 2);
  });

  it('keeps its other targets pending when its last stage is over', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({ objectives: { of: 'site', targets: 1 } }),
    });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual(['/']);
    expect(await crawl.outcome(`${root}/news`)).toBe('pending');
  });

  it('takes pages out of the result set at the end of an iteration', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({
        load: 3,
        control: [{ rules: [{ name: 'no tart', when: { url: ['tart'] }, act: 'withdraw' }] }],
      }),
    });
    await crawl.run();
    expect(await crawl.outcome(`${root}/apples/tart`)).toBe('denied');
    expect(await crawl.outcome(`${root}/apples`)).toBe('stored');
    const tart = (await crawl.changes()).filter(({ url }) => url === `${root}/apples/tart`);
    expect(tart.map(({ change }) => change)).toEqual(['created', 'deleted']);
    expect((await siteOf(crawl, 'fruit.test')).context?.metrics.withdrawn).toBe(1);
  });

  it('ends its stage by a rule on its context', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({
        control: [{ rules: [{ name: 'nothing here', when: { count: { dry: { min: 4 } } }, act: 'end' }] }],
      }),
    });
    await crawl.run();
    expect(pathsOf(crawl)).toHaveLength(4);
    expect((await siteOf(crawl, 'fruit.test')).ended[0]?.why).toBe("the rule 'nothing here'");
  });

  it('is done with its stage when its rules send all targets back', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({
        control: [{ rules: [{ name: 'never', when: { depth: { min: 1 } }, act: 'back' }] }],
      }),
    });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual(['/']);
    expect((await siteOf(crawl, 'fruit.test')).ended[0]?.why).toBe('control rules send all targets back');
  });

  it('says that a site was none when it leads to another host', async () => {
    crawl = await smallCrawl(
      {
        'https://old.test/': { status: 301, headers: { location: 'https://fruit.test/imprint' } },
        ...web,
      },
      { seeds: ['https://old.test/'], settings: stagedSettings({ objectives: { of: 'site', targets: 1 } }) },
    );
    await crawl.run();
    expect((await siteOf(crawl, 'old.test')).ended[0]).toMatchObject({
      why: '1 targets tried, of 1; the site leads to another host',
      metrics: { pages: 0, elsewhere: 1 },
    });
  });
});
