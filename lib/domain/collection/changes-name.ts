/**
 * Names of changes objects within a job. An object of version 2 has the lines of a batch, `~<time>-<id>`, or those of one
 * turn alone, `~<time>-<id>.<host>.<turn>`; one of version 1 has the lines of a turn, `<host>/<turn>`. No host begins with
 * `~`, which sorts behind all of them: in a listing by name the objects of version 2 come last, the oldest first.
 */
const timeDigits = 13;
const turnDigits = 10;
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
  return isBatchName(batch) ? batch + aloneSuffix({ host, turn }) : batch;
}

/** The object of a turn in version 1. */
export function turnName({ host, turn }: TurnPlace): string {
  return `${host}/${String(turn).padStart(turnDigits, '0')}`;
}

/** The turn that a name of version 1 names; undefined for any other name. */
export function turnOfName(name: string): TurnPlace | undefined {
  const [, host, turn] = /^([^/~][^/]*)\/(\d+)$/.exec(name) ?? [];
  return host === undefined ? undefined : { host, turn: Number(turn) };
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
export function placesOf({ object, ...turn }: TurnPlace & { readonly object?: string }): readonly string[] {
  if (object === undefined) return [turnName(turn)];
  if (!isBatchName(object)) return [object];
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
