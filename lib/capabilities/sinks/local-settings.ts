import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { choice, list, seconds, text } from '../../base/setting-kinds/setting.ts';

/** A search index in one file of SQLite. */
export const sqliteKeys = {
  file: text({ min: 1, max: 1_000 }, undefined, {
    description: 'Relative to the data directory; by default `sinks/NAME.db`.',
    expected: 'a path',
  }),
  tokens: choice(['words', 'stems', 'trigrams'], 'words', {
    description: 'Words without accents, English stems, or parts of words.',
  }),
};

export type SqliteSettings = SettingsOf<typeof sqliteKeys>;

/** A program that reads JSON lines. */
export const commandKeys = {
  command: list({ min: 1, max: 1_000, expected: 'a word' }, { min: 1, max: 50 }, [], {
    description: 'The program and its arguments, without a shell.',
    expected: 'a list of words',
    example: ['./index.sh', '--quiet'],
  }),
  mode: choice(['batch', 'stay'], 'batch', {
    description: 'Run for each batch, or kept.',
  }),
  timeout: seconds(1, 3_600, 60, { description: 'The longest for a batch.' }),
};

export type CommandSettings = SettingsOf<typeof commandKeys>;
