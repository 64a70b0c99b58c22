import { afterEach, expect, it } from 'vitest';
import { maxFailures, restMs } from '../../../lib/adapters/plugins/plugin-health.ts';
import { type PluginHost, pluginHost } from '../../../lib/adapters/plugins/plugin-host.ts';
import { readerWithPlugins } from '../../../lib/adapters/plugins/plugin-reader.ts';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import type { CrawlView } from '../../../lib/domain/plugins/strategy-rule.ts';

const fixture = new URL('../../fixtures/plugins/rules.mjs', import.meta.url).href;
let host: PluginHost | undefined;
let now = 0;
afterEach(async () => {
  await host?.close();
  host = undefined;
});

const counts = { iterations: 0, loads: 0, relevant: 0, targets: 2, dry: 0 };
const crawl: CrawlView = {
  ...{ stage: 'one', host: 'a.test', counts, blocks: {}, words: {}, loaded: [] },
  targets: ['/pie', '/tart'].map((path) => ({ url: `https://a.test${path}`, depth: 1, said: {} })),
};

async function ask(act: string, site = 'a.test', role: 'score' | 'layer' = 'score') {
  host ??= pluginHost({ moduleOf: (digest) => (digest === 'gone' ? undefined : fixture), now: () => now });
  const plugin = { id: 'rules', file: 'rules.mjs', digest: act, deadlineMs: 2_000, options: { act } };
  const question = { crawl, asked: [0, 1], layers: ['top', 'rest'] };
  return await readerWithPlugins(inlineReader(), host).askRule({ plugin, role, site, question });
}

it('a rule is asked about all targets in one call, and answers for each', async () => {
  expect(await ask('pies throw')).toEqual({ ok: true, value: [{ failed: 'a pie' }, { said: 1 }] });
  expect(await ask('nonsense')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('it returned nonsense: expected a number'),
  });
  expect(await ask('gone')).toEqual({ ok: false, problem: 'it is not in the installation' });
});

it('a rule that fails on a site is switched off there, and is asked on others', async () => {
  for (let failure = 0; failure < maxFailures; failure++) await ask('throws', 'bad.test');
  expect(await ask('throws', 'bad.test')).toMatchObject({ problem: expect.stringMatching(/^switched off/) });
  expect(await ask('throws', 'good.test')).toMatchObject({ problem: 'TypeError: no such thing' });
  now += restMs;
  expect(await ask('throws', 'bad.test')).toMatchObject({ problem: 'TypeError: no such thing' });
});

it('a rule that fails on site after site is switched off everywhere', async () => {
  const sites = Array.from({ length: maxFailures }, (_, at) => `site${at}.test`);
  for (const site of sites) for (let failure = 0; failure < maxFailures; failure++) await ask('throws', site);
  expect(await ask('throws', 'new.test')).toMatchObject({ problem: expect.stringMatching(/^switched off/) });
  expect(await ask('late', 'new.test')).toMatchObject({ ok: true });
});

it('without plug-ins a rule says nothing', async () => {
  const plugin = { id: 'rules', file: 'rules.mjs', digest: 'x', deadlineMs: 2_000, options: {} };
  const request = { plugin, role: 'score', site: 'a.test', question: { crawl, asked: [0] } } as const;
  expect(await inlineReader().askRule(request)).toEqual({ ok: false, problem: 'no plug-ins run here' });
});
