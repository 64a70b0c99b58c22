import { loadedNote } from '../../pipeline/sinks/sink-state.ts';
import type { BackupKind, BackupRows } from '../../ports/operate/job-backup.ts';

/** Rows of a dump as they are put: what a note says of another installation is left out, or begins anew. */
export function rowsHere(
  of: BackupKind,
  rows: readonly BackupRows[BackupKind][],
): readonly BackupRows[BackupKind][] {
  return of === 'notes' ? (rows as readonly BackupRows['notes'][]).flatMap(noteHere) : rows;
}

function noteHere(note: BackupRows['notes']): readonly BackupRows['notes'][] {
  const text = loadedNote(note.name, note.text);
  return text === undefined ? [] : [{ ...note, text }];
}
