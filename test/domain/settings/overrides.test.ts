import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SurtPrefix } from '../../../lib/base/url/surt-prefix.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { settingsFor } from '../../../lib/domain/settings/overrides.ts';
import type { JobSettings, SettingsOverride, SettingsPatch } from '../../../lib/domain/settings/settings.ts';
import { textsOf } from '../../../lib/rules/scope/scope-list.ts';
import { testSettings } from '../../support/settings.ts';

const override = (match: SurtPrefix, settings: SettingsPatch): SettingsOverride => {
  const label = JSON.stringify(match);
  return { match, label, settings, origins: { some: `line of ${label}` } };
};

const jobWith = (...overrides: readonly SettingsOverride[]): JobSettings => ({
  ...testSettings('apples'),
  overrides,
});

/** Each match sets maxBytes to a number of its own. */
const marked = (...matches: readonly SurtPrefix[]): JobSettings =>
  jobWith(...matches.map((match, index) => override(match, { fetch: { maxBytes: index } })));

const of = (settings: JobSettings, hostOrUrl: string) => settingsFor(settings, hostOrUrl as CanonicalUrl);

describe('the settings for a page', () => {
  it.each<[string, string, readonly SurtPrefix[]]>([
    ['a host over its domain', 'http://www.a.org/', [{ host: 'www.a.org' }, { domain: 'a.org' }]],
    ['a host over the domain of its name', 'http://a.org/', [{ host: 'a.org' }, { domain: 'a.org' }]],
    ['a subdomain over its domain', 'http://x.b.a.org/', [{ domain: 'b.a.org' }, { domain: 'a.org' }]],
    ['a domain over the top level', 'http://b.a.org/', [{ domain: 'a.org' }, { domain: 'org' }]],
    ['a path over its host', 'http://a.org/p/q', [{ host: 'a.org', path: '/p' }, { host: 'a.org' }]],
    [
      'a longer path over a shorter one',
      'http://a.org/p/q?r=1',
      [
        { host: 'a.org', path: '/p/q?r' },
        { host: 'a.org', path: '/p/q' },
        { host: 'a.org', path: '/' },
      ],
    ],
    ['a host with its port over all ports', 'http://a.org:81/', [{ host: 'a.org:81' }, { host: 'a.org' }]],
    [
      'the port over none under the same path',
      'http://a.org:81/p',
      [
        { host: 'a.org:81', path: '/p' },
        { host: 'a.org', path: '/p' },
      ],
    ],
  ])('come from the most specific: %s', (_, url, matches) => {
    expect(of(marked(...matches), url).fetch.maxBytes).toBe(0);
    expect(of(marked(...matches.toReversed()), url).fetch.maxBytes).toBe(matches.length - 1);
  });

  it('come from the later of two for the same', () => {
    expect(of(marked({ host: 'a.org' }, { host: 'a.org' }), 'http://a.org/').fetch.maxBytes).toBe(1);
  });

  it.each<[SurtPrefix, readonly string[], readonly string[]]>([
    [{ domain: 'a.org' }, ['a.org', 'b.a.org', 'c.b.a.org:81'], ['ba.org', 'org', 'a.org.uk']],
    [{ host: 'a.org' }, ['a.org', 'a.org:81'], ['b.a.org', 'a.orga']],
    [{ host: 'a.org:81' }, ['a.org:81'], ['a.org', 'a.org:8']],
    [{ host: '[::1]' }, ['[::1]', '[::1]:81'], ['[::2]', '1]']],
    [{ host: '127.0.0.1' }, ['127.0.0.1:81'], ['127.0.0.2']],
  ])('are changed by %j for %j, not for %j', (match, hosts, others) => {
    const settings = marked(match);
    for (const host of hosts) {
      expect(of(settings, host)).not.toBe(settings);
      expect(of(settings, `http://${host}/x`)).toBe(of(settings, host));
    }
    for (const host of others) expect(of(settings, host)).toBe(settings);
  });

  it('know a path by what the path and the query begin with, and nothing of it for the host as a whole', () => {
    const settings = marked({ host: 'a.org', path: '/p/' });
    expect(of(settings, 'a.org')).toBe(settings);
    expect(of(settings, 'http://a.org/p')).toBe(settings);
    expect(of(settings, 'http://a.org/q/p/')).toBe(settings);
    expect(of(settings, 'http://b.org/p/')).toBe(settings);
    expect(of(settings, 'https://a.org:81/p/x').fetch.maxBytes).toBe(0);
  });

  it('keep what an override does not say, and what other overrides say', () => {
    const settings = jobWith(
      override({ domain: 'a.org' }, { fetch: { maxBytes: 1 }, documents: { keep: false } }),
      override({ host: 'b.a.org' }, { fetch: { maxTries: 2 }, politeness: { gapMs: 3 } }),
    );
    const derived = of(settings, 'http://b.a.org/');
    expect(derived.fetch).toEqual({ ...settings.fetch, maxBytes: 1, maxTries: 2 });
    expect(derived.politeness).toEqual({ ...settings.politeness, gapMs: 3 });
    expect(derived.documents).toEqual({ keep: false, compression: 'gzip' });
    expect(derived.revisit).toBe(settings.revisit);
  });

  it('have the rules of extract for other fields still', () => {
    const rule = (field: string, selector: string) =>
      ({ field, selector, type: 'string', many: false }) as const;
    const settings: JobSettings = {
      ...jobWith(override({ host: 'a.org' }, { extract: [rule('b', 'h2'), rule('c', 'h3')] })),
      extract: [rule('a', 'p'), rule('b', 'q')],
    };
    expect(of(settings, 'a.org').extract).toEqual([rule('a', 'p'), rule('b', 'h2'), rule('c', 'h3')]);
  });

  it('have the lists of the scope still, what an override adds behind them', () => {
    const list = (...entries: readonly string[]) => [{ file: 'job.yaml', line: 1, entries }];
    const patch = { exclude: list('URL /b'), schemes: ['https'], maxDepth: 2 } as const;
    const settings = jobWith(override({ host: 'a.org' }, { scope: patch }));
    const job = { ...settings, scope: { ...settings.scope, exclude: list('URL /a'), hosts: list('a.org') } };
    const { scope } = of(job, 'a.org');
    expect(textsOf(scope.exclude)).toEqual(['URL /a', 'URL /b']);
    expect(scope).toMatchObject({ hosts: job.scope.hosts, schemes: ['https'], maxDepth: 2 });
  });

  it('say where each of them was set, and for whom', () => {
    const settings = { ...marked({ host: 'a.org' }), origins: { other: 'job.yaml:1' } };
    expect(of(settings, 'a.org').origins).toEqual({
      other: 'job.yaml:1',
      some: 'line of {"host":"a.org"} (override for {"host":"a.org"})',
    });
  });
});

