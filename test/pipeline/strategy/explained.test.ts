import { afterEach, describe, expect, it } from 'vitest';
import { why } from '../../../lib/capabilities/why.ts';
import { describeLeft, type Left } from '../../../lib/domain/focus/work-left.ts';
import { settingsOf } from '../../../lib/pipeline/base/settings-cache.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { strategyReport } from '../../../lib/pipeline/report/strategy-report.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, stagedSettings } from './staged-crawl.ts';

const root = 'https://fruit.test';
let crawl: SmallCrawl;
afterEach(() => crawl.close());

const web: Web = {
  [`${root}/`]: pageWith('apple apple', {
    nav: [['imprint', '/imprint']],
    main: [
      ['apple pie', '/pie'],
      ['apple tart', '/tart'],
      ['a list', '/list'],
    ],
  }),
};

/** A crawl whose first turn has one page: its links wait. */
async function afterOnePage(act: 'back' | 'dismiss' = 'back'): Promise<void> {
  const settings = stagedSettings({
    name: 'apples',
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
          { name: 'deep', score: -0.5, times: 'depth' },
          { name: 'late', when: { count: { loads: { min: 1 } } }, score: 1 },
        ],
      },
    ],
    control: [{ rules: [{ name: 'no list', when: { url: ['list'] }, act }] }],
  });
  crawl = await smallCrawl(web, {
    seeds: [`${root}/`],
    settings: { ...settings, turn: { ...testSettings('fruit').turn, maxPages: 1 } },
  });
  await crawl.tick();
}

describe('what is said of a strategy', () => {
  it('names stage, layer and every term of a pending URL', async () => {
    await afterOnePage();
    const { lines } = await why(crawl.ports, await crawl.job(), `${root}/pie`);
    const said = lines.filter(({ step }) => step === 'strategy').map(({ detail }) => detail);
    expect(said).toEqual([
      "stage 'apples', iteration 1: 1 targets tried, 1 relevant",
      "layer 'top' by 'an apple'; score 2.5: 'pies' +2 (passive), 'deep' -0.5 (passive), 'late' +1 (active)",
    ]);
  });

  it('names the control rule that keeps a URL back', async () => {
    await afterOnePage();
    const { lines } = await why(crawl.ports, await crawl.job(), `${root}/list`);
    expect(lines.filter(({ step }) => step === 'strategy').at(-1)).toEqual({
      ...{ step: 'strategy', verdict: 'wait', detail: "the rule 'no list' sends it back" },
    });
  });

  it('says of a URL that a rule dismissed that nobody asked for it', async () => {
    await afterOnePage('dismiss');
    await crawl.run();
    const { lines } = await why(crawl.ports, await crawl.job(), `${root}/list`);
    const said = lines.filter(({ step }) => ['frontier', 'outcome', 'history', 'next'].includes(step));
    expect(said.map(({ step, detail }) => `${step}: ${detail.replace(/, [^,]*$/, '')}`)).toEqual([
      'frontier: ended without a request',
      'outcome: denied: strategy: apples: no list',
      'next: never',
    ]);
    const visited = await why(crawl.ports, await crawl.job(), `${root}/`);
    expect(visited.lines).toContainEqual({ step: 'frontier', verdict: 'info', detail: 'visited, depth 0' });
  });

  it('says in the status what rests because the stages of its site are over', async () => {
    crawl = await smallCrawl(web, {
      seeds: [`${root}/`],
      settings: stagedSettings({ objectives: { of: 'site', targets: 1 } }),
    });
    await crawl.run();
    const summary = await summarise(crawl.ports, jobName);
    const { left, health } = await statusOf(crawl.ports, await crawl.job(), summary, {
      lack: () => undefined,
    });
    expect(left).toEqual([{ why: 'strategy', count: 4, hosts: 1 }]);
    expect(describeLeft(left?.[0] as Left, 0).what).toBe(
      '4 URLs of 1 host rest, as all stages of the strategy are over there',
    );
    expect(health).toMatchObject({ state: 'finished', advice: [] });
  });

  it('sums up contexts by stage, with the evaluations of each rule', async () => {
    await afterOnePage();
    const job = await crawl.job();
    const settings = await settingsOf(crawl.ports.jobs, job.name, job.config);
    const report = await strategyReport(crawl.ports, job, settings);
    expect(report?.stages).toMatchObject([{ stage: 'apples', open: 1, ended: 0, targets: 1, relevant: 1 }]);
    expect(report?.contexts).toMatchObject([{ host: 'fruit.test', stage: 'apples', iterations: 1 }]);
    const asked = Object.fromEntries(
      report?.contexts[0]?.rules.map(({ rule, evaluations }) => [rule, evaluations]) ?? [],
    );
    // The landing page, and its four links when they were found.
    expect(asked).toMatchObject({ 'an apple': 5, pies: 1, deep: 1 });
  });
});
