import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EffectiveSetting } from '../../../lib/config/layers/effective-settings.ts';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-config-'));
mkdirSync(join(directory, 'data'));
writeFileSync(
  join(directory, 'data', 'installation.yaml'),
  'userAgent:\n  contact: me@example.org\npoliteness: { maxBackoff: 100 }\n',
);
writeFileSync(
  join(directory, 'job.yaml'),
  `name: apples
seeds: [http://www.example.org/]
politeness: { waitIntervalHost: 10 }
overrides:
  - host: www.example.org
    politeness: { waitIntervalHost: 120 }
  - surt: http://(org,example,www,)/archive/
    fetch: { maxBytes: 20000 }
`,
);

interface Printed {
  readonly job: string;
  readonly for?: string;
  readonly settings: readonly EffectiveSetting[];
  readonly overrides?: readonly { readonly for: string; readonly settings: readonly EffectiveSetting[] }[];
}

async function printed(...argv: readonly string[]): Promise<Printed> {
  const { exit, out, err } = await winnow(['config', '--job', directory, '--json', ...argv]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as Printed;
}

const setting = (report: Printed, key: string) => report.settings.find((one) => one.key === key);

describe('winnow config', () => {
  it('prints each setting of the job with the file and the line that set it', async () => {
    const { exit, out } = await winnow(['config', '--job', directory]);
    expect(exit).toBe(0);
    const lines = out.split('\n').map((line) => line.split(/ {2,}/));
    expect(lines).toContainEqual(['apples']);
    expect(lines).toContainEqual(['politeness.waitIntervalHost', '10 seconds', 'job.yaml:3']);
    expect(lines).toContainEqual(['politeness.maxBackoff', '100 seconds', 'installation.yaml:3']);
    expect(lines).toContainEqual(['fetch.maxTries', '5 tries', 'default']);
    expect(lines).toContainEqual(['limits.pagesPerDay', 'none', 'default']);
    expect(lines).toContainEqual(['override for host www.example.org']);
    expect(lines).toContainEqual(['politeness.waitIntervalHost', '120 seconds', 'job.yaml:6']);
  });

  it('prints those for a URL, and the overrides that set them', async () => {
    const report = await printed('--for', 'http://WWW.example.org/archive/1#x');
    expect(report).toMatchObject({ job: 'apples', for: 'http://www.example.org/archive/1' });
    expect(setting(report, 'politeness.waitIntervalHost')).toEqual({
      key: 'politeness.waitIntervalHost',
      value: 120,
      unit: 'seconds',
      source: 'job.yaml:6 (override for host www.example.org)',
    });
    expect(setting(report, 'fetch.maxBytes')?.source).toBe(
      'job.yaml:8 (override for SURT prefix http://(org,example,www,)/archive/)',
    );
    expect(report.overrides).toBeUndefined();
  });

  it('prints those for a host, with its port or without', async () => {
    expect(setting(await printed('--for', 'www.example.org:81'), 'politeness.waitIntervalHost')?.value).toBe(
      120,
    );
    expect(setting(await printed('--for', 'www.example.org'), 'fetch.maxBytes')?.source).toBe('default');
    expect(setting(await printed('--for', 'www.example.org/archive/'), 'fetch.maxBytes')?.value).toBe(20_000);
    expect((await printed()).overrides?.map((one) => one.for)).toEqual([
      'host www.example.org',
      'SURT prefix http://(org,example,www,)/archive/',
    ]);
  });

  it('refuses what is no URL and no host, and says what is wrong with a file', async () => {
    const wrong = await winnow(['config', '--job', directory, '--for', 'ftp://example.org/']);
    expect(wrong).toMatchObject({ exit: 2, out: '' });
    expect(wrong.err).toBe('winnow: "ftp://example.org/": expected an http or https URL or a host name\n');
    writeFileSync(join(directory, 'other.yaml'), 'overrides:\n- hots: a.org\n');
    const broken = await winnow(['config', '--job', join(directory, 'other.yaml')]);
    expect(broken).toMatchObject({ exit: 1, out: '' });
    expect(broken.err).toContain(
      'other.yaml:2:3: unknown key "overrides.0.hots", did you mean "overrides.0.host"?',
    );
  });
});
