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

/** Is told where a line is that is damaged. Whoever reads goes on past it: one line must not hold up all others for good. */
export type TellDamage = (damage: string) => void;

const toStandardError: TellDamage = (damage) => void process.stderr.write(`indexer: ${damage}\n`);

/**
 * What a line says; undefined when it is damaged, of which `tell` is told.
 * @param place of the line, for people
 * @throws Error for a format that this program cannot read
 */
export function parseLine(
  line: string,
  place: string,
  tell = toStandardError,
): { readonly v: 1 } | undefined {
  const value = parsed(line);
  if (typeof value?.v !== 'number') {
    const shown = line.slice(0, 100).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
    tell(`${place} is damaged and left out: ${shown}`);
    return undefined;
  }
  if (value.v !== 1) throw new Error(`format ${value.v} is newer than this indexer`);
  return value as { readonly v: 1 };
}

function parsed(line: string): { readonly v?: unknown } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The changes of a whole object. @throws Error when a line is missing */
export function readTurn(
  place: Omit<TurnChanges, 'changes'>,
  lines: Iterable<string>,
  tell?: TellDamage,
): TurnChanges {
  const { turn, host } = place;
  return turnOf(
    place,
    [...lines].map(
      (line, index) => parseLine(line, `line ${index + 1} of turn ${turn} of ${host}`, tell) as Change,
    ),
  );
}

/**
 * The changes of an object by its lines.
 * @param lines by ordinal, undefined those that are damaged
 * @throws Error when one is missing
 */
export function turnOf(
  place: Omit<TurnChanges, 'changes'>,
  lines: readonly (Change | undefined)[],
): TurnChanges {
  const gap = lines.findIndex((line, index) => line !== undefined && line.ordinal !== index);
  if (gap >= 0)
    throw new Error(`change ${gap} of turn ${place.turn} of ${place.host} is missing: the object is damaged`);
  return { ...place, changes: lines.filter((line) => line !== undefined) };
}
