/**
 * An indexer that is written from docs/events.md alone, version 2: it imports nothing of Winnow and knows no key but those
 * that an event or a line names.
 */
interface Line {
  readonly v: number;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  readonly ordinal: number;
  readonly previous?: { readonly turn: number; readonly object?: string };
  readonly change: string;
  readonly md5: string;
  readonly revision?: number;
  readonly at: number;
  readonly record?: { readonly urls: readonly string[] };
}

/** The text of an object, by its key; undefined if there is none. */
export type ReadObject = (key: string) => Promise<string | undefined>;

export class Version2Indexer {
  readonly #read: ReadObject;
  /** By job and MD5, deleted ones too: the line that wrote it. */
  readonly #newest = new Map<string, Line>();
  /** By job and host: the last turn that was taken in. */
  readonly #last = new Map<string, number>();

  constructor(read: ReadObject) {
    this.#read = read;
  }

  /** Takes in the object that an event names. */
  async take(key: string): Promise<void> {
    for (const turn of turnsOf(await this.#object(key))) await this.#takeTurn(turn);
  }

  /** The URLs of each present record of a job. */
  records(job: string): ReadonlyMap<string, readonly string[]> {
    const present = [...this.#newest.values()].filter(
      (line) => line.job === job && line.change !== 'deleted',
    );
    return new Map(present.map(({ md5, record }) => [md5, [...(record?.urls ?? [])].sort()]));
  }

  async #takeTurn(turn: readonly Line[]): Promise<void> {
    const [first] = turn as [Line];
    const host = `${first.job} ${first.host}`;
    const missed: (readonly Line[])[] = [];
    let before = first.previous;
    while (before?.object !== undefined && before.turn > (this.#last.get(host) ?? 0)) {
      const { turn: number, object } = before;
      const found = turnsOf(await this.#object(object)).find(
        ([line]) => line?.host === first.host && line.turn === number,
      );
      if (found === undefined) throw new Error(`turn ${number} of ${first.host} is not in ${object}`);
      missed.unshift(found);
      before = found[0]?.previous;
    }
    for (const lines of [...missed, turn]) {
      for (const line of lines) this.#upsert(line);
      this.#last.set(host, Math.max(this.#last.get(host) ?? 0, lines[0]?.turn ?? 0));
    }
  }

  #upsert(line: Line): void {
    const name = `${line.job} ${line.md5}`;
    const known = this.#newest.get(name);
    if (known === undefined || isNewer(line, known)) this.#newest.set(name, line);
  }

  async #object(key: string): Promise<readonly Line[]> {
    const text = await this.#read(key);
    if (text === undefined) throw new Error(`${key} is not there`);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  }
}

/** Lines of one turn stand together, from ordinal 0 without gaps. */
function turnsOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const turns: Line[][] = [];
  for (const line of lines) {
    if (line.v !== 2) throw new Error(`version ${line.v} is not known`);
    const open = turns.at(-1);
    const isOf = open?.[0]?.job === line.job && open[0].host === line.host && open[0].turn === line.turn;
    if (isOf && open.length === line.ordinal) open.push(line);
    else if (line.ordinal === 0) turns.push([line]);
    else throw new Error(`a line is missing before ${line.host} ${line.turn} ${line.ordinal}`);
  }
  return turns;
}

function isNewer(a: Line, b: Line): boolean {
  if ((a.revision ?? 0) !== (b.revision ?? 0)) return (a.revision ?? 0) > (b.revision ?? 0);
  if (a.host !== b.host) return a.at > b.at;
  return a.turn === b.turn ? a.ordinal > b.ordinal : a.turn > b.turn;
}
