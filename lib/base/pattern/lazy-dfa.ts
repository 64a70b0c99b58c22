import { op, type Program } from './program.ts';

/** Entries of the table that are no states; those below `dead` are turns. */
const unknown = 0;
const dead = -1;

/** States that are kept; then all are forgotten. Bounds memory; time stays linear either way. */
const maxStates = 1_024;

interface State {
  /** Instructions at which it stands, before anything empty-width is passed. */
  readonly at: readonly number[];
  readonly afterWord: boolean;
  readonly atStart: boolean;
}

/** A step on which something matched. */
interface Turn {
  /** The expression, the last of those that matched. */
  readonly matched: number;
  /** Offset of the row to go on with; 0 when nothing else can match. */
  readonly row: number;
}

/** Answers in time linear in the length of the text. Not safe to share between threads. */
export interface Matcher {
  /** The last expression that matches anywhere in a text; -1 when none does. */
  last(text: string): number;
  /** It makes states faster than it uses them: its expressions are better asked one by one. */
  readonly thrashes: boolean;
}

/**
 * Runs a program as a deterministic automaton whose states are made when they are first reached, as grep, RE2 and V8's
 * linear engine do.
 */
export function lazyDfa(program: Program): Matcher {
  const { ops, next, other, classOf, classes, inSet, isWord, anchored } = program;
  const begin = ops.length - 1;
  const top = program.expressions - 1;
  /** One column for each class, and one for the end of the text. */
  const width = classes + 1;
  const start: State = { at: [begin], afterWord: false, atStart: true };
  let table = new Int32Array(width * 8);
  let states: State[] = [];
  let turns: Turn[] = [];
  let ids = new Map<string, number>();
  /** Offset of the first row; 0 until it has one. */
  let startRow = 0;
  let read = 0;
  let thrashes = false;
  const visited = new Uint32Array(ops.length);
  let round = 0;

  function forget(): void {
    thrashes ||= states.length > 0 && read < 10 * maxStates;
    read = 0;
    // The first row is no state, so that no state has the number of `unknown`.
    states = [{ at: [], afterWord: false, atStart: false }];
    turns = [];
    ids = new Map();
    startRow = 0;
    table.fill(unknown);
  }

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

  /** What a state comes to before a class of characters (`classes`: the end): what matches, and what may go on. */
  function closure({ at, afterWord, atStart }: State, cls: number) {
    const beforeWord = isWord !== undefined && cls < classes && isWord[cls] === 1;
    const found: number[] = [];
    let matched = -1;
    const open = [...at];
    round++;
    for (let pc = open.pop(); pc !== undefined; pc = open.pop()) {
      if (visited[pc] === round) continue;
      visited[pc] = round;
      const then = next[pc] as number;
      switch (ops[pc]) {
        case op.match:
          matched = Math.max(matched, other[pc] as number);
          break;
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
    return { matched, found };
  }

  /** The state behind a class of characters; undefined when nothing can match any more. */
  function after(found: readonly number[], cls: number): State | undefined {
    if (cls === classes) return undefined;
    const at = new Set<number>();
    for (const pc of found) {
      if (inSet[(other[pc] as number) * classes + cls] === 1) at.add(next[pc] as number);
    }
    if (!anchored) at.add(begin);
    if (at.size === 0) return undefined;
    return { at: [...at].sort((a, b) => a - b), afterWord: isWord?.[cls] === 1, atStart: false };
  }

  /** Makes one entry of the table. */
  function step(row: number, cls: number): number {
    const { matched, found } = closure(states[row / width] as State, cls);
    const state = matched === top ? undefined : after(found, cls);
    const before = states;
    const to = state === undefined ? 0 : rowOf(state);
    const entry = matched >= 0 ? dead - turns.push({ matched, row: to }) : to || dead;
    if (states === before) table[row + cls] = entry;
    return entry;
  }

  let best = -1;

  /** The way on where the table says none: the offset of the next row, 0 when there is nothing more to find. */
  function pass(row: number, cls: number): number {
    const entry = table[row + cls] || step(row, cls);
    if (entry >= dead) return Math.max(entry, 0);
    const turn = turns[dead - entry - 1] as Turn;
    if (turn.matched > best) best = turn.matched;
    return best === top ? 0 : turn.row;
  }

  forget();
  return {
    get thrashes() {
      return thrashes;
    },
    last(text) {
      if (startRow === 0) startRow = rowOf(start);
      let row = startRow;
      let rows = table;
      best = -1;
      const { length } = text;
      read += length;
      for (let i = 0; i < length; i++) {
        const code = text.charCodeAt(i);
        const cls = classOf[code < 128 ? code : 128] as number;
        let entry = rows[row + cls] as number;
        if (entry <= 0) {
          entry = pass(row, cls);
          if (entry === 0) return best;
          rows = table;
        }
        row = entry;
      }
      pass(row, classes);
      return best;
    },
  };
}
