import { describe, expect, it } from 'vitest';
import { presetNames } from '../../../lib/domain/strategy/presets.ts';
import type { Stage } from '../../../lib/domain/strategy/strategy.ts';
import { strategyFault } from '../../../lib/domain/strategy/strategy-fault.ts';
import { strategyOf } from '../../../lib/domain/strategy/strategy-settings.ts';

const plain: Stage = {
  name: 'one',
  load: 5,
  objectives: { of: 'site' },
  layers: [],
  ranking: [],
  control: [],
};

function faultOf(stage: Partial<Stage>, ...more: readonly Stage[]): string | undefined {
  return strategyFault({ stages: [{ ...plain, ...stage }, ...more] });
}

describe('a strategy', () => {
  it('is right when it is made of presets', () => {
    const stages = presetNames.map((preset) => ({
      ...{ name: preset, preset, load: 3 },
      objectives: { of: 'site' as const, pages: 10 },
    }));
    expect(strategyFault(strategyOf({ stages }))).toBeUndefined();
  });

  it('is refused when its rules name each other in a circle', () => {
    const rules = [
      { name: 'a', when: { rule: ['b'] }, score: 1 },
      { name: 'b', when: { not: { any: [{ rule: ['c'] }] } }, score: 1 },
      { name: 'c', when: { rule: ['b'] }, score: 1 },
    ];
    expect(faultOf({ ranking: [{ rules }] })).toBe(
      'stages.0 (one): rules name each other in a circle: b → c → b',
    );
  });

  it('is refused when a rule names one that is not there, and when two have one name', () => {
    const rule = { name: 'a', score: 1 };
    expect(faultOf({ ranking: [{ rules: [{ ...rule, when: { rule: ['x'] } }] }] })).toContain(
      "a rule 'x' that",
    );
    expect(faultOf({ ranking: [{ rules: [rule, rule] }] })).toContain("two rules are called 'a'");
  });

  it('is refused when nobody reaches a layer', () => {
    const layers = ['top', 'middle', 'rest'];
    const rules = [{ name: 'a', when: { depth: { max: 1 } }, layer: 'top' }];
    expect(faultOf({ layers: [{ layers, unassigned: 'deepest', rules }] })).toBe(
      "stages.0 (one): layers.0: no rule assigns to the layer 'middle', so it stays empty",
    );
    expect(faultOf({ layers: [{ layers: ['top', 'rest'], unassigned: 'dismiss', rules }] })).toContain(
      "'rest'",
    );
    expect(faultOf({ layers: [{ layers: ['top', 'rest'], unassigned: 'deepest', rules }] })).toBeUndefined();
  });

  it('is refused when a rule stands behind one that always matches', () => {
    const rules = [
      { name: 'all', layer: 'top' },
      { name: 'late', when: { depth: { max: 1 } }, layer: 'rest' },
    ];
    const module = { layers: ['top', 'rest'], unassigned: 'deepest' as const, rules };
    expect(faultOf({ layers: [module] })).toContain("'all' matches always, so 'late' is never asked");
  });

  it('is refused when objectives contradict each other', () => {
    const objectives = (more: object) => faultOf({ objectives: { of: 'site', ...more } });
    expect(objectives({ pages: 10, relevant: 20 })).toContain(
      'objectives.relevant (20) can never be reached',
    );
    expect(objectives({ targets: 10, pages: 20 })).toContain('targets ends the stage at 10');
    expect(objectives({ pages: 100, yield: { below: 0.1, over: 200 } })).toContain('taken over 200 pages');
    expect(objectives({ pages: 100, relevant: 20, targets: 300 })).toBeUndefined();
  });

  it('is refused when a stage before the last never ends', () => {
    const next = { ...plain, name: 'two' };
    expect(faultOf({}, next)).toContain('it has no objective, so the stages after it would never begin');
    expect(faultOf({ objectives: { of: 'site', pages: 5 } }, next)).toBeUndefined();
  });

  it('is refused when a rule asks for a score that it makes itself', () => {
    const when = { score: { min: 1 } };
    expect(faultOf({ ranking: [{ rules: [{ name: 'a', when, score: 1 }] }] })).toContain('a part of');
    const module = {
      layers: ['top'],
      unassigned: 'deepest' as const,
      rules: [{ name: 'a', when, layer: 'top' }],
    };
    expect(faultOf({ layers: [module] })).toContain('which targets get in ranking modules');
  });
});
