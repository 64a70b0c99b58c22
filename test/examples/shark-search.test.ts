import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { score } from '../../examples/plugins/shark-search.ts';
import { type ExampleWeb, serveExample } from '../../examples/serve.ts';
import { loadJob } from '../../lib/config/job/load-job.ts';
import { order } from '../../lib/operations/order.ts';
import { type JobTree, jobDirectory } from '../e2e/support/job-directory.ts';
import { withInstallation } from '../e2e/support/process/in-process.ts';

const docs = readFileSync(new URL('../../docs/strategies.md', import.meta.url), 'utf8');
const module = fileURLToPath(new URL('../../examples/plugins/shark-search.ts', import.meta.url));
const [, section = ''] = /## Rules of your own\n(.*?)\n## /s.exec(docs) ?? [];
const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(section) ?? [];

describe('shark search', () => {
  type Links = NonNullable<Parameters<typeof score>[0]['links']>;
  const plain: Links = {
    ...{ instances: 1, anchor: [], block: [], blocks: [], places: [], languages: [] },
    sources: [],
  };
  const scoreOf = (links: Partial<Links>, options: object = {}) =>
    score({ url: 'https://a.test/', depth: 1, said: {}, links: { ...plain, ...links } }, {
      options: { words: ['owl', 'night'], ...options },
      crawl: {},
    } as unknown as Parameters<typeof score>[1]);

  it('is what its authors say: inherited worth and neighbourhood, half each', () => {
    const relevant = { url: 'https://a.test/', relevance: 0.8 };
    expect(scoreOf({ sources: [relevant] })).toBeCloseTo(0.5 * 0.5 * 0.8);
    expect(scoreOf({ anchor: ['owl', 'night'] })).toBeCloseTo(0.5 * (0.8 * 1 + 0.2 * 1));
    expect(scoreOf({ anchor: ['here'], block: ['owl', 'night'] })).toBeCloseTo(0.5 * 0.2 * 1);
    expect(scoreOf({ anchor: ['owlets'] }, { words: ['owl*'] })).toBeCloseTo(0.5);
  });

  it('hands on what an irrelevant page inherited, less with each link', () => {
    const poor = { url: 'https://a.test/', relevance: 0, score: 0.4 };
    expect(scoreOf({ sources: [poor] })).toBeCloseTo(0.5 * 0.5 * 0.4);
    expect(scoreOf({ sources: [poor, { ...poor, relevance: 1 }] })).toBeCloseTo(0.5 * 0.5);
    expect(score({ url: 'https://a.test/', depth: 0, said: {} }, {} as never)).toBe(0);
  });

  it('has fewer than 60 lines', () => {
    expect(readFileSync(module, 'utf8').split('\n').length).toBeLessThan(60);
  });
});

describe('the job of docs/strategies.md with a rule of one’s own', () => {
  let example: ExampleWeb;
  beforeAll(async () => {
    example = await serveExample(0);
  });
  afterAll(() => example.close());

  it('crawls the example web by what the rule says, and counts its evaluations', async () => {
    const seed = `http://bog.localhost:${example.port}/`;
    const directory = jobDirectory('bog', {
      ...(parse(yaml) as JobTree),
      seeds: [seed],
      scope: { hosts: ['bog.localhost'] },
      topic: { file: 'topic.txt', followOffTopic: true },
      turn: { maxPages: 2 },
      yield: { hold: false },
    });
    mkdirSync(join(directory, 'plugins'));
    // Its imports are types: nothing of them is left.
    cpSync(module, join(directory, 'plugins/shark-search.ts'));
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(directory, 'topic.txt'),
      '50: traps?=PLANTS\n50: flytraps?=PLANTS\n50: plants?=PLANTS\n',
    );
    const { plugins } = loadJob(directory);
    expect(plugins.map(({ role }) => role)).toEqual(['score']);
    await withInstallation(directory, async (installation, job) => {
      for (const one of plugins) await installation.keepPlugin(one);
      await installation.seed(job, [seed]);
      await installation.crawl(job, {});
      const asked = { by: 'a test', reason: '' };
      const report = await order('strategy', installation.place, { job }, asked);
      const [stage] = report?.stages ?? [];
      expect(stage?.targets).toBeGreaterThan(5);
      const shark = stage?.rules.find(({ rule }) => rule === 'shark');
      expect(shark).toMatchObject({ failures: 0 });
      expect(shark?.evaluations).toBeGreaterThan(5);
      expect((await installation.place.status(job)).pluginFailures).toBeUndefined();
    });
  });
});
