import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { loadJob, parseJob } from '../../../lib/config/job/load-job.ts';
import { effectiveSettings, overrideSettings } from '../../../lib/config/layers/effective-settings.ts';
import { knownSections } from '../../../lib/config/schema/known-keys.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';
import { settingsFor } from '../../../lib/domain/settings/overrides.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { entriesOf, textsOf } from '../../../lib/rules/scope/scope-list.ts';

const file = '/jobs/apples/job.yaml';
const installationFile = '/jobs/apples/data/installation.yaml';

function settingsOf(job: string, installation?: string): JobSettings {
  return parseJob(job, file, () =>
    installation === undefined ? undefined : { file: installationFile, text: installation },
  ).settings;
}

function problems(job: string, installation?: string): readonly string[] {
  try {
    settingsOf(job, installation);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'config') return error.message.split('\n');
    throw error;
  }
  return [];
}

const sourceOf = (settings: JobSettings, key: string) =>
  effectiveSettings(settings).find((setting) => setting.key === key)?.source;
const forPage = (settings: JobSettings, page: string) => settingsFor(settings, page as CanonicalUrl);

describe('the settings of a job', () => {
  it('come from the defaults, over them the installation, over it the job, key by key', () => {
    const settings = settingsOf(
      'politeness:\n  waitIntervalHost: 5\nextract: { a: h1 }',
      'politeness: { waitIntervalHost: 9, maxBackoff: 70 }\nextract: { a: p, b: q }\nlimits: { pagesPerDay: 3 }',
    );
    expect(settings.politeness).toMatchObject({
      gapMs: 5_000,
      maxBackoffMs: 70_000,
      maxCrawlDelayMs: 300_000,
    });
    expect(settings.limits).toEqual({ pagesPerDay: 3 });
    expect(settings.extract.map(({ field, selector }) => [field, selector])).toEqual([
      ['a', 'h1'],
      ['b', 'q'],
    ]);
    expect(sourceOf(settings, 'politeness.waitIntervalHost')).toBe('job.yaml:2');
    expect(sourceOf(settings, 'politeness.maxBackoff')).toBe('installation.yaml:1');
    expect(sourceOf(settings, 'limits.pagesPerDay')).toBe('installation.yaml:3');
    expect(sourceOf(settings, 'politeness.maxCrawlDelay')).toBe('default');
  });

  it('are what the job says where both say something, lists as a whole', () => {
    const settings = settingsOf('scope: { hosts: [a.org] }', 'scope: { hosts: [b.org, c.org], maxDepth: 2 }');
    expect(textsOf(settings.scope.hosts)).toEqual(['a.org']);
    expect(settings.scope.maxDepth).toBe(2);
  });

  it('say by their known keys what they would say in the file', () => {
    const shown = new Map(effectiveSettings(settingsOf('name: apples')).map((one) => [one.key, one.value]));
    for (const { path, node } of knownSections().flatMap(({ keys }) => keys)) {
      // A job without a topic, that does not stop by itself, or that visits pages by fixed times has nothing to say of that.
      const isOff = /^(topic|stop|freshness)\./.test(path) && path !== 'freshness.adaptive';
      if (['name', 'data', 'overrides'].includes(path) || isOff) continue;
      // Lists and mappings may have another form in the settings, but are there.
      const isOne = !['object', 'undefined'].includes(typeof node.default);
      if (isOne) expect([path, shown.get(path)]).toEqual([path, node.default]);
      else if (node.default !== undefined) expect([path, shown.get(path)]).toEqual([path, expect.anything()]);
    }
  });

  it('say how pages are visited again by how often they change, where they are', () => {
    const settings = settingsOf('name: apples', 'freshness: { adaptive: true, every: 86400, share: 0.5 }');
    const shown = new Map(effectiveSettings(settings).map((one) => [one.key, one.value]));
    expect(shown.get('freshness.adaptive')).toBe(true);
    expect(shown.get('freshness.every')).toBe(86_400);
    expect(shown.get('freshness.minInterval')).toBe(86_400);
    expect(shown.get('freshness.maxInterval')).toBe(180 * 86_400);
    expect(shown.get('freshness.share')).toBe(0.5);
    expect(shown.get('freshness.per')).toBe('page');
  });

  it('are read out of the data directory that the job names', () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-layers-'));
    mkdirSync(join(directory, 'store'));
    writeFileSync(join(directory, 'job.yaml'), 'data: store');
    writeFileSync(join(directory, 'store', 'installation.yaml'), 'scope:\n  maxDepth: 7');
    const { settings } = loadJob(directory);
    expect(settings.scope.maxDepth).toBe(7);
    expect(settings.origins).toMatchObject({ 'scope.maxDepth': 'installation.yaml:2' });
    writeFileSync(join(directory, 'store', 'installation.yaml'), '');
    expect(loadJob(directory).settings.scope.maxDepth).toBe(1_000);
    writeFileSync(join(directory, 'store', 'installation.yaml'), Uint8Array.of(0xff));
    expect(() => loadJob(directory)).toThrow(/store\/installation\.yaml: it is not UTF-8 text/);
  });

  it('have the networks that sinks may post to from the installation', () => {
    expect(settingsOf('name: a')).not.toHaveProperty('sinkNetworks');
    expect(settingsOf('name: a', 'sinkNetworks: [10.1.0.0/16]').sinkNetworks).toEqual(['10.1.0.0/16']);
  });

  it('have the deny list of the installation, in the form of hosts and with its lines', () => {
    expect(settingsOf('name: a').deny).toEqual([]);
    expect([...entriesOf(settingsOf('name: a', 'deny:\n- Bücher.example\n- b.org:81').deny)]).toEqual([
      { text: 'xn--bcher-kva.example', source: 'installation.yaml:2' },
      { text: 'b.org:81', source: 'installation.yaml:3' },
    ]);
  });
});

