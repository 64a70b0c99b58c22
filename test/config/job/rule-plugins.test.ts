import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { readGivenJob, requireSelfContained } from '../../../lib/config/job/self-contained.ts';
import { effectiveSettings } from '../../../lib/config/layers/effective-settings.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';
import { ownRulesOf } from '../../../lib/domain/strategy/strategy.ts';
import { strategyVersion } from '../../../lib/domain/strategy/strategy-version.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-rules-'));
  mkdirSync(join(directory, 'plugins'));
  writeFileSync(join(directory, 'plugins/mine.js'), 'export const score = () => 1;\n');
});

const load = (ranking: string, layers = '') => {
  const text = `name: mine\nstrategy: { stages: [{ name: one, ${layers} ranking: [{ rules: [${ranking}] }] }] }\n`;
  writeFileSync(join(directory, 'job.yaml'), text);
  return loadJob(directory);
};
const mine = '{ name: own, plugin: plugins/mine.js, options: { a: 1 }, deadline: 0.05, active: true }';

describe('a rule that asks a plug-in', () => {
  it('knows it by its digest, and the job names the module with the role of the rule', () => {
    const { settings, plugins } = load(mine);
    const [rule] = settings.strategy.stages.flatMap(ownRulesOf);
    expect(rule).toMatchObject({
      ...{ name: 'own', role: 'score' },
      plugin: { id: 'mine', file: 'plugins/mine.js', options: { a: 1 }, deadlineMs: 50 },
    });
    expect(settings.strategy.stages[0]?.ranking[0]?.rules[0]).toMatchObject({ score: 1, active: true });
    expect(plugins).toEqual([
      {
        ...{ file: 'plugins/mine.js', digest: rule?.plugin.digest, role: 'score' },
        path: join(directory, 'plugins/mine.js'),
      },
    ]);
    expect(parseSettings(encodeSettings(settings)).strategy).toEqual(settings.strategy);
  });

  it('has a quarter of a second where it does not say, and layers of its own choice', () => {
    const layers = 'layers: [{ layers: [top, rest], rules: [{ name: l, plugin: plugins/mine.js }] }],';
    const { settings, plugins } = load('{ name: own, plugin: plugins/mine.js, score: 2 }', layers);
    const [layer, score] = settings.strategy.stages.flatMap(ownRulesOf);
    expect(layer).toMatchObject({ role: 'layer', layers: ['top', 'rest'], plugin: { deadlineMs: 250 } });
    expect(score?.plugin.digest).toBe(layer?.plugin.digest);
    expect(plugins.map(({ role }) => role)).toEqual(['layer', 'score']);
  });

  it('makes another strategy when its module changes', () => {
    const before = strategyVersion(load(mine).settings.strategy);
    writeFileSync(join(directory, 'plugins/mine.js'), 'export const score = () => 2;\n');
    expect(strategyVersion(load(mine).settings.strategy)).not.toBe(before);
  });

  it('is shown as it is written', () => {
    const shown = effectiveSettings(load(mine).settings).find(({ key }) => key === 'strategy.stages');
    const rule = { name: 'own', score: 1, active: true };
    const own = { plugin: 'plugins/mine.js', options: { a: 1 }, deadline: 0.05 };
    expect(shown?.value).toMatchObject([{ ranking: [{ rules: [{ ...rule, ...own }] }] }]);
  });

  it.each([
    [
      '{ name: own, plugin: plugins/gone.js }',
      'strategy.stages.0.ranking.0.rules.0.plugin: plugins/gone.js:',
    ],
    ['{ name: own, plugin: plugins/mine.py }', 'plugins/mine.py: expected a module'],
    ['{ name: own }', 'a rule of ranking has a `score`, a `plugin` or both'],
    [
      '{ name: own, score: 1, deadline: 1 }',
      '`options` and `deadline` are those of a `plugin`, which is missing',
    ],
    [
      '{ name: own, plugin: plugins/mine.js }, { name: b, score: 1, when: { rule: [own] } }',
      "the rule 'b' names the rule 'own', whose answer only its plug-in knows",
    ],
  ])('is refused where it cannot be asked: %s', (rule, message) => {
    expect(() => load(rule)).toThrow(message);
  });

  it('is one of the machine: no installation.yaml of a stack and no program over HTTP brings one', () => {
    const strategy = { stages: [{ name: 'one', ranking: [{ rules: [{ name: 'own', plugin: 'p.js' }] }] }] };
    expect(() => readGivenJob('mine', { strategy }, undefined)).toThrow(
      'strategy.stages.0.ranking.0.rules.0.plugin: only files of the machine itself say the file "p.js"',
    );
    const text = JSON.stringify({ strategy });
    expect(() => requireSelfContained({ file: 'installation.yaml', text })).toThrow('"p.js"');
  });
});
