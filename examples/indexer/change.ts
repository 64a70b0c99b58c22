/**
 * What Winnow tells an indexer (docs/events.md), as far as this one reads it. Nothing here imports Winnow: the published
 * format is all that the two have in common.
 */
export interface Change {
  readonly v: 2;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  readonly ordinal: number;
  /** The host's turn before this one that has lines. */
  readonly previous?: Previous;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly md5: string;
  readonly revision?: number;
  /** Epoch ms. */
  readonly at: number;
  readonly url: string;
  readonly record?: { readonly title: string; readonly text: string; readonly urls: readonly string[] };
}

/** A turn, 0 for none, and the key of the object that has its lines. */
export interface Previous {
  readonly turn: number;
  readonly object?: string;
}

/** The changes of one turn of a host. An object has those of several hosts. */
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
): { readonly v: 2 } | undefined {
  const value = parsed(line);
  if (typeof value?.v !== 'number') {
    const shown = line.slice(0, 100).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
    tell(`${place} is damaged and left out: ${shown}`);
    return undefined;
  }
  if (value.v !== 2) throw new Error(`format ${value.v} is not the one that this indexer reads`);
  return value as { readonly v: 2 };
}

function parsed(line: string): { readonly v?: unknown } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/**
 * The turns of a whole object, in their order; the lines of a turn stand together.
 * @param object its name, for people
 * @throws Error when a line is missing
 */
export function readTurns(
  object: string,
  lines: Iterable<string>,
  tell?: TellDamage,
): readonly TurnChanges[] {
  const turns = new TurnCollector();
  const found = [...lines].flatMap((line, index) =>
    turns.add(parseLine(line, `line ${index + 1} of ${object}`, tell) as Change | undefined),
  );
  return [...found, ...turns.end()];
}

/** Gathers lines that come one after the other into turns. */
export class TurnCollector {
  #open: (Change | undefined)[] = [];
  #first: Change | undefined;
  #damaged = 0;

  /** The turn that a line is of. */
  get first(): Change | undefined {
    return this.#first;
  }

  /** @param line undefined: it is damaged @returns the turn that ended before this line */
  add(line: Change | undefined): readonly TurnChanges[] {
    if (line === undefined) {
      this.#damaged += 1;
      return [];
    }
    const isOther = line.host !== this.#first?.host || line.turn !== this.#first.turn;
    // Damaged lines that another turn has no ordinals for are of the turn before.
    const own = isOther ? Math.min(this.#damaged, line.ordinal) : this.#damaged;
    const ended = isOther ? this.end() : [];
    this.#first ??= line;
    this.#open.push(...Array.from({ length: own }, () => undefined), line);
    this.#damaged = 0;
    return ended;
  }

  end(): readonly TurnChanges[] {
    const first = this.#first;
    const turn = first && turnOf({ job: first.job, host: first.host, turn: first.turn }, this.#open);
    [this.#open, this.#first, this.#damaged] = [[], undefined, 0];
    return turn === undefined ? [] : [turn];
  }
}

/** @param lines by ordinal, undefined those that are damaged @throws Error when one is missing */
function turnOf(place: Omit<TurnChanges, 'changes'>, lines: readonly (Change | undefined)[]): TurnChanges {
  const gap = lines.findIndex((line, index) => line !== undefined && line.ordinal !== index);
  if (gap >= 0)
    throw new Error(`change ${gap} of turn ${place.turn} of ${place.host} is missing: the object is damaged`);
  return { ...place, changes: lines.filter((line) => line !== undefined) };
}