describe('overrides', () => {
  const text = `
overrides:
- domain: Example.ORG
  fetch:
    maxBytes: 2000
    timeout: 1.5
- surt: https://(org,example,www,)/Ärchiv/
  documents: { keep: false }
`;

  it('become patches in internal units, each key with its line', () => {
    expect(settingsOf(text).overrides).toEqual([
      {
        match: { domain: 'example.org' },
        label: 'domain Example.ORG',
        settings: { fetch: { maxBytes: 2_000, timeoutMs: 1_500 } },
        origins: { 'fetch.maxBytes': 'job.yaml:5', 'fetch.timeout': 'job.yaml:6' },
      },
      {
        match: { host: 'www.example.org', path: '/%C3%84rchiv/' },
        label: 'SURT prefix https://(org,example,www,)/Ärchiv/',
        settings: { documents: { keep: false } },
        origins: { 'documents.keep': 'job.yaml:8' },
      },
    ]);
  });

  it('take nothing over from the defaults or from the job', () => {
    const job = 'fetch: { maxTries: 2 }\noverrides: [{ host: a.org, fetch: { maxBytes: 2000 } }]';
    const { fetch } = settingsOf('name: plain');
    expect(forPage(settingsOf(job), 'http://a.org/').fetch).toEqual({
      ...fetch,
      maxBytes: 2_000,
      maxTries: 2,
    });
  });

  it('of the job come after those of the installation for the same host, and are as good for another', () => {
    const installation = `overrides:
      - { host: a.org, fetch: { maxBytes: 1111, maxTries: 1 } }
      - { host: b.org, fetch: { maxBytes: 2222 } }`;
    const settings = settingsOf(
      'overrides: [{ host: a.org, fetch: { maxBytes: 3333 } }, { domain: org, fetch: { maxBytes: 4444 } }]',
      installation,
    );
    expect(forPage(settings, 'a.org').fetch).toMatchObject({ maxBytes: 3_333, maxTries: 1 });
    expect(forPage(settings, 'b.org').fetch.maxBytes).toBe(2_222);
    expect(sourceOf(forPage(settings, 'b.org'), 'fetch.maxBytes')).toBe(
      'installation.yaml:3 (override for host b.org)',
    );
  });

  it('may have parts without a value, which were left out', () => {
    const settings = settingsOf('overrides:\n- host: a.org\n  fetch:\n  documents:\n    keep:\n');
    expect(settings.overrides[0]?.settings).toEqual({ documents: {} });
  });

  it('are stored with the settings, and say what they set', () => {
    const settings = settingsOf(text, 'deny: [x.org]');
    expect(parseSettings(encodeSettings(settings))).toEqual(settings);
    expect(settings.overrides.flatMap(overrideSettings)).toEqual([
      { key: 'fetch.maxBytes', value: 2_000, unit: 'bytes', source: 'job.yaml:5' },
      { key: 'fetch.timeout', value: 1.5, unit: 'seconds', source: 'job.yaml:6' },
      { key: 'documents.keep', value: false, source: 'job.yaml:8' },
    ]);
  });

  it.each([
    ['overrides: { host: a.org }', '1:12: overrides: expected a list of overrides'],
    ['overrides: [a.org]', '1:13: overrides.0: expected a mapping that begins with `host`'],
    [
      'overrides:\n- fetch: { maxTries: 1 }',
      '2:3: overrides.0: expected one of host, domain, surt, got none of them',
    ],
    [
      'overrides: [{ host: a.org, domain: a.org }]',
      'expected one of host, domain, surt, got host and domain',
    ],
    ['overrides: [{ host: http://a.org/ }]', '1:21: overrides.0.host: expected a host name such as'],
    ['overrides: [{ domain: "a.org:81" }]', '1:23: overrides.0.domain: expected a domain name such as'],
    ['overrides: [{ domain: 127.0.0.1 }]', '1:23: overrides.0.domain: expected a domain name such as'],
    [
      'overrides: [{ surt: "http://(org,example" }]',
      '1:21: overrides.0.surt: expected a SURT prefix such as',
    ],
    [
      'overrides:\n- host: a.org\n  fetch: { maxBytes: 1 }',
      '3:22: overrides.0.fetch.maxBytes: expected a whole number of bytes from 1024',
    ],
    [
      'overrides:\n- host: a.org\n  fetch: { maxByte: 5000 }',
      '3:12: unknown key "overrides.0.fetch.maxByte", did you mean "overrides.0.fetch.maxBytes"?',
    ],
    [
      'overrides:\n- host: a.org\n  limits: { pagesPerDay: 1 }',
      '3:3: overrides.0.limits: holds for the whole job, no override may set it',
    ],
    ['overrides: [{ host: a.org, name: x }]', 'overrides.0.name: holds for the whole job'],
    [
      'overrides:\n- host: a.org\n  url: { sortQuery: true }',
      '3:3: overrides.0.url: holds for the whole job, no override may set it: a page that two hosts link to must have one name',
    ],
    [
      'overrides: [{ host: a.org, turn: { maxSeconds: 5 } }]',
      'overrides.0.turn.maxSeconds: holds for the whole job',
    ],
    [
      'overrides:\n- surt: (org,a,)/p\n  politeness: { waitIntervalHost: 5 }',
      '3:3: overrides.0.politeness: holds for all of a host: expected a host, a domain or a SURT prefix without a path, got "(org,a,)/p"',
    ],
  ])('that cannot be are refused with their place: %s', (job, message) => {
    expect(problems(job)[0]).toContain(message);
    const [inInstallation] = problems('name: apples', job);
    expect(inInstallation).toContain(message);
    expect(inInstallation).toMatch(/installation\.yaml:\d+:\d+: /);
  });

  it('for all of a host may be SURT prefixes that have no path', () => {
    expect(problems('overrides: [{ surt: "(org,a,)/", politeness: { waitIntervalHost: 5 } }]')).toEqual([]);
  });
});

