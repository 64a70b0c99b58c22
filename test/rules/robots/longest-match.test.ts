import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { canonicalPath, canonicalRule } from '../../../lib/rules/robots/canonical-path.ts';
import { pathRules } from '../../../lib/rules/robots/longest-match.ts';
import { parseRobots } from '../../../lib/rules/robots/parse-robots.ts';

const site = 'http://example.org';

function longest(patterns: readonly string[], path: string): readonly string[] {
  const rules = patterns.map((pattern) => ({ pattern: canonicalRule(pattern), value: pattern }));
  return [...pathRules(rules)(canonicalPath(path))].sort();
}

describe('path rules', () => {
  it.each<[readonly string[], string, readonly string[]]>([
    [['/', '/a', '/ab', '/abc'], '/abx', ['/ab']],
    [['/a', '/a$', '/a*'], '/a', ['/a$', '/a*']],
    [['/a$'], '/ab', []],
    [['/*.gif$', '/images/'], '/images/x.gif', ['/images/']],
    [['/*.gif$', '/im'], '/images/x.gif', ['/*.gif$']],
    [['/*.gif$'], '/images/x.gif?a', []],
    [['*/x', '/a*b*c'], '/a1b2c3/x', ['/a*b*c']],
    [['/a*bc*bc$'], '/abcbc', ['/a*bc*bc$']],
    [['/a*bc*bc$'], '/abc', []],
    [['/a*$', '/*'], '/b', ['/*']],
    [['/fish', '/*sh'], '/fish', ['/fish']],
    [['/fis', '/*sh'], '/fish', ['/*sh', '/fis']],
    [[], '/', []],
  ])('of %j the longest that match %s are %j', (patterns, path, expected) => {
    expect(longest(patterns, path)).toEqual([...expected].sort());
  });

  /** What the package robots-parser makes of the same rules, one after the other. */
  interface Parsed {
    isAllowed(url: string, agent: string): boolean | undefined;
  }
  const parse = robotsParser as unknown as (url: string, text: string) => Parsed;

  it('decide as a parser that looks at every rule', () => {
    const text = fc.stringMatching(/^[abc/?=*$]{0,12}$/);
    const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), text);
    const path = fc.stringMatching(/^[abc/?=$]{0,16}$/);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 30 }), fc.array(path, { maxLength: 10 }), (rules, paths) => {
        const lines = rules.map(([directive, value]) => `${directive}: ${canonicalRule(`/${value}`)}`);
        const file = ['User-agent: *', ...lines].join('\n');
        const ours = parseRobots(site, file);
        const theirs = parse(`${site}/robots.txt`, file);
        for (const one of paths) {
          // The package leaves out a query that is empty.
          const url = `${site}${canonicalPath(`/${one}a`)}`;
          const verdict = ours.verdict(url as CanonicalUrl, 'winnow').allowed;
          expect(verdict, `${file}\n${url}`).toBe(theirs.isAllowed(url, 'winnow') ?? true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
