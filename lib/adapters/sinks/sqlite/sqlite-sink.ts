import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { factsOf } from '../../../capabilities/export/facts.ts';
import type { SqliteSettings } from '../../../capabilities/sinks/local-settings.ts';
import type { Outgoing, RecordChange } from '../../../pipeline/feed/outgoing.ts';
import { hitMarks } from '../../../pipeline/operation/search-index.ts';
import type { Sink, SinkPlan, SinkType } from '../../../pipeline/sinks/sink.ts';
import { Connection } from '../../embedded/base/connection.ts';
import { sampleOf } from './fold-hits.ts';
import { addGeneration, isEmpty, pageColumns, prepare, showGeneration, tableNames } from './search-schema.ts';

/** A full-text index in a file of its own, which `searchPages` asks. */
export const sqliteSink: SinkType<SqliteSettings> = {
  name: 'sqlite',
  isLocal: true,
  batch: { changes: 1_000, bytes: 16_000_000 },
  async open(plan) {
    const file = searchFile(plan.directory ?? '.', plan.name, plan.settings);
    if (plan.isBegun && !existsSync(file)) throw lost(file, plan.name);
    try {
      mkdirSync(dirname(file), { recursive: true });
    } catch (cause) {
      throw new WinnowError('config', `${dirname(file)}: the directory cannot be made`, { cause });
    }
    return new SqliteSink(new Connection(file), plan);
  },
};

function lost(file: string, name: string): WinnowError {
  return new WinnowError('config', `${file} is there no more: run \`winnow sinks rebuild ${name}\``);
}

/** Where the index of a sink stands. */
export function searchFile(
  directory: string,
  name: string,
  { file = `sinks/${name}.db` }: Pick<SqliteSettings, 'file'>,
): string {
  return resolve(directory, file);
}

class SqliteSink implements Sink {
  readonly #db: Connection;
  readonly #generation: number;
  readonly #put: string;
  readonly #remove: string;

  constructor(db: Connection, { job, name, generation, settings, isBegun }: SinkPlan<SqliteSettings>) {
    const [page] = tableNames(generation);
    const updates = pageColumns.filter((one) => one !== 'md5').map((one) => `${one} = excluded.${one}`);
    this.#db = db;
    this.#generation = generation;
    this.#put = `INSERT INTO ${page} (${pageColumns.join(', ')}) VALUES (${pageColumns.map(() => '?').join(', ')})
      ON CONFLICT (md5) DO UPDATE SET ${updates.join(', ')}`;
    this.#remove = `DELETE FROM ${page} WHERE md5 = ?`;
    try {
      // What a file lost that was emptied would be missing for good.
      if (isBegun && isEmpty(db)) throw lost(db.file, name);
      prepare(db, { job, name });
      addGeneration(db, generation, settings.tokens);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  async push(changes: readonly RecordChange[]) {
    this.#db.transaction(() => {
      for (const change of changes) {
        if ('gone' in change) this.#db.run(this.#remove, change.gone.md5);
        else this.#db.run(this.#put, ...valuesOf(change));
      }
    });
    return [];
  }

  async publish(): Promise<void> {
    showGeneration(this.#db, this.#generation);
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}

function valuesOf(one: Outgoing) {
  const facts = factsOf(one);
  const { text, main, ranks } = one.line.record;
  // Around the mean, which is 1 of all URLs.
  const linkRank = ranks === undefined ? null : ranks.pageRank * ranks.of;
  return [
    ...[facts.md5, facts.url, new URL(facts.url).host, unmarked(facts.title), unmarked(text)],
    ...[facts.class, facts.language, facts.kind, facts.published, facts.score, facts.depth, facts.media_type],
    ...[facts.first_seen, facts.last_changed, linkRank, sampleOf(main?.text || text)],
  ];
}

/** A text without what marks words that were found. */
function unmarked(text: string): string {
  return text.replaceAll(hitMarks.begin, ' ').replaceAll(hitMarks.end, ' ');
}
