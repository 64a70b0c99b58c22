import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { noExamples, readJobExamples } from '../../../lib/capabilities/examples/read-examples.ts';
import {
  withAdded,
  withAnswers,
  withoutRule,
  withRemoved,
  withRule,
} from '../../../lib/capabilities/examples/set/change-set.ts';
import type { Example } from '../../../lib/capabilities/examples/set/job-examples.ts';
import {
  settingsByExamples,
  withoutExamples,
} from '../../../lib/capabilities/examples/set/settings-by-examples.ts';
import type { Side } from '../../../lib/capabilities/examples/set/side.ts';
import { scopeOf } from '../../../lib/rules/scope/scope.ts';
import { testSettings } from '../../support/settings.ts';

const example = (url: string, side: Side): Example => ({
  ...{ source: url, url: url as CanonicalUrl, side, title: '', addedAt: 0, origin: 'named' },
});
const rejecting = { side: 'out', kind: 'host', text: 'ads.example' } as const;
const accepting = { side: 'in', kind: 'prefix', text: 'http://ads.example/owls/' } as const;

describe('a set of examples', () => {
  it('is read as it was written, and not when it is of a later version or something else', () => {
    const set = withRule(withAdded(noExamples, [example('http://a.example/', 'in')]), rejecting);
    expect(readJobExamples(JSON.stringify(set))).toEqual(set);
    expect(() => readJobExamples('{"v":2}')).toThrow(/version 2 of a newer Winnow/);
    expect(() => readJobExamples('{"v":1}')).toThrow(/something else/);
    expect(() => readJobExamples('{')).toThrow(/no JSON/);
  });

  it('has the last word of a person on a page', () => {
    const url = 'http://a.example/' as CanonicalUrl;
    const judged = withAnswers(noExamples, [
      { url, side: 'in', at: 1 },
      { url, side: 'out', at: 2 },
    ]);
    expect(judged.answers).toEqual([{ url, side: 'out', at: 2 }]);
    const added = withAdded(judged, [example(url, 'in'), example(url, 'out')]);
    expect(added).toMatchObject({ answers: [], examples: [{ side: 'out' }] });
    expect(withRemoved(added, new Set([url])).examples).toEqual([]);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 10_001 }, (_, at) => example(`http://a.example/${at}`, 'in'));
    expect(() => withAdded(noExamples, many)).toThrow(/at most 10000 examples/);
    const rules = Array.from({ length: 1_000 }, (_, at) => ({ ...rejecting, text: `h${at}.example` }));
    expect(() => withRule({ ...noExamples, rules }, rejecting)).toThrow(/at most 1000 rules/);
  });

  it('moves a rule that is said again to the end, and names the rules when one is unknown', () => {
    const set = [rejecting, accepting, rejecting].reduce(withRule, noExamples);
    expect(set.rules).toEqual([accepting, rejecting]);
    expect(withoutRule(set, accepting).rules).toEqual([rejecting]);
    expect(() => withoutRule(noExamples, accepting)).toThrow(/no rule 'in prefix/);
  });
});

describe('the settings of a job with examples', () => {
  const settings = testSettings('owls');
  const accepts = (set: typeof noExamples, url: string): boolean =>
    scopeOf(settingsByExamples(settings, set)).verdict({ url: url as CanonicalUrl, depth: 0, hostHops: 0 })
      .accepted;

  it('reject what is out, but for what a later rule or an example says', () => {
    const set = [rejecting, accepting].reduce(withRule, noExamples);
    expect(accepts(set, 'http://ads.example/owls/tawny')).toBe(true);
    expect(accepts(set, 'http://www.ads.example/')).toBe(false);
    expect(accepts(set, 'http://b.example/')).toBe(true);
    const judged = withAdded(set, [
      example('http://ads.example/known', 'in'),
      example('http://b.example/bad?a=1', 'out'),
    ]);
    expect(accepts(judged, 'http://ads.example/known')).toBe(true);
    expect(accepts(judged, 'http://b.example/bad?a=1')).toBe(false);
    expect(accepts(judged, 'http://b.example/bad?a=12')).toBe(true);
  });

  it('do not undo what the job itself rejects', () => {
    const set = withRule(noExamples, { side: 'in', kind: 'host', text: 'a.example' });
    expect(accepts(withAdded(set, [example('http://a.example/x.jpg', 'in')]), 'http://a.example/y.jpg')).toBe(
      false,
    );
    expect(settingsByExamples(settings, set).scope.rules).toEqual([]);
  });

  it('are the same when they are added twice, and as before when they are taken out', () => {
    const learnt = {
      kind: 'svm',
      id: 'examples',
      file: 'winnow examples',
      digest: 'd',
      minRelevance: 0,
    } as const;
    const round = {
      number: 1,
      begunAt: 0,
      in: 1,
      out: 0,
      unlabelled: 9,
      topic: { ...learnt, good: ['good'], crawlOnly: [] },
    };
    const set = { ...withRule(noExamples, rejecting), rounds: [round] };
    const once = settingsByExamples(settings, set);
    expect(once.topic?.filters).toEqual([round.topic]);
    expect(settingsByExamples(once, set)).toEqual(once);
    expect(withoutExamples(once)).toEqual(settings);
    const own = { ...once.topic, filters: [{ ...round.topic, file: 'own.model' }] } as NonNullable<
      typeof once.topic
    >;
    expect(settingsByExamples({ ...settings, topic: own }, set).topic).toEqual(own);
  });
});
