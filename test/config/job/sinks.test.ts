import { describe, expect, it } from 'vitest';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import { readGivenJob } from '../../../lib/config/job/self-contained.ts';
import { effectiveSettings } from '../../../lib/config/layers/effective-settings.ts';
import { encodeSettings, parseSettings } from '../../../lib/config/stored/settings-json.ts';

const read = (...lines: readonly string[]) =>
  parseJob(['name: birds', 'sinks:', ...lines].join('\n'), '/jobs/birds/job.yaml').settings;

describe('sinks of a job.yaml', () => {
  it('have a name, a type, a filter, and the settings of the type with their defaults', () => {
    const settings = read(
      '  - { name: search, to: sqlite, where: { class: [birds], changes: [created] } }',
      '  - { name: lines, to: files, maxAge: 60 }',
    );
    expect(settings.sinks).toEqual([
      {
        ...{ name: 'search', to: 'sqlite', where: { class: ['birds'], changes: ['created'] } },
        ...{ settings: { tokens: 'words' }, secrets: [] },
      },
      {
        ...{ name: 'lines', to: 'files', where: {}, secrets: [] },
        settings: { format: 'jsonl', maxBytes: 100_000_000, maxAgeMs: 60_000 },
      },
    ]);
  });

  it('are stored, read back, and shown as they were written', () => {
    const settings = read('  - { name: lines, to: files, maxAge: 60 }');
    expect(parseSettings(encodeSettings(settings)).sinks).toEqual(settings.sinks);
    const shown = effectiveSettings(settings).find(({ key }) => key === 'sinks');
    expect(shown?.value).toEqual([
      { name: 'lines', to: 'files', where: {}, format: 'jsonl', maxBytes: 100_000_000, maxAge: 60 },
    ]);
  });

  it.each([
    [
      '  - { name: s, to: sqlit }',
      '3:20: sinks.0.to: expected one of files, sqlite, opensearch, elasticsearch, solr, command, webhook',
    ],
    ['  - { name: s, to: sqlite, fil: x }', '3:28: unknown key "sinks.0.fil", did you mean "sinks.0.file"?'],
    ['  - { name: s, to: files, maxAge: 0 }', '3:35: sinks.0.maxAge: expected a number of seconds from 1'],
    ['  - { name: s, to: command }', '3:5: sinks.0: a sink of the type command needs `command`'],
    ['  - { name: S!, to: files }', '3:13: sinks.0.name: expected lower-case letters'],
  ])('that are wrong are said with file and line: %s', (line, message) => {
    expect(() => read(line)).toThrow(`/jobs/birds/job.yaml:${message}`);
  });

  it('have names of their own', () => {
    expect(() => read('  - { name: s, to: sqlite }', '  - { name: s, to: files }')).toThrow(
      'job.yaml:4:5: sinks.1: there is a sink s before it',
    );
  });

  it('stand in files of the machine: who asks over HTTP has no programs run and no files written', () => {
    const sinks = [{ name: 's', to: 'command', command: ['rm', '-r', '.'] }];
    expect(() => readGivenJob('birds', { sinks }, undefined)).toThrow(
      'sinks: only files of the machine itself say that',
    );
  });
});
