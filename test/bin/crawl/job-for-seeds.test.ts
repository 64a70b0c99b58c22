import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobForSeeds } from '../../../bin/commands/crawl/job-for-seeds.ts';
import { textsOf } from '../../../lib/rules/scope/scope-list.ts';

const home = mkdtempSync(join(tmpdir(), 'winnow-seeds-'));

describe('a job for seeds of the command line', () => {
  it('keeps to their hosts, politely', () => {
    const { settings, file, dataDir } = jobForSeeds(['https://www.example.org/a'], 'me@example.org', home);
    expect(settings).toMatchObject({
      name: 'www-example-org',
      seeds: ['https://www.example.org/a'],
      politeness: { gapMs: 60_000 },
      identity: { contact: 'mailto:me@example.org' },
    });
    expect(textsOf(settings.scope.hosts)).toEqual(['www.example.org']);
    expect(file).toBe(join(home, 'www-example-org', 'job.yaml'));
    expect(dataDir).toBe(join(home, 'www-example-org', 'data'));
  });

  it('is the same one the next time, with what its user wrote into it', () => {
    const { file } = jobForSeeds(['https://www.example.org/a'], 'me@example.org', home);
    appendFileSync(file, '\nx: y\n');
    expect(() => jobForSeeds(['https://www.example.org/'], 'me@example.org', home)).toThrow(
      'unknown key "x"',
    );
  });

  it('takes in more seeds and their hosts', () => {
    jobForSeeds(['https://pears.example/'], 'me@example.org', home);
    const { settings } = jobForSeeds(
      ['https://pears.example/b', 'http://plums.example/'],
      'me@example.org',
      home,
    );
    expect(settings.seeds).toEqual([
      'https://pears.example/',
      'https://pears.example/b',
      'http://plums.example/',
    ]);
    expect(textsOf(settings.scope.hosts)).toEqual(['pears.example', 'plums.example']);
  });

  it('is refused for this machine and without a contact address', () => {
    expect(() => jobForSeeds(['http://localhost:80/'], 'me@example.org', home)).toThrow('network.allow');
    expect(() => jobForSeeds(['https://figs.example/'], undefined, home)).toThrow('--contact');
    expect(() => jobForSeeds(['https://figs.example/'], 'nobody', home)).toThrow(
      'userAgent.contact: expected',
    );
    expect(() => jobForSeeds(['figs'], 'me@example.org', home)).toThrow('is no seed');
  });
});
