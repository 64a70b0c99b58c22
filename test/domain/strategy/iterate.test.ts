import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { ContextFacts } from '../../../lib/domain/strategy/facts.ts';
import type { AppliedControl } from '../../../lib/domain/strategy/modules/control-module.ts';
import { iterate, type Modules } from '../../../lib/domain/strategy/modules/iterate.ts';
import {
  type ActiveTarget,
  type AppliedRule,
  emptyRegistry,
} from '../../../lib/domain/strategy/modules/registry.ts';

const counts = { iterations: 0, loads: 0, relevant: 0, targets: 0, dry: 0 };
const context: ContextFacts = {
  counts,
  yieldOf: () => 1,
  blockYieldOf: () => undefined,
  rowYieldOf: () => undefined,
  worthOf: () => 0,
};

function openLog() {
  const asked: string[] = [];
  const failures: unknown[] = [];
  return {
    asked,
    failures,
    evaluated: ({ name }: { readonly name: string }) => void asked.push(name),
    failed: (_: unknown, error: unknown) => void failures.push(error),
  };
}

function target(path: string): ActiveTarget {
  return { url: `https://site.test/${path}` as CanonicalUrl, depth: path.length, registry: emptyRegistry() };
}

function rule(name: string, nature: 'passive' | 'active', evaluate: AppliedRule['evaluate']): AppliedRule {
  return { name, signature: name, nature, isExpensive: false, evaluate };
}

const urls = (targets: readonly { readonly url: string }[]) =>
  targets.map(({ url }) => url.split('/').at(-1));
const byPath =
  (path: string): AppliedRule['evaluate'] =>
  ({ url }) =>
    url.endsWith(path) ? { score: 0, layer: 0 } : { score: 0 };

describe('an iteration', () => {
  it('asks a passive rule once for each target, and an active one each time', () => {
    const modules: Modules = {
      load: 1,
      layers: [],
      ranking: [
        {
          rules: [
            rule('once', 'passive', () => ({ score: 1 })),
            rule('again', 'active', () => ({ score: 1 })),
          ],
          control: [],
        },
      ],
      control: [],
    };
    const log = openLog();
    const targets = [target('a'), target('b')];
    iterate(modules, targets, context, log);
    iterate(modules, targets, context, log);
    expect(log.asked.filter((name) => name === 'once')).toHaveLength(2);
    expect(log.asked.filter((name) => name === 'again')).toHaveLength(4);
  });

  it('ranks nothing but the first layer that is not empty', () => {
    const log = openLog();
    const modules: Modules = {
      load: 5,
      layers: [
        { layers: 2, unassigned: 'deepest', rules: [rule('top', 'passive', byPath('b'))], memory: 'm' },
      ],
      ranking: [{ rules: [rule('dear', 'passive', () => ({ score: 1 }))], control: [] }],
      control: [],
    };
    const targets = ['a', '1b', 'c', '2b'].map(target);
    expect(urls(iterate(modules, targets, context, log).drawn)).toEqual(['1b', '2b']);
    expect(log.asked.filter((name) => name === 'dear')).toHaveLength(2);
  });

  it('does not ask for the score of a target that passes alone, unless a control rule may keep it back', () => {
    const open = { load: 5, layers: [], control: [] };
    const rules = [rule('dear', 'active', () => ({ score: 1 }))];
    const lone = openLog();
    const modules: Modules = { ...open, ranking: [{ rules, control: [] }] };
    expect(urls(iterate(modules, [target('a')], context, lone).drawn)).toEqual(['a']);
    expect(lone.asked).toEqual([]);
    const kept = openLog();
    const back: AppliedControl = {
      ...{ name: 'poor', isExpensive: false, act: 'back' },
      matches: (_, __, score = 0) => score < 2,
    };
    const controlled: Modules = { ...open, ranking: [{ rules, control: [back] }] };
    expect(iterate(controlled, [target('a')], context, kept).drawn).toEqual([]);
    expect(kept.asked).toEqual(['dear', 'poor']);
  });

  it('dismisses what no rule assigns, unless all layers are empty', () => {
    const module = {
      layers: 1,
      unassigned: 'dismiss' as const,
      rules: [rule('top', 'passive', byPath('b'))],
      memory: 'm',
    };
    const modules: Modules = { load: 5, layers: [module], ranking: [], control: [] };
    const both = iterate(modules, [target('a'), target('b')], context, openLog());
    expect(urls(both.drawn)).toEqual(['b']);
    expect(urls(both.dismissed.map((one) => one.target))).toEqual(['a']);
    const none = iterate(modules, [target('a'), target('c')], context, openLog());
    expect(urls(none.drawn)).toEqual(['a', 'c']);
    expect(none.dismissed).toEqual([]);
  });

  it('goes on without a rule that always throws, and notes it', () => {
    const log = openLog();
    const broken = rule('broken', 'active', () => {
      throw new Error('no');
    });
    const good = rule('good', 'passive', ({ url }) => ({ score: url.endsWith('b') ? 1 : 0 }));
    const modules: Modules = {
      load: 1,
      layers: [],
      ranking: [{ rules: [broken, good], control: [] }],
      control: [],
    };
    expect(urls(iterate(modules, [target('a'), target('b')], context, log).drawn)).toEqual(['b']);
    expect(log.failures).toHaveLength(2);
  });
});
