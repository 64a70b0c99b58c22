import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../lib/adapters/embedded/tables/database.ts';
import { SqliteJobs } from '../../../lib/adapters/embedded/tables/sqlite-jobs.ts';
import { layeredSettings } from '../../../lib/config/job/layers.ts';
import { parseJob, readInstallation } from '../../../lib/config/job/load-job.ts';
import { supersededIn } from '../../../lib/config/layers/superseded-settings.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';

const file = '/jobs/owls/job.yaml';
const { settings } = parseJob('focus: { mode: soft }', file);

/** As the version before stored it, whose job.yaml set both. */
const stored = (): Record<string, unknown> => ({
  ...(JSON.parse(encodeSettings(settings)) as Record<string, unknown>),
  focus: { ...settings.focus, learning: true, explore: 0.01 },
  origins: { ...settings.origins, 'focus.learning': 'job.yaml:3' },
});

describe('a setting that an earlier version had', () => {
  it('stands in a job.yaml without effect, and its place is known', () => {
    const old = parseJob('focus:\n  mode: soft\n  learning: true\n', file).settings;
    expect(old.focus).toEqual(settings.focus);
    expect(supersededIn(old).map(({ key, source }) => `${key} ${source}`)).toEqual(['learning job.yaml:3']);
    expect(supersededIn(settings)).toEqual([]);
  });

  it('stands in an installation.yaml without effect, and beside a key that is none', () => {
    const layer = readInstallation({ file: '/data/installation.yaml', text: 'focus: { explore: 0.5 }' });
    expect(supersededIn(layeredSettings([layer], 'owls'))).toMatchObject([
      { key: 'explore', source: 'installation.yaml:1' },
    ]);
    expect(() => parseJob('focus: { learning: true, tunel: 3 }', file)).toThrow(/tunel.*tunnel/);
    expect(() => parseJob('focus: on', file)).toThrow(/focus/);
  });

  it('is left out of settings that were stored with it, which remember who set it', () => {
    const read = parseSettings(JSON.stringify(stored()));
    expect(read.focus).toEqual(settings.focus);
    expect(supersededIn(read)).toMatchObject([{ section: 'focus', key: 'learning', source: 'job.yaml:3' }]);
    const nobodySet = { ...stored(), origins: {} };
    expect(supersededIn(parseSettings(JSON.stringify(nobodySet)))).toEqual([]);
    expect(parseSettings(encodeSettings(read))).toEqual(read);
  });

  it('does not make a store take the settings of a job for damaged', async () => {
    const { connection, close } = openDatabase(':memory:');
    const text = JSON.stringify(stored());
    const version = hash('sha256', text).slice(0, 16);
    connection.run('INSERT INTO settings (job, version, text) VALUES (?, ?, ?)', 'owls', version, text);
    expect((await new SqliteJobs(connection).settings('owls', version)).focus).toEqual(settings.focus);
    close();
  });

  it('is refused in a file where another has taken its place, with what to write instead', () => {
    const text =
      'traps:\n  hold: false\n  patience: 3\noverrides:\n  - host: a.example\n    traps: { accept: [/x] }\n';
    expect(() => parseJob(text, file)).toThrow(
      /job.yaml:2:3.*`yield.hold`[\s\S]*:3:3.*yield.md[\s\S]*:6:\d+.*`yield.accept`/,
    );
  });

  it('gives its value to its successor in settings that were stored with it', () => {
    const traps = { hold: false, patience: 2, retryShare: 2, accept: ['/calendar?month'] };
    const { yield: _, ...rest } = stored();
    const override = {
      ...{ match: { host: 'a.example' }, label: 'host a.example', origins: {} },
      settings: { traps: { hold: true, patience: 5 } },
    };
    const read = parseSettings(JSON.stringify({ ...rest, traps, overrides: [override] }));
    expect(read.yield).toEqual({ hold: false, accept: ['/calendar?month'] });
    expect(read.overrides[0]?.settings).toEqual({ yield: { hold: true } });
  });
});
