import { defined } from '../../../base/defined.ts';
import { readStoredObject } from '../../../base/stored-json.ts';
import type { CommandEntry } from '../../../domain/control/command.ts';
import type { CommandLog, CommandPage } from '../../../ports/commands.ts';
import { damagedEntry } from '../../../ports/commands.ts';
import type { Row } from '../base/attributes.ts';
import { absent, is } from '../base/expression.ts';
import { commandAt, commandKey, commandLogKey } from '../base/keys.ts';
import { sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

/** Commands in the frontier table: an item for each, and a second item that orders it by time. */
export class DynamoCommands implements CommandLog {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  /** Puts the ordering item first, so that the list never misses a command that was carried out. */
  async enter(entry: CommandEntry): Promise<CommandEntry> {
    const known = await this.command(entry.requestId);
    if (known !== undefined) return known;
    await this.#table.put('command', commandLogKey(entry.at, entry.requestId), {});
    const written = await this.#table.putIf(
      'command',
      commandKey(entry.requestId),
      rowOf(entry),
      absent('entry'),
    );
    return written.written || written.row === undefined ? entry : entryOf(written.row, entry.requestId);
  }

  async command(requestId: string): Promise<CommandEntry | undefined> {
    const row = await this.#table.get('command', commandKey(requestId), true);
    return row && entryOf(row, requestId);
  }

  async put(was: CommandEntry, next: CommandEntry): Promise<boolean> {
    const { written } = await this.#table.putIf(
      'command',
      commandKey(was.requestId),
      rowOf(next),
      is(rowOf(was)),
    );
    return written;
  }

  /** Passes over ordering items of another time than their command's: a request left them that lost a race to enter it. */
  async commands(limit: number, cursor?: string): Promise<CommandPage> {
    const { pk } = commandLogKey(0, '');
    const range = { pk, consistent: true, ...defined({ after: cursor }) };
    const { rows, more } = await this.#table.page('command', range, limit);
    const found = await Promise.all(
      rows.map(async (row) => {
        const { at, requestId } = commandAt(sortKey(row));
        const entry = await this.command(requestId);
        return entry?.at === at || entry?.damaged ? [{ ...entry, at }] : [];
      }),
    );
    return { commands: found.flat(), ...(more ? { cursor: sortKey(rows.at(-1)) } : {}) };
  }
}

function rowOf(entry: CommandEntry): { readonly entry: string } {
  return { entry: JSON.stringify(entry) };
}

function entryOf(row: Row, requestId: string): CommandEntry {
  return readStoredObject<CommandEntry>(String(row.entry)) ?? damagedEntry(requestId, 0);
}
