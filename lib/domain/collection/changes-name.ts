/**
 * Names of changes objects within a job: an object has the lines of a batch, `~<time>-<id>`, or those of one turn alone,
 * `~<time>-<id>.<host>.<turn>`. A listing by name has the oldest first.
 */
const timeDigits = 13;
const idLength = 12;

/**
 * The name of the object that the turns of a batch share.
 * @param at epoch ms
 * @param id at least `idLength` random characters of `[A-Za-z0-9_-]`
 */
export function batchName(at: number, id: string): string {
  return `~${String(Math.floor(at)).padStart(timeDigits, '0')}-${id.slice(0, idLength)}`;
}

/** The object of a turn that did not get into the object of its batch. The same for whoever publishes that turn. */
export function aloneName(batch: string, { host, turn }: TurnPlace): string {
  return batch + aloneSuffix({ host, turn });
}

/** The batch into which the turn of an object did not get; undefined: it is the object of a batch. */
export function batchOfAlone(name: string): string | undefined {
  const end = name.indexOf('.');
  return isBatchName(name) && end >= 0 ? name.slice(0, end) : undefined;
}

export function isBatchName(name: string): boolean {
  return name.startsWith('~');
}

/** Names that begin with this are of objects that were begun at a time (epoch ms) or later, or sort behind it. */
export function namesSince(at: number): string {
  return `~${String(Math.max(0, Math.floor(at))).padStart(timeDigits, '0')}`;
}

/**
 * Where the lines of a turn may stand, the likeliest first. Of two workers that publish one turn, the one that dies may
 * have named its object last; the lines are then in the object of the other.
 */
export function placesOf({
  object,
  ...turn
}: TurnPlace & { readonly object: string }): readonly [string, string] {
  const suffix = aloneSuffix(turn);
  return [object, object.endsWith(suffix) ? object.slice(0, -suffix.length) : object + suffix];
}

export interface TurnPlace {
  readonly host: string;
  readonly turn: number;
}

function aloneSuffix({ host, turn }: TurnPlace): string {
  return `.${host}.${turn}`;
}
