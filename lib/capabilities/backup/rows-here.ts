import { loadedAccount } from '../../pipeline/feed/account.ts';
import { loadedNote } from '../../pipeline/sinks/sink-state.ts';
import type { BackupKind, BackupRows } from '../../ports/operate/job-backup.ts';

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
