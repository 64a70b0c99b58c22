import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { choice, list, seconds, text } from '../../base/setting-kinds/setting.ts';

/** A search index in one file of SQLite. */
export const sqliteKeys = {
  file: text({ min: 1, max: 1_000 }, undefined, {
    description: 'The database, relative to the data directory. By default `sinks/NAME.db`.',
    expected: 'a path',
    example: 'sinks/search.db',
  }),
  tokens: choice(['words', 'stems', 'trigrams'], 'words', {
    description:
      'What is searched: `words` without their accents, `stems` of English words, or `trigrams` for parts of words.',
  }),
};

export type SqliteSettings = SettingsOf<typeof sqliteKeys>;

/** A program that reads JSON lines. */
export const commandKeys = {
  command: list({ min: 1, max: 1_000, expected: 'a word' }, { min: 1, max: 50 }, [], {
    description: 'The program and its arguments; no shell reads them.',
    expected: 'a list of words',
    example: ['./index.sh', '--quiet'],
  }),
  mode: choice(['batch', 'stay'], 'batch', {
    description:
      '`batch` runs it for each batch, which exit code 0 acknowledges; `stay` keeps it, and it answers each batch with a line.',
  }),
  timeout: seconds(1, 3_600, 60, { description: 'A program that takes longer for a batch is killed.' }),
};

export type CommandSettings = SettingsOf<typeof commandKeys>;
