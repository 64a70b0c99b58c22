import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { describeRefusal, scopeOf } from '../../../lib/rules/scope/scope.ts';
import { listOf, type ScopeList } from '../../../lib/rules/scope/scope-list.ts';
import { defaultScope, type ScopeSettings, type ScopeTest } from '../../../lib/rules/scope/scope-settings.ts';
import { testSettings } from '../../support/settings.ts';

function settingsWith(scope: Partial<ScopeSettings>, more: Partial<JobSettings> = {}): JobSettings {
  return { ...testSettings('apples'), scope: { ...defaultScope, ...scope }, ...more };
}

/** What is said of a URL: undefined, or the setting that refuses it. */
function refusedBy(settings: JobSettings, url: string, depth = 0, hostHops = 0): string | undefined {
  const verdict = scopeOf(settings).verdict({ url: url as CanonicalUrl, depth, hostHops });
  return verdict.accepted ? undefined : verdict.rule;
}

const list = (...entries: readonly string[]): ScopeList => listOf(entries, 'list');
const rule = (word: 'accept' | 'reject', test: ScopeTest) => ({ word, source: 'job.yaml:9', test });

describe('the hosts of a scope', () => {
  it.each([
    ['every host when none is named', [], 'http://example.org/', undefined],
    ['a host that is named', ['example.org'], 'http://example.org/', undefined],
    ['its subdomains', ['example.org'], 'http://www.example.org/', undefined],
    ['any port of it when none is named', ['example.org'], 'http://example.org:8080/', undefined],
    ['only the port that is named', ['example.org:8080'], 'http://example.org:8080/', undefined],
    ['no other port than the one that is named', ['example.org:8080'], 'http://example.org/', 'scope.hosts'],
    ['the same port of a subdomain', ['example.org:8080'], 'http://a.example.org:8080/', undefined],
    ['no host that only ends alike', ['example.org'], 'http://badexample.org/', 'scope.hosts'],
    ['no other host', ['example.org'], 'http://example.com/', 'scope.hosts'],
    ['an address', ['[::1]', '127.0.0.1'], 'http://[::1]:8080/', undefined],
  ] as const)('are %s', (_, hosts, url, rule) => {
    expect(refusedBy(settingsWith({ hosts: list(...hosts) }), url)).toBe(rule);
  });
});

describe('the limits of a scope', () => {
  const limits = { maxDepth: 5, maxUrlLength: 60, maxHostHops: 1, maxRepeats: 2, maxParameters: 3 };
  it.each([
    ['the greatest depth', 'http://example.org/', 5, 1, undefined],
    ['nothing deeper', 'http://example.org/', 6, 1, 'scope.maxDepth'],
    ['no host further away', 'http://example.org/', 5, 2, 'scope.maxHostHops'],
    ['no longer URL', `http://example.org/${'a'.repeat(50)}`, 0, 0, 'scope.maxUrlLength'],
    ['a segment twice', 'http://example.org/a/b/a/', 0, 0, undefined],
    ['no segment three times', 'http://example.org/a/b/a/c/a', 0, 0, 'scope.maxRepeats'],
    ['empty segments', 'http://example.org/////', 0, 0, undefined],
    ['three parameters', 'http://example.org/?a=1&b=2&&c', 0, 0, undefined],
    ['no fourth', 'http://example.org/?a=1&b=2&c=3&c=4', 0, 0, 'scope.maxParameters'],
    ['no host that no resolver knows', 'http://.example.org/', 0, 0, 'malformed host'],
  ] as const)('allow %s', (_, url, depth, hops, rule) => {
    expect(refusedBy(settingsWith(limits), url, depth, hops)).toBe(rule);
  });

  it('are the last word: no rule lifts them', () => {
    const rules = [rule('accept', { kind: 'all' })];
    expect(refusedBy(settingsWith({ ...limits, rules }), 'http://example.org/', 6)).toBe('scope.maxDepth');
  });

  it('leave out a scheme that is not wanted', () => {
    const settings = settingsWith({ schemes: ['https'] });
    expect(refusedBy(settings, 'http://example.org/')).toBe('scope.schemes');
    expect(refusedBy(settings, 'https://example.org/')).toBeUndefined();
  });
});

describe('the patterns of a scope', () => {
  const settings = settingsWith({
    allow: list('HOST: \\.example\\.org$', 'URL /papers/'),
    exclude: list('URL \\?', 'HOST: ^old\\.'),
  });

  it.each([
    ['a host that an allowed pattern matches', 'http://www.example.org/', undefined],
    ['a URL that another one matches', 'http://elsewhere.net/papers/1', undefined],
    ['nothing that none of them matches', 'http://elsewhere.net/', 'scope.allow'],
    ['nothing that is excluded, allowed or not', 'http://www.example.org/?q', 'scope.exclude'],
    ['no host that is excluded', 'http://old.example.org/papers/', 'scope.exclude'],
    ['only hosts where hosts are meant', 'http://www.example.net/.example.org', 'scope.allow'],
  ])('allow %s', (_, url, rule) => {
    expect(refusedBy(settings, url)).toBe(rule);
  });

  it('must hold beside the hosts, not instead of them', () => {
    const both = settingsWith({ allow: list('URL /papers/'), hosts: list('example.org') });
    expect(refusedBy(both, 'http://example.org/papers/')).toBeUndefined();
    expect(refusedBy(both, 'http://example.org/')).toBe('scope.allow');
    expect(refusedBy(both, 'http://example.com/papers/')).toBe('scope.hosts');
  });
});

