import { byName } from '../base/by-name.ts';
import type { SettingsShape } from '../base/setting-kinds/section.ts';
import type { SinkType } from '../pipeline/sinks/sink.ts';
import { filesKeys } from './export/files-settings.ts';
import { openSearchKeys, solrKeys } from './search-servers/settings.ts';
import { commandKeys, sqliteKeys } from './sinks/local-settings.ts';
import { webhookKeys } from './webhooks/settings.ts';

interface SinkTypeEntry {
  /** What an entry of `sinks` may say beside its name, type and filter. */
  readonly keys: SettingsShape;
  /** Those without which it cannot be. */
  readonly needs?: readonly string[];
  /** Absent: it needs a machine, whose runtime has it (lib/adapters/sinks). */
  readonly load?: () => Promise<SinkType<unknown>>;
}

/** The types of sinks by their names. */
export const sinkTypes = byName<SinkTypeEntry>({
  files: { keys: filesKeys },
  sqlite: { keys: sqliteKeys },
  opensearch: {
    keys: openSearchKeys,
    needs: ['url', 'index'],
    load: async () => (await import('./search-servers/open-search-sink.ts')).openSearch as SinkType<unknown>,
  },
  elasticsearch: {
    keys: openSearchKeys,
    needs: ['url', 'index'],
    load: async () =>
      (await import('./search-servers/open-search-sink.ts')).elasticsearch as SinkType<unknown>,
  },
  solr: {
    keys: solrKeys,
    needs: ['url', 'collection'],
    load: async () => (await import('./search-servers/solr-sink.ts')).solr as SinkType<unknown>,
  },
  command: { keys: commandKeys, needs: ['command'] },
  webhook: {
    keys: webhookKeys,
    needs: ['url', 'secret'],
    load: async () => (await import('./webhooks/webhook-sink.ts')).webhook as SinkType<unknown>,
  },
});

export const sinkTypeNames: readonly string[] = [...sinkTypes.keys()];
