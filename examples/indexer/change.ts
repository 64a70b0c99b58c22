/**
 * What Winnow tells an indexer (docs/events.md), as far as this one reads it. Nothing here imports Winnow: the published
 * format is all that the two have in common.
 */
export interface Change {
  readonly v: 1;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  readonly ordinal: number;
  /** The host's turn that had a changes object before this one; 0: none. */
  readonly previous?: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly md5: string;
  readonly revision?: number;
  /** Epoch ms. */
  readonly at: number;
  readonly url: string;
  readonly record?: { readonly title: string; readonly text: string; readonly urls: readonly string[] };
}

/** The changes object of one turn of a host. */
export interface TurnChanges {
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  /** By ordinal; there may be none. */
  readonly changes: readonly Change[];
}

/** What wrote a page into the index last. */
export type Mark = Pick<Change, 'host' | 'turn' | 'ordinal' | 'at' | 'revision'>;

/** Whether a change is newer than what was done to its record before. */
export function isNewer(change: Mark, mark: Mark | undefined): boolean {
  if (mark === undefined) return true;
  const [revision, known] = [change.revision ?? 0, mark.revision ?? 0];
  if (revision !== known) return revision > known;
  if (change.host !== mark.host) return change.at > mark.at;
  return change.turn === mark.turn ? change.ordinal > mark.ordinal : change.turn > mark.turn;
}

/** @throws Error that shows the line when it is damaged */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`a line of the changes is damaged: ${line.slice(0, 100)}`, { cause });
  }
}

/** @throws Error for a line that this program cannot read */
export function readChange(line: string): Change {
  const change = parseLine(line) as Change;
  if (change.v !== 1) throw new Error(`format ${change.v} is newer than this indexer`);
  return change;
}

/** The changes of a whole object. @throws Error when a line is missing */
export function readTurn(place: Omit<TurnChanges, 'changes'>, lines: Iterable<string>): TurnChanges {
  const changes = [...lines].map(readChange);
  for (const [index, { ordinal }] of changes.entries()) {
    if (ordinal !== index)
      throw new Error(
        `change ${index} of turn ${place.turn} of ${place.host} is missing: the object is damaged`,
      );
  }
  return { ...place, changes };
}
