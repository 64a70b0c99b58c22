import { loadedAccount } from '../../pipeline/feed/account.ts';
import { loadedNote } from '../../pipeline/sinks/sink-state.ts';
import type { BackupKind, BackupRows } from '../../ports/operate/job-backup.ts';
import type { Ports } from '../../ports/ports.ts';
import { type HeadOf, unpackLines } from './entry.ts';
import type { DumpPorts } from './walk-host.ts';

/**
 * Rows of a dump as they are put: what a note says of another installation is left out, or begins anew.
 * @param now epoch ms
 */
export function rowsHere(
  of: BackupKind,
  rows: readonly BackupRows[BackupKind][],
  now: number,
): readonly BackupRows[BackupKind][] {
  if (of !== 'notes') return rows;
  return (rows as readonly BackupRows['notes'][]).flatMap((note) => {
    const text = loadedNote(note.name, loadedAccount(note.name, note.text), now);
    return text === undefined ? [] : [{ ...note, text }];
  });
}

/** The key of the object of the turn before, at the beginning of a line; without the ending that one kind of store gives it. */
const previousKey = /^(\{[^{}]*"previous":\{[^{}]*"object":")([^"]*?)(?:\.jsonl\.gz)?"/;

/** Puts a changes object. What its lines name of objects before them has the key that it has here. */
export function putChanges({ backup, changes }: DumpPorts, head: HeadOf<'changes'>, blob: Uint8Array) {
  const lines = unpackLines(blob).map((line) => withKeyOf(changes, head.job, line));
  return backup.putChanges(head.job, head.name, lines, head.at);
}

function withKeyOf(changes: Pick<Ports['changes'], 'key'>, job: string, line: string): string {
  return line.replace(
    previousKey,
    (_, before: string, key: string) => `${before}${changes.key(job, key.slice(key.lastIndexOf('/') + 1))}"`,
  );
}