describe('of all settings, hosts and pages', () => {
  const label = fc.constantFrom('a', 'b');
  const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => `${labels.join('.')}.org`);
  const withPort = fc.tuple(host, fc.constantFrom('', ':81')).map((parts) => parts.join(''));
  const path = fc.array(label, { maxLength: 3 }).map((steps) => `/${steps.join('/')}`);
  const match: fc.Arbitrary<SurtPrefix> = fc.oneof(
    host.map((domain) => ({ domain })),
    withPort.map((name) => ({ host: name })),
    fc.record({ host: withPort, path }),
  );
  const url = fc.tuple(withPort, path).map(([name, rest]) => `http://${name}${rest}`);
  const some = fc.array(match, { maxLength: 6 });

  /** The rule as one would say it: no tables, no memory. */
  function covers(one: SurtPrefix, page: string): boolean {
    const { host: full, hostname, pathname } = new URL(page);
    if ('domain' in one) return `.${hostname}`.endsWith(`.${one.domain}`);
    return (one.host === full || one.host === hostname) && pathname.startsWith(one.path ?? '');
  }

  /** What it covers as text, one within the other; longer is more specific. */
  function reach(one: SurtPrefix): number {
    if ('domain' in one) return one.domain.length;
    return 1_000 + (one.host.includes(':') ? 1 : 0) + 10 * (one.path === undefined ? 0 : one.path.length + 1);
  }

  it('the longest that covers a page decides', () => {
    fc.assert(
      fc.property(some, url, (matches, page) => {
        const covering = matches.map((one, index) => ({ one, index })).filter(({ one }) => covers(one, page));
        const best = covering.toSorted((a, b) => reach(a.one) - reach(b.one) || a.index - b.index).at(-1);
        const settings = marked(...matches);
        expect(of(settings, page).fetch.maxBytes).toBe(best?.index ?? settings.fetch.maxBytes);
      }),
    );
  });

  it('the answer is the same object each time, also when it is asked of an answer', () => {
    fc.assert(
      fc.property(some, url, url, (matches, page, other) => {
        const settings = marked(...matches);
        const answer = of(settings, page);
        expect(of(settings, page)).toBe(answer);
        expect(of(answer, page)).toBe(answer);
        expect(of(of(answer, other), page)).toBe(answer);
        expect(of(of(settings, new URL(page).host), page)).toBe(answer);
      }),
    );
  });

  it('no override that matches means the settings themselves', () => {
    fc.assert(
      fc.property(some, url, (matches, page) => {
        const settings = marked(...matches.filter((one) => !covers(one, page)));
        expect(of(settings, page)).toBe(settings);
      }),
    );
  });
});
