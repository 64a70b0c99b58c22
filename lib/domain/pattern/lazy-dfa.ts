import { op, type Program } from './program.ts';

/** Entries of the table that are no states. */
const unknown = 0;
const matched = -1;
const dead = -2;

/** States that are kept; then all are forgotten. Bounds memory; time stays linear either way. */
const maxStates = 512;

interface State {
  /** Instructions at which it stands, before anything empty-width is passed. */
  readonly at: readonly number[];
  readonly afterWord: boolean;
  readonly atStart: boolean;
}

/**
 * Whether a program matches anywhere in a text, in time linear in its length: a deterministic automaton whose states
 * are made when they are first reached (as in grep, RE2 and V8's linear engine). Not safe to share between threads.
 */
export function lazyDfa(program: Program): (text: string) => boolean {
  const { ops, next, other, classOf, classes, inSet, isWord, anchored } = program;
  const begin = ops.length - 1;
  /** One column for each class, and one for the end of the text. */
  const width = classes + 1;
  let table = new Int32Array(width * 8);
  let states: State[] = [];
  let ids = new Map<string, number>();
  const start: State = { at: [begin], afterWord: false, atStart: true };
  /** Offset of its row; 0 until it has one. */
  let startRow = 0;
  const visited = new Uint32Array(ops.length);
  let round = 0;

  function forget(): void {
    // The first row is no state, so that no state has the number of `unknown`.
    states = [{ at: [], afterWord: false, atStart: false }];
    ids = new Map();
    startRow = 0;
    table.fill(unknown);
  }

  /** Offset of the row of a state. */
  function rowOf(state: State): number {
    const key = `${state.afterWord ? 'w' : ''}${state.atStart ? 's' : ''}${state.at.join()}`;
    let id = ids.get(key);
    if (id === undefined) {
      if (states.length === maxStates) forget();
      id = states.length;
      states.push(state);
      ids.set(key, id);
      if ((id + 1) * width > table.length) {
        const larger = new Int32Array(table.length * 2);
        larger.set(table);
        table = larger;
      }
    }
    return id * width;
  }

  /** The instructions that a state comes to before a class of characters (`classes`: the end); undefined: a match. */
  function closure({ at, afterWord, atStart }: State, cls: number): readonly number[] | undefined {
    const beforeWord = isWord !== undefined && cls < classes && isWord[cls] === 1;
    const found: number[] = [];
    const open = [...at];
    round++;
    for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
      if (visited[pc] === round) continue;
      visited[pc] = round;
      const then = next[pc] as number;
      switch (ops[pc]) {
        case op.match:
          return undefined;
        case op.chars:
          found.push(pc);
          break;
        case op.split:
          open.push(other[pc] as number, then);
          break;
        case op.start:
          if (atStart) open.push(then);
          break;
        case op.end:
          if (cls === classes) open.push(then);
          break;
        case op.boundary:
          if (afterWord !== beforeWord) open.push(then);
          break;
        default:
          if (afterWord === beforeWord) open.push(then);
      }
    }
    return found;
  }

  /** Fills in one entry of the table and returns it. */
  function step(row: number, cls: number): number {
    const found = closure(states[row / width] as State, cls);
    let entry: number;
    if (found === undefined) entry = matched;
    else if (cls === classes) entry = dead;
    else {
      const at = new Set<number>();
      for (const pc of found) {
        if (inSet[(other[pc] as number) * classes + cls] === 1) at.add(next[pc] as number);
      }
      if (!anchored) at.add(begin);
      const before = states;
      entry =
        at.size === 0
          ? dead
          : rowOf({
              at: [...at].sort((a, b) => a - b),
              afterWord: isWord?.[cls] === 1,
              atStart: false,
            });
      if (states !== before) return entry;
    }
    table[row + cls] = entry;
    return entry;
  }

  forget();
  return (text) => {
    if (startRow === 0) startRow = rowOf(start);
    let row = startRow;
    let rows = table;
    const { length } = text;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      const cls = classOf[code < 128 ? code : 128] as number;
      let entry = rows[row + cls] as number;
      if (entry <= 0) {
        if (entry === unknown) {
          entry = step(row, cls);
          rows = table;
        }
        if (entry <= 0) return entry === matched;
      }
      row = entry;
    }
    return (rows[row + classes] || step(row, classes)) === matched;
  };
}
