import type { SettingsShape } from '../base/setting-kinds/section.ts';
import type { SinkType } from '../pipeline/sinks/sink.ts';
import { filesKeys } from './export/files-settings.ts';
import { openSearchKeys, solrKeys } from './search-servers/settings.ts';
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
  opensearch: {
    says: 'an index of OpenSearch',
    keys: openSearchKeys,
    needs: ['url', 'index'],
    load: async () => (await import('./search-servers/open-search-sink.ts')).openSearch as SinkType<unknown>,
  },
  elasticsearch: {
    says: 'an index of Elasticsearch',
    keys: openSearchKeys,
    needs: ['url', 'index'],
    load: async () =>
      (await import('./search-servers/open-search-sink.ts')).elasticsearch as SinkType<unknown>,
  },
  solr: {
    says: 'a collection of SolrCloud',
    keys: solrKeys,
    needs: ['url', 'collection'],
    load: async () => (await import('./search-servers/solr-sink.ts')).solr as SinkType<unknown>,
  },
  command: { says: 'a program that reads JSON lines', keys: commandKeys, needs: ['command'] },
};

export const sinkTypeNames: readonly string[] = Object.keys(sinkTypes);
