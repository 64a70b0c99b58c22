import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { choice, count, seconds, text } from '../../base/setting-kinds/setting.ts';
import { exportNames } from './export-names.ts';

/** Files in a form of `winnow export`. */
export const filesKeys = {
  directory: text({ min: 1, max: 1_000 }, undefined, {
    description: 'Where the files are written, relative to the data directory. By default `sinks/NAME`.',
    expected: 'a path',
    example: 'sinks/files',
  }),
  format: choice(exportNames, 'jsonl', { description: 'The form of the files, as in `winnow export --to`.' }),
  maxBytes: count(1_000, 10_000_000_000, 100_000_000, {
    description: 'A file of this size is closed, and the next begun.',
    unit: 'bytes',
  }),
  maxAge: seconds(1, 31_536_000, 3_600, { description: 'A file is closed when it is as old as this.' }),
};

export type FilesSettings = SettingsOf<typeof filesKeys>;
