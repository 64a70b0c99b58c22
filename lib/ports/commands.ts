import type { CommandEntry } from '../domain/control/command.ts';

export interface CommandPage {
  readonly commands: readonly CommandEntry[];
  readonly cursor?: string;
}

/**
 * The log of what people and schedules asked an installation to do: who, when, why, and what came of it. Entries are
 * never deleted. Safe under any number of writers.
 * @throws WinnowError `unavailable`
 */
export interface CommandLog {
  /** Enters a command if its `requestId` is new. Returns the stored entry of that id: the given one, or an earlier one. */
  enter(entry: CommandEntry): Promise<CommandEntry>;
  command(requestId: string): Promise<CommandEntry | undefined>;
  /** Stores `next` if the stored entry equals `was`. False: another writer was first. */
  put(was: CommandEntry, next: CommandEntry): Promise<boolean>;
  /** Newest first, at most `limit`. `cursor`: from the page before. */
  commands(limit: number, cursor?: string): Promise<CommandPage>;
}

/** Returns a stand-in for an entry of the log that cannot be read. */
export function damagedEntry(requestId: string, at: number): CommandEntry {
  return { requestId, at, by: '', reason: '', command: {}, state: 'failed', error: 'damaged', damaged: true };
}
