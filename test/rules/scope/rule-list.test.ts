import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CanonicalUrl, hostOf } from '../../../lib/base/url/url.ts';
import { isAbout, ruleEntries } from '../../../lib/rules/scope/rule-entry.ts';
import { compileRules } from '../../../lib/rules/scope/rule-list.ts';
import { limitTests, type ScopeRule, type ScopeTest } from '../../../lib/rules/scope/scope-settings.ts';

const label = fc.constantFrom('a', 'b', 'www', 'co');
const host = fc
  .tuple(fc.array(label, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ':8080'))
  .map(([labels, port]) => `${labels.join('.')}${port}`);
const word = fc.constantFrom('a', 'b', 'AB', 'index', '2024', 'x.html', 'x.PDF', '');
const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    host,
    fc.array(word, { maxLength: 4 }),
    fc.constantFrom('', '?', '?a=1', '?a=1&b=2&c'),
  )
  .map(([scheme, name, path, query]) => `${scheme}://${name}/${path.join('/')}${query}` as CanonicalUrl);

const surt = fc.tuple(host, fc.constantFrom(')/', ')/a', ')/a/b', ',', ',')).map(([name, end]) => {
  const [labels = '', port] = name.split(':');
  const reversed = labels.split('.').reverse().join(',');
  return end === ',' ? `(${reversed},` : `(${reversed},${port === undefined ? '' : `:${port}`}${end}`;
});
const expression = fc.constantFrom(
  ...[
    '/a/',
    'index',
    '\\d{4}',
    '(?i)ab',
    '\\.html?$',
    '^https',
    '[?&]b=',
    'a.*b',
    '',
    '\\bwww\\b',
    '(a|b){3,}',
    'zzz',
    '^https?://[^/]*b[^/]*/(a|index)/',
    '^http://www',
    '\\.html|index',
  ],
);
const pattern = fc.tuple(fc.constantFrom('HOST: ', 'URL '), expression).map((parts) => parts.join(''));

const listOf = (entry: fc.Arbitrary<string>) =>
  fc.array(entry, { maxLength: 4 }).map((entries) => [{ file: 'list', line: 1, entries }]);
const test: fc.Arbitrary<ScopeTest> = fc.oneof(
  fc.constant({ kind: 'all' as const }),
  listOf(host).map((list) => ({ kind: 'hosts' as const, list })),
  listOf(host.map((name) => name.replace(/:.*/, ''))).map((list) => ({ kind: 'domains' as const, list })),
  listOf(surt).map((list) => ({ kind: 'surts' as const, list })),
  listOf(pattern).map((list) => ({ kind: 'patterns' as const, list })),
  listOf(fc.constantFrom('html', 'pdf')).map((list) => ({ kind: 'extensions' as const, list })),
  listOf(fc.constantFrom('http', 'https')).map((list) => ({ kind: 'schemes' as const, list })),
  fc
    .tuple(fc.constantFrom(...limitTests), fc.nat(30))
    .map(([kind, limit]) => ({ kind, limit: kind === 'lengthOver' ? limit : limit % 4 })),
);
const rule: fc.Arbitrary<ScopeRule> = fc.record({
  word: fc.constantFrom('accept' as const, 'reject' as const),
  source: fc.constant('job.yaml:1'),
  test,
});
const candidate = fc.record({ url, depth: fc.nat(4), hostHops: fc.nat(4) });

describe('rules made ready', () => {
  it('decide as asking each entry of each rule does', () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 40 }),
        fc.array(candidate, { minLength: 1, maxLength: 10 }),
        (rules, candidates) => {
          const compiled = compileRules(rules);
          const entries = ruleEntries(rules);
          for (const one of candidates) {
            const asked = entries.findLast((entry) => isAbout(entry, one));
            expect(compiled.last(one, compiled.ofHost(hostOf(one.url)))).toEqual(asked);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
