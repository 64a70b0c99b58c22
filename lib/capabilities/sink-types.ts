import type { SettingsShape } from '../base/setting-kinds/section.ts';
import type { SinkType } from '../pipeline/sinks/sink.ts';
import { filesKeys } from './export/files-settings.ts';
import { commandKeys, sqliteKeys } from './sinks/local-settings.ts';

interface SinkTypeEntry {
  readonly says: string;
  /** What an entry of `sinks` may say beside its name, type and filter. */
  readonly keys: SettingsShape;
  /** Those without which it cannot be. */
  readonly needs?: readonly string[];
  /** Absent: it needs a machine, whose runtime has it (lib/adapters/sinks). */
  readonly load?: () => Promise<SinkType<unknown>>;
}

/** The types of sinks by their names. */
export const sinkTypes: Readonly<Record<string, SinkTypeEntry>> = {
  files: { says: 'files in any form of `winnow export`', keys: filesKeys },
  sqlite: { says: 'a full-text index in a file of SQLite', keys: sqliteKeys },
  command: { says: 'a program that reads JSON lines', keys: commandKeys, needs: ['command'] },
};

export const sinkTypeNames: readonly string[] = Object.keys(sinkTypes);
