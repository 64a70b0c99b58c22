import { begunAnew, type SinkState } from '../../pipeline/sinks/sink-state.ts';
import type { BackupKind, BackupRows } from '../../ports/job-backup.ts';

const sinkNotes = 'sink-';

/**
 * Rows of a dump as they are put. How far a sink has come is a place in the feed of other stores, and its target may have had what came
 * after the dump: it is filled anew, out of sight of its readers.
 */
export function rowsHere(
  of: BackupKind,
  rows: readonly BackupRows[BackupKind][],
): readonly BackupRows[BackupKind][] {
  return of === 'notes' ? (rows as readonly BackupRows['notes'][]).map(noteHere) : rows;
}

function noteHere(note: BackupRows['notes']): BackupRows['notes'] {
  const state = note.name.startsWith(sinkNotes) ? sinkIn(note.text) : undefined;
  if (state === undefined) return note;
  return { ...note, text: JSON.stringify(begunAnew(state, state.settings, true)) };
}

/** Undefined: it is what a sink was refused, or its lease, or damaged. */
function sinkIn(text: string): SinkState | undefined {
  try {
    const note = JSON.parse(text) as Partial<SinkState>;
    return note?.mark === undefined ? undefined : (note as SinkState);
  } catch {
    return undefined;
  }
}
