import { readStoredObject } from '../../../base/stored-json.ts';
import type { CommandEntry } from '../../../domain/control/command.ts';
import type { CommandLog, CommandPage } from '../../../ports/commands.ts';
import { damagedEntry } from '../../../ports/commands.ts';
import type { Connection } from '../base/connection.ts';

interface CommandRow {
  readonly request_id: string;
  readonly at: number;
  readonly entry: string;
}

/** `CommandLog` in SQLite. */
export class SqliteCommands implements CommandLog {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async enter(entry: CommandEntry): Promise<CommandEntry> {
    const { requestId, at } = entry;
    const made = this.#db.run(
      'INSERT OR IGNORE INTO command (request_id, at, entry) VALUES (?, ?, ?)',
      ...[requestId, at, JSON.stringify(entry)],
    );
    return made === 1 ? entry : ((await this.command(requestId)) ?? entry);
  }

  async command(requestId: string): Promise<CommandEntry | undefined> {
    const row = this.#db.get<CommandRow>('SELECT * FROM command WHERE request_id = ?', requestId);
    return row && entryOf(row);
  }

  async put(was: CommandEntry, next: CommandEntry): Promise<boolean> {
    const written = this.#db.run(
      'UPDATE command SET entry = ? WHERE request_id = ? AND entry = ?',
      ...[JSON.stringify(next), was.requestId, JSON.stringify(was)],
    );
    return written === 1;
  }

  /** The cursor is the time and request id of the last command of the page. */
  async commands(limit: number, cursor?: string): Promise<CommandPage> {
    const [at = Number.MAX_SAFE_INTEGER, id = ''] = cursor === undefined ? [] : positionOf(cursor);
    const rows = this.#db.all<CommandRow>(
      `SELECT * FROM command WHERE at < ?1 OR (at = ?1 AND request_id > ?2)
       ORDER BY at DESC, request_id LIMIT ?3`,
      ...[at, id, limit + 1],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last !== undefined;
    return { commands: page.map(entryOf), ...(more ? { cursor: `${last.at}:${last.request_id}` } : {}) };
  }
}

function entryOf({ entry, at, request_id: requestId }: CommandRow): CommandEntry {
  return readStoredObject<CommandEntry>(entry) ?? damagedEntry(requestId, at);
}

function positionOf(cursor: string): readonly [number, string] {
  const colon = cursor.indexOf(':');
  return [Number(cursor.slice(0, colon)), cursor.slice(colon + 1)];
}
