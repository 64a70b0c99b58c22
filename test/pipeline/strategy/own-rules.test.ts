import { afterEach, describe, expect, it } from 'vitest';
import { type PluginHost, pluginHost } from '../../../lib/adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../../lib/adapters/plugins/plugin-reader.ts';
import type { PluginSettings } from '../../../lib/base/setting-kinds/plugin-settings.ts';
import { why } from '../../../lib/capabilities/why.ts';
import type { GivenStage } from '../../../lib/domain/strategy/strategy-settings.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { pluginFailures } from '../../../lib/pipeline/supervise/plugin-failures.ts';
import type { RuleRequest } from '../../../lib/ports/web.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, pathsOf, siteOf, stagedSettings } from './staged-crawl.ts';
import { withRules } from './with-rules.ts';

const root = 'https://fruit.test';
const fixture = new URL('../../fixtures/plugins/rules.mjs', import.meta.url).href;
const open: { close(): unknown }[] = [];
let host: PluginHost | undefined;
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await host?.close();
  host = undefined;
});

const plugin = (options: object, more: Partial<PluginSettings> = {}): PluginSettings => ({
  ...{ id: 'rules', file: 'rules.mjs', digest: '0123456789abcdef', deadlineMs: 5_000 },
  options: options as PluginSettings['options'],
  ...more,
});

const web: Web = {
  [`${root}/`]: pageWith('apple', {
    nav: [['imprint', '/imprint']],
    main: [
      ['pear', '/pear'],
      ['apple pie', '/pie'],
      ['apple tart', '/tart'],
      ['a list', '/list'],
    ],
  }),
  [`${root}/imprint`]: pageWith('imprint', {}),
  [`${root}/pear`]: pageWith('pear', { main: [['apple cake', '/cake']] }),
  [`${root}/pie`]: pageWith('apple pie', {}),
  [`${root}/tart`]: pageWith('apple tart', {}),
  [`${root}/cake`]: pageWith('apple cake', {}),
  [`${root}/list`]: pageWith('list', {}),
};

/** A crawl of a stage whose rules may ask the fixture. */
async function crawlOf(
  stage: Partial<GivenStage>,
  { maxPages, asked = [] }: { readonly maxPages?: number; readonly asked?: RuleRequest[] } = {},
): Promise<SmallCrawl> {
  host ??= pluginHost({ moduleOf: () => fixture, now: () => performance.now() });
  const through = withRules(host, (request) => void asked.push(request));
  const { turn } = testSettings('fruit');
  const settings = { ...stagedSettings(stage), turn: { ...turn, ...(maxPages ? { maxPages } : {}) } };
  const crawl = await smallCrawl(web, { seeds: [`${root}/`], settings, through });
  open.push(crawl);
  return crawl;
}

/** As the program has them that answers `why`. */
const portsOf = ({ ports }: SmallCrawl) =>
  host === undefined ? ports : { ...ports, reader: readerWithPlugins(ports.reader, host) };

const scoredBy = (options: object, more: Partial<PluginSettings> = {}): Partial<GivenStage> => ({
  ranking: [{ rules: [{ name: 'own', score: 1, active: true, plugin: plugin(options, more) }] }],
});

