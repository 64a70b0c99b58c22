import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import { choice, count, seconds, text } from '../../base/setting-kinds/setting.ts';
import { exportNames } from './export-names.ts';

/** Files in a form of `winnow export`. */
export const filesKeys = {
  directory: text({ min: 1, max: 1_000 }, undefined, {
    description: 'Relative to the data directory; by default `sinks/NAME`.',
    expected: 'a path',
  }),
  format: choice(exportNames, 'jsonl', { description: 'As in `winnow export --to`.' }),
  maxBytes: count(1_000, 10_000_000_000, 100_000_000, {
    description: 'Closes a file.',
    unit: 'bytes',
  }),
  maxAge: seconds(1, 31_536_000, 3_600, { description: 'Closes a file.' }),
};

export type FilesSettings = SettingsOf<typeof filesKeys>;
