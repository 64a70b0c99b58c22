import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { openRules, type RuleKind, readRule } from '../../../lib/capabilities/examples/set/example-rule.ts';
import {
  contradictions,
  openRuleCounts,
  sidesOf,
} from '../../../lib/capabilities/examples/set/rule-counts.ts';
import { scopeTestOf } from '../../../lib/capabilities/examples/set/settings-by-examples.ts';
import type { Side } from '../../../lib/capabilities/examples/set/side.ts';
import { isAbout } from '../../../lib/rules/scope/rule-entry.ts';
import { entriesOf } from '../../../lib/rules/scope/scope-list.ts';

const rule = (side: Side, kind: RuleKind, text: string) => {
  const read = readRule(side, kind, text);
  if ('problem' in read) throw new Error(read.problem);
  return read.rule;
};
const urls = [
  'http://example.org/',
  'http://example.org/owls',
  'http://example.org/owls?page=2',
  'http://example.org/owlsXpage=2',
  'http://example.org/owls/tawny',
  'http://www.example.org/owls',
  'http://example.org:8080/owls',
  'http://notexample.org/owls',
  'https://example.org/owls',
] as CanonicalUrl[];
const rules = [
  rule('in', 'exact', 'HTTP://example.org/owls?page=2'),
  rule('in', 'prefix', 'http://example.org/owls'),
  rule('in', 'surt', 'http://(org,example,)/owls/'),
  rule('in', 'surt', '(org,example,'),
  rule('in', 'host', 'http://Example.org/'),
  rule('in', 'host', 'example.org:8080'),
  rule('in', 'regex', '/owls$'),
];

describe('rules of examples', () => {
  it('match as the rules of a scope that are made of them', () => {
    const matcher = openRules(rules);
    for (const url of urls) {
      const byScope = rules.flatMap((one, place) => {
        const test = scopeTestOf(one, 'test');
        const [entry] = 'list' in test ? [...entriesOf(test.list)] : [];
        const about = isAbout(
          { rule: { word: 'accept', source: 'test', test }, text: entry?.text ?? '', source: 'test' },
          { url, depth: 0, hostHops: 0 },
        );
        return about ? [place] : [];
      });
      expect({ url, places: matcher.matching(url) }).toEqual({ url, places: byScope });
    }
    expect(matcher.matching(urls[2] as CanonicalUrl)).toEqual([0, 1, 3, 4]);
  });

  it('are decided by the last one that matches, and counted by what they match', () => {
    const ordered = [rule('out', 'host', 'example.org'), rule('in', 'prefix', 'http://example.org/owls')];
    const counts = openRuleCounts(ordered);
    for (const url of urls) counts.add(url);
    expect(counts.counts().map(({ matched, decided }) => [matched, decided])).toEqual([
      [8, 4],
      [4, 4],
    ]);
    const side = sidesOf([], ordered);
    expect(urls.map(side)).toEqual(['out', 'in', 'in', 'in', 'in', 'out', 'out', undefined, 'out']);
  });

  it.each([
    ['exact', 'owls', /no http/],
    ['prefix', 'ftp://example.org/', /no http/],
    ['host', 'example.org/owls', /no host name/],
    ['surt', 'http://(org,exam', /no SURT prefix/],
    ['regex', '(owls', /\(owls: /],
    ['regex', '  ', /empty/],
  ] as const)('say what is wrong with %s %s', (kind, text, problem) => {
    expect(readRule('out', kind, text)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('tell where they contradict examples and each other', () => {
    const example = { source: urls[1] as string, url: urls[1] as CanonicalUrl, side: 'in' as const };
    const named = { ...example, title: '', addedAt: 0, origin: 'named' as const };
    const both = [rule('in', 'host', 'b.example'), rule('out', 'host', 'b.example')];
    expect(contradictions([named], [rule('out', 'host', 'example.org'), ...both])).toEqual([
      { what: "http://example.org/owls is in, and matches 'out host example.org'", force: 'the example' },
      { what: "'in host b.example' and 'out host b.example'", force: 'the later rule' },
    ]);
    expect(sidesOf([named], [rule('out', 'host', 'example.org')])(urls[1] as CanonicalUrl)).toBe('in');
  });
});