describe('rules of one’s own', () => {
  it('give the same evaluations as built-in ones: layers, passive and active scores, control', async () => {
    const builtIn: Partial<GivenStage> = {
      layers: [
        {
          layers: ['top', 'rest'],
          unassigned: 'deepest',
          rules: [{ name: 'an apple', when: { anchor: ['apple'] }, layer: 'top' }],
        },
      ],
      ranking: [
        {
          rules: [
            { name: 'pies', when: { url: ['pie'] }, score: 2 },
            { name: 'late', when: { count: { loads: { min: 1 } } }, score: 3 },
          ],
        },
      ],
      control: [
        {
          rules: [
            { name: 'no list', when: { url: ['list'] }, act: 'dismiss' },
            { name: 'poor', when: { not: { relevance: { min: 0.5 } } }, act: 'withdraw' },
            { name: 'enough', when: { count: { loads: { min: 5 } } }, act: 'end' },
          ],
        },
      ],
    };
    const own: Partial<GivenStage> = {
      layers: [
        {
          layers: ['top', 'rest'],
          unassigned: 'deepest',
          rules: [{ name: 'an apple', plugin: plugin({ word: 'apple' }) }],
        },
      ],
      ranking: [
        {
          rules: [
            { name: 'pies', plugin: plugin({ act: 'path', word: 'pie' }), score: 2 },
            { name: 'late', active: true, plugin: plugin({ act: 'late' }), score: 3 },
          ],
        },
      ],
      control: [
        {
          rules: [
            { name: 'no list', plugin: plugin({ word: 'list' }), act: 'dismiss' },
            { name: 'poor', plugin: plugin({ relevant: 0.5 }), act: 'withdraw' },
            { name: 'enough', plugin: plugin({ after: 5 }), act: 'end' },
          ],
        },
      ],
    };
    const [first, second] = [await crawlOf(builtIn), await crawlOf(own)];
    await first.run();
    await second.run();
    expect(pathsOf(second)).toEqual(pathsOf(first));
    expect(pathsOf(first)).toHaveLength(5);
    const [expected, site] = [await siteOf(first, 'fruit.test'), await siteOf(second, 'fruit.test')];
    const figures = ({ ended }: typeof site) =>
      ended.map(({ why: because, metrics: { rules: _, timeMs: _time, ...counts } }) => [because, counts]);
    expect(figures(site)).toEqual(figures(expected));
    expect(expected.ended[0]?.metrics).toMatchObject({ dismissed: 1, withdrawn: 1 });

    const [one, other] = [await crawlOf(builtIn, { maxPages: 1 }), await crawlOf(own, { maxPages: 1 })];
    const said = async (crawl: SmallCrawl) => {
      await crawl.tick();
      const { lines } = await why(portsOf(crawl), await crawl.job(), `${root}/pie`);
      return lines.filter(({ step }) => step === 'strategy').map(({ detail }) => detail);
    };
    const shown = await said(other);
    expect(shown.map((line) => line.replaceAll(', rules 012345', ''))).toEqual(await said(one));
    expect(shown[1]).toBe(
      "layer 'top' by 'an apple'; score 5: 'pies, rules 012345' +2 (passive), 'late, rules 012345' +3 (active)",
    );
  });

  it('are asked about a target once where they are passive, and see all targets of the iteration', async () => {
    const asked: RuleRequest[] = [];
    const rules = [{ name: 'own', score: 1, plugin: plugin({ act: 'anchors', word: 'pie' }) }];
    const crawl = await crawlOf({ ranking: [{ rules }] }, { asked });
    await crawl.run();
    const paths = (urls: readonly string[]) => urls.map((url) => new URL(url).pathname);
    const subjects = asked.map(({ question: { crawl: view, asked: at = [] } }) =>
      paths(at.map((one) => view.targets[one]?.url ?? '')),
    );
    expect(subjects).toEqual([['/'], ['/pie', '/tart', '/imprint', '/pear', '/list'], ['/cake']]);
    expect(asked.at(-1)?.question.crawl.targets.length).toBeGreaterThan(1);
    expect(asked[1]?.question.crawl.targets[0]).toMatchObject({
      url: `${root}/pie`,
      links: { anchor: ['apple', 'pie'], sources: [{ url: `${root}/`, score: 0 }] },
    });
    expect(pathsOf(crawl).slice(0, 2)).toEqual(['/', '/pie']);
  });

  it('that throw about one target say nothing of that one, and their failures are counted', async () => {
    const crawl = await crawlOf(scoredBy({ act: 'pies throw' }));
    await crawl.run();
    expect(pathsOf(crawl)).toHaveLength(7);
    expect(pathsOf(crawl).at(-1)).toBe('/pie');
    const settings = { ...testSettings(jobName), ...stagedSettings(scoredBy({ act: 'pies throw' })) };
    expect(await pluginFailures(crawl.ports, settings)).toMatchObject({ rules: expect.any(Number) });
    const { context } = await siteOf(crawl, 'fruit.test');
    expect(context?.metrics.rules.get('own')?.failures).toBeGreaterThan(1);
  });

  it('see a copy of the context: what they change in it nobody sees', async () => {
    const crawl = await crawlOf(scoredBy({ act: 'spoils' }));
    await crawl.run();
    expect(pathsOf(crawl)).toHaveLength(7);
    expect((await crawl.changes()).every(({ url }) => url.startsWith(root))).toBe(true);
  });

  it.each(['throws', 'loops', 'waits', 'allocates', 'nonsense', 'not a number'])(
    'that fail say nothing, and the site is crawled by the others: %s',
    async (act) => {
      const plain = await crawlOf({ ranking: [{ rules: [{ name: 'deep', score: 1, times: 'depth' }] }] });
      await plain.run();
      const deadlineMs = ['loops', 'waits', 'allocates'].includes(act) ? 50 : 5_000;
      const stage = scoredBy({ act }, { deadlineMs });
      const deep = { name: 'deep', score: 1, times: 'depth' } as const;
      const crawl = await crawlOf({ ranking: [{ rules: [deep, ...(stage.ranking?.[0]?.rules ?? [])] }] });
      await crawl.run();
      expect(pathsOf(crawl)).toEqual(pathsOf(plain));
      const { context } = await siteOf(crawl, 'fruit.test');
      expect(context?.metrics.rules.get('own')?.failures).toBeGreaterThanOrEqual(5);
    },
    60_000,
  );

  it('say in why what they fail of', async () => {
    const crawl = await crawlOf(scoredBy({ act: 'throws' }), { maxPages: 1 });
    await crawl.tick();
    const { lines } = await why(portsOf(crawl), await crawl.job(), `${root}/pie`);
    expect(lines.filter(({ step }) => step === 'strategy').at(-1)?.detail).toBe(
      "the rule 'own' says nothing: TypeError: no such thing",
    );
  });

  it('that are exchanged under a running crawl hold for contexts that are opened from then on', async () => {
    const asked: RuleRequest[] = [];
    const crawl = await crawlOf(scoredBy({ act: 'path', word: 'list' }), { maxPages: 2, asked });
    await crawl.tick();
    expect(pathsOf(crawl)).toEqual(['/', '/list']);
    const digest = 'fedcba9876543210';
    const { strategy } = stagedSettings(scoredBy({ act: 'path', word: 'tart' }, { digest }));
    const { stages } = strategy ?? { stages: [] };
    const job = await crawl.job();
    const before = { ...testSettings(jobName), ...stagedSettings(scoredBy({ act: 'path', word: 'list' })) };
    await ensureJob(crawl.ports, { ...before, strategy: { stages } });
    expect((await crawl.job()).config).not.toBe(job.config);
    await crawl.run();
    expect(pathsOf(crawl)[2]).toBe('/tart');
    expect(asked.at(-1)?.plugin.digest).toBe(digest);
    const { ended } = await siteOf(crawl, 'fruit.test');
    expect(ended.map(({ why: because }) => because)).toEqual(["the plug-in of its rule 'own' was exchanged"]);
  });
});

it('a strategy without rules of one’s own asks no plug-in, and keeps nothing of its pages more than before', async () => {
  const asked: RuleRequest[] = [];
  const crawl = await crawlOf({ preset: 'layered' }, { asked });
  await crawl.tick();
  expect(asked).toEqual([]);
  const { context } = await siteOf(crawl, 'fruit.test');
  for (const { vector } of context?.targets.values() ?? []) expect(vector?.sources).toBeUndefined();
});
