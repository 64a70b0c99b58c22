import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings, settingsVersion } from '../../../lib/config/stored/settings-json.ts';

const { settings } = parseJob(
  'seeds: [https://example.org/]\nuserAgent: { contact: me@example.org }\nlimits: { pagesPerDay: 5 }\nextract: { a: p, b: { selector: a, attribute: href } }',
  '/jobs/apples/job.yaml',
);

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

  it('of another Winnow are told from broken ones', () => {
    expect(codeOf(JSON.stringify({ v: 3, ...settings }))).toBe('newer');
    expect(codeOf(JSON.stringify({ v: 1, ...settings }))).toBe('older');
    expect(codeOf(JSON.stringify(settings))).toBe('corrupt');
    expect(codeOf(JSON.stringify({ v: 2, ...settings, extra: 1 }))).toBe('corrupt');
    expect(codeOf(JSON.stringify({ v: 2, ...settings, seeds: 'x' }))).toBe('corrupt');
    expect(codeOf(encodeSettings(settings).slice(0, 100))).toBe('corrupt');
  });

  it('of any text whatever are settings or an error of ours', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(['corrupt', 'newer', 'older']).toContain(codeOf(text));
      }),
    );
  });
});

describe('stored settings of an override', () => {
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