describe('a wrong installation.yaml', () => {
  it.each([
    ['seeds: [http://a.org/]', '1:1: seeds: belongs into a job.yaml'],
    ['name: a', '1:1: name: belongs into a job.yaml'],
    ['scope: { maxDepht: 1 }', '1:10: unknown key "scope.maxDepht", did you mean "scope.maxDepth"?'],
    ['denny: [a.org]', '1:1: unknown key "denny", did you mean "deny"?'],
    ['sinkNetworks: [10.0.0.0/33]', '1:16: sinkNetworks.0: expected an IP address, a CIDR block'],
    ['deny: [http://a.org/]', '1:8: deny.0: expected a host name'],
    ['fetch: { maxTries: 0 }', '1:20: fetch.maxTries: expected a whole number of tries from 1 to 20, got 0'],
    ['- a', '1:1: the file: expected a mapping, got a list'],
    ['a: [', '1:'],
  ])('is refused with its place: %s', (installation, message) => {
    expect(problems('name: apples', installation)[0]).toContain(`${installationFile}:${message}`);
  });

  it('is no place for what only an installation may say', () => {
    expect(problems('deny: [a.org]')[0]).toContain('unknown key "deny"');
    expect(problems('sinkNetworks: [10.0.0.0/8]')[0]).toContain('unknown key "sinkNetworks"');
  });
});

describe('the documented layers', () => {
  const text = readFileSync(new URL('../../../docs/layers.md', import.meta.url), 'utf8');
  const [job = '', installation = ''] = [
    ...text.matchAll(/```yaml\n(# (?:job|installation)\.yaml\n.*?)```/gs),
  ].map(([, block]) => block);

  it('do what is said of them', () => {
    const settings = settingsOf(job, installation);
    expect(settings.identity.contact).toBe('mailto:crawler@example.org');
    expect(settings.politeness.gapMs).toBe(10_000);
    expect(forPage(settings, 'slow.example.net').politeness.gapMs).toBe(300_000);
    expect(forPage(settings, 'blog.example.org').fetch.maxBytes).toBe(1_000_000);
    const page = forPage(settings, 'https://www.example.org/archive/1999');
    expect(page).toMatchObject({
      politeness: { gapMs: 120_000 },
      fetch: { maxBytes: 20_000_000 },
      revisit: { successMs: 31_536_000_000 },
      extract: [{ field: 'price' }],
    });
    expect(forPage(settings, 'https://www.example.org/').fetch.maxBytes).toBe(1_000_000);
    expect([...entriesOf(settings.deny)]).toEqual([{ text: 'example.com', source: 'installation.yaml:7' }]);
  });
});
