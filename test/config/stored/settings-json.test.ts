import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { identityOf } from '../../../lib/base/url/identity.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings, settingsVersion } from '../../../lib/config/stored/settings-json.ts';
import { textsOf } from '../../../lib/rules/scope/scope-list.ts';

const { settings } = parseJob(
  'seeds: [https://example.org/]\nuserAgent: { contact: me@example.org }\nlimits: { pagesPerDay: 5 }\nextract: { a: p, b: { selector: a, attribute: href } }',
  '/jobs/apples/job.yaml',
);

/** The WHATWG form without a fragment. */
function formerly(raw: string): string {
  const url = new URL(raw);
  url.hash = '';
  return url.href;
}

function codeOf(text: string): string {
  try {
    parseSettings(text);
  } catch (error) {
    return error instanceof WinnowError ? error.code : 'not ours';
  }
  return 'none';
}

describe('stored settings', () => {
  it('come back as they were', () => {
    expect(parseSettings(encodeSettings(settings))).toEqual(settings);
    const job = 'seeds: []\nfreshness: { adaptive: true, every: 86400, per: site, share: 0.4 }';
    const fresh = parseJob(job, '/jobs/apples/job.yaml').settings;
    expect(fresh.freshness).toMatchObject({ everyMs: 86_400_000, per: 'site', share: 0.4 });
    expect(parseSettings(encodeSettings(fresh))).toEqual(fresh);
    const plain = parseJob('seeds: []', '/jobs/apples/job.yaml').settings;
    expect(parseSettings(encodeSettings(plain))).toEqual(plain);
  });

  it('have one text and one version whatever the order of their keys', () => {
    const turned = Object.fromEntries(Object.entries(settings).reverse()) as unknown as typeof settings;
    expect(encodeSettings(turned)).toBe(encodeSettings(settings));
    expect(settingsVersion(turned)).toBe(settingsVersion(settings));
    expect(settingsVersion(settings)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('have another version as soon as anything differs', () => {
    expect(settingsVersion({ ...settings, autoRecycleLinks: false })).not.toBe(settingsVersion(settings));
    expect(settingsVersion({ ...settings, extract: settings.extract.toReversed() })).not.toBe(
      settingsVersion(settings),
    );
  });

  it('of a newer Winnow are told from broken ones', () => {
    expect(codeOf(JSON.stringify({ v: 3, ...settings }))).toBe('newer');
    expect(codeOf(JSON.stringify({ v: 0, ...settings }))).toBe('corrupt');
    expect(codeOf(JSON.stringify(settings))).toBe('corrupt');
    expect(codeOf(JSON.stringify({ v: 1, ...settings, extra: 1 }))).toBe('corrupt');
    expect(codeOf(JSON.stringify({ v: 1, ...settings, seeds: 'x' }))).toBe('corrupt');
    expect(codeOf(encodeSettings(settings).slice(0, 100))).toBe('corrupt');
  });

  it('of any text whatever are settings or an error of ours', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(['corrupt', 'newer']).toContain(codeOf(text));
      }),
    );
  });
});

describe('settings that an earlier Winnow stored', () => {
  const text = readFileSync(new URL('../../fixtures/settings/form-1.json', import.meta.url), 'utf8');

  it('are read: all that they say holds, and what has come since is at what it meant then', () => {
    const { v, scope, ...old } = JSON.parse(text) as Record<string, unknown>;
    expect(v).toBe(1);
    const read = parseSettings(text);
    expect(read).toMatchObject(old);
    expect({ ...read.scope, hosts: textsOf(read.scope.hosts) }).toMatchObject(scope as object);
    expect(read).toMatchObject({ deny: [], overrides: [], origins: {} });
    expect(parseSettings(encodeSettings(read))).toEqual(read);
  });

  it('mean what they meant then, whatever the defaults are now: a changed default needs a `before`', () => {
    const then = readFileSync(new URL('../../fixtures/settings/form-1-read.json', import.meta.url), 'utf8');
    expect(JSON.parse(encodeSettings(parseSettings(text)))).toEqual(JSON.parse(then));
  });

  it('keep the identity of their URLs, which had no steps to choose', () => {
    const raw = 'http://Example.org/%7ea;jsessionid=1/../b?utm_source=x&a=1&a=1&PHPSESSID=2#c';
    expect(identityOf(parseSettings(text)).canonicalise(raw)).toMatchObject({ url: formerly(raw) });
  });

  it('take no default into an override, which says only what it says', () => {
    const overrides = [
      {
        match: { host: 'a.example' },
        label: 'host a.example',
        settings: { scope: { maxDepth: 3 } },
        origins: {},
      },
    ];
    expect(parseSettings(encodeSettings({ ...settings, overrides })).overrides).toEqual(overrides);
  });
});
