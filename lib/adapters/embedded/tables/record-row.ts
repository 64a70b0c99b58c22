import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { AddResult, RecordDraft, RecordEntry } from '../../../ports/records.ts';

/** A row of the table `record`. */
export interface RecordRow {
  readonly md5: string;
  readonly first_url: CanonicalUrl | null;
  /** Present where the query selects it. */
  readonly urls?: number;
  readonly revision: number;
  readonly title: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly depth: number;
  readonly first_seen: number;
  readonly change_host: string;
  readonly change_turn: number;
  readonly change_ordinal: number;
  /** Null: an object of version 1. */
  readonly change_object: string | null;
  readonly document: string | null;
  readonly targets: string;
  readonly near_group: string | null;
}

/** In the order of `draftValues`. */
export const draftColumns = [
  'title',
  'media_type',
  'bytes',
  'change_host',
  'change_turn',
  'change_ordinal',
  'change_object',
  'document',
  'targets',
  'near_group',
] as const satisfies readonly (keyof RecordRow)[];

export function draftValues(draft: RecordDraft): (string | number | null)[] {
  return [
    draft.title,
    draft.mediaType,
    draft.bytes,
    draft.change.host,
    draft.change.turn,
    draft.change.ordinal,
    draft.change.object ?? null,
    draft.document ?? null,
    draft.targets,
    draft.group ?? null,
  ];
}

export function entryOf(row: RecordRow): RecordEntry {
  return {
    md5: row.md5,
    ...(row.first_url !== null && { firstUrl: row.first_url }),
    ...(row.urls !== undefined && { members: row.urls }),
    revision: row.revision,
    title: row.title,
    mediaType: row.media_type,
    bytes: row.bytes,
    depth: row.depth,
    firstSeen: row.first_seen,
    change: {
      ...{ host: row.change_host, turn: row.change_turn, ordinal: row.change_ordinal },
      ...(row.change_object !== null && { object: row.change_object }),
    },
    ...(row.document !== null && { document: row.document }),
    targets: row.targets,
    ...(row.near_group !== null && { group: row.near_group }),
  };
}

/** The columns of a record that an `AddResult` is made of. */
export type AddedRow = Pick<RecordRow, 'revision' | 'targets' | 'document' | 'first_seen'>;

export const addedColumns = 'revision, targets, document, first_seen';

export function addResult(first: boolean, row: AddedRow): AddResult {
  return {
    first,
    revision: row.revision,
    targets: row.targets,
    ...(row.document !== null && { document: row.document }),
    firstSeen: row.first_seen,
  };
}
