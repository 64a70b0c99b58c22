import type { ChangeLine } from '../../domain/collection/record.ts';
import type { RecordLine } from '../collection/present-line.ts';

/** A record as it is handed out. */
export interface Outgoing {
  /** What happened to it, as far as whoever takes it knows. */
  readonly change: 'created' | 'updated';
  readonly line: RecordLine;
  /** Its raw document as it is stored, for formats that want it; absent: there is none. */
  readonly document?: Uint8Array;
}

/** A record that is there no more; a revision only where it is known to be the newest. */
export type Gone = Pick<ChangeLine, 'md5' | 'url' | 'at' | 'host' | 'job' | 'revision'>;

/** What became of a record. */
export type RecordChange = Outgoing | { readonly gone: Gone };