describe('the rules of a scope', () => {
  it('have their way in their order, the last one about a URL', () => {
    const settings = settingsWith({
      rules: [
        rule('reject', { kind: 'all' }),
        rule('accept', { kind: 'domains', list: list('example.org') }),
        rule('reject', { kind: 'surts', list: list('http://(org,example,www,)/private/') }),
        rule('accept', { kind: 'surts', list: list('http://(org,example,www,)/private/open') }),
      ],
    });
    expect(refusedBy(settings, 'http://example.com/')).toBe('scope.rules');
    expect(refusedBy(settings, 'http://a.example.org/')).toBeUndefined();
    expect(refusedBy(settings, 'https://www.example.org/private/x')).toBe('scope.rules');
    expect(refusedBy(settings, 'http://www.example.org/private/open/x')).toBeUndefined();
    expect(refusedBy(settings, 'http://m.example.org/private/x')).toBeUndefined();
  });

  it('bring back what an extension keeps out, and what hosts keep out', () => {
    const settings = settingsWith({
      hosts: list('example.org'),
      rules: [
        rule('accept', { kind: 'extensions', list: list('zip') }),
        rule('accept', { kind: 'hosts', list: list('b.net') }),
      ],
    });
    expect(refusedBy(settings, 'http://example.org/a.ZIP')).toBeUndefined();
    expect(refusedBy(settings, 'http://example.org/a.exe?x=.html')).toBe('scope.excludeExtensions');
    expect(refusedBy(settings, 'http://www.b.net/')).toBeUndefined();
    expect(refusedBy(settings, 'http://c.net/')).toBe('scope.hosts');
  });

  it.each([
    [{ kind: 'depthOver', limit: 2 }, 'http://a.net/', 3],
    [{ kind: 'hostHopsOver', limit: 0 }, 'http://a.net/', 1],
    [{ kind: 'lengthOver', limit: 15 }, 'http://a.net/xxxxx', 0],
    [{ kind: 'repeatsOver', limit: 1 }, 'http://a.net/x/x', 0],
    [{ kind: 'parametersOver', limit: 1 }, 'http://a.net/?x&y', 0],
    [{ kind: 'schemes', list: list('http') }, 'http://a.net/', 0],
  ] as const)('know %j', (test, url, depth) => {
    const settings = settingsWith({ rules: [rule('reject', test)] });
    expect(refusedBy(settings, url, depth, 1)).toBe('scope.rules');
    expect(refusedBy(settings, 'https://a.net/', 0, 0)).toBeUndefined();
  });
});

describe('the deny list of the installation', () => {
  it('has the last word', () => {
    const settings = settingsWith({ rules: [rule('accept', { kind: 'all' })] }, { deny: list('bad.org') });
    expect(refusedBy(settings, 'http://www.bad.org:8080/')).toBe('deny');
    expect(refusedBy(settings, 'http://notbad.org/')).toBeUndefined();
  });
});

describe('an explanation', () => {
  const word = fc.constantFrom('accept' as const, 'reject' as const);
  const hosts = fc.subarray(['a.org', 'b.org']).map((names) => list(...names));
  const patterns = fc.subarray(['URL /x', 'HOST: ^a', 'URL q', 'HOST: b']).map((texts) => list(...texts));
  const rules = fc.array(
    fc
      .tuple(word, fc.constantFrom<ScopeTest['kind']>('hosts', 'patterns'), hosts, patterns)
      .map(([said, kind, names, texts]) =>
        rule(said, kind === 'hosts' ? { kind: 'hosts', list: names } : { kind: 'patterns', list: texts }),
      ),
    { maxLength: 3 },
  );

  it('ends with the word that the verdict is', () => {
    fc.assert(
      fc.property(
        fc.record({ hosts, allow: patterns, exclude: patterns, rules }),
        fc.constantFrom(
          'http://a.org/x',
          'http://a.org/?q',
          'http://b.org/',
          'http://b.org/x?q',
          'http://c.net/x.zip',
        ),
        (scope, url) => {
          const { verdict, explain } = scopeOf(settingsWith(scope));
          const candidate = { url: url as CanonicalUrl, depth: 0, hostHops: 0 };
          const last = explain(candidate).at(-1);
          expect(verdict(candidate)).toEqual(
            last?.word === 'reject'
              ? { accepted: false, rule: last.rule, source: last.source, detail: last.detail }
              : { accepted: true },
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('names every rule that spoke, with file and line, the deciding one last', () => {
    const settings = settingsWith(
      {
        hosts: [{ file: 'hosts.txt', line: 1, entries: ['', 'example.com', 'example.org'] }],
        exclude: [{ file: 'job.yaml', line: 7, entries: ['URL \\?', 'URL q='] }],
        rules: [rule('accept', { kind: 'parametersOver', limit: 0 })],
        maxDepth: 30,
      },
      { origins: { 'scope.maxDepth': 'job.yaml:3' } },
    );
    const explained = (url: string, depth: number) =>
      scopeOf(settings)
        .explain({ url: url as CanonicalUrl, depth, hostHops: 0 })
        .map((one) => `${one.word} ${describeRefusal(one)}`);
    expect(explained('http://example.org/?q=1', 99)).toEqual([
      'accept scope.hosts (hosts.txt:3): host example.org',
      'reject scope.exclude (job.yaml:7): matches URL \\?',
      'reject scope.exclude (job.yaml:8): matches URL q=',
      'accept scope.rules (job.yaml:9): 1 parameters, more than 0',
      'reject scope.maxDepth (job.yaml:3): 99 links from the nearest seed, more than 30',
    ]);
    expect(explained('http://elsewhere.net/', 0)).toEqual([
      'reject scope.hosts (default): elsewhere.net is not one of scope.hosts',
    ]);
  });
});
