import type { ClassTree } from './class-tree.ts';
import { occurrenceWeight } from './node-words.ts';
import type { NodeTable } from './train-node.ts';
import type { Taxonomy } from './train-taxonomy.ts';

/** The words of a document by number, each once, and how often each is there. */
export interface Bag {
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** The tables of all classes, found by word: one pass over a document's words for the whole tree. */
export interface WordTables {
  /** For each table log Pr[outcome] + Σ value · log Pr[word | outcome] of its outcomes. */
  outputs(bag: Bag): readonly Float64Array[];
  /** The words that speak for a class and those above it against what is beside them, the strongest first. */
  shares(bag: Bag, place: number): readonly (readonly [id: number, share: number])[];
}

export function openWordTables({ tree, words, tables }: Taxonomy): WordTables {
  const index = indexOf(words.length, tables);
  const byNode = new Map(tables.map((table, at) => [table.node, at]));
  return {
    outputs(bag) {
      const sums = tables.map(({ priors }) => new Float64Array(priors.length));
      const squares = new Float64Array(tables.length);
      eachEntry(index, tables, bag, (at, row, value) => {
        const { logs } = tables[at] as NodeTable;
        const sum = sums[at] as Float64Array;
        const width = sum.length;
        squares[at] = (squares[at] as number) + value * value;
        for (let outcome = 0; outcome < width; outcome += 1)
          sum[outcome] = (sum[outcome] as number) + value * (logs[row * width + outcome] as number);
      });
      return sums.map((sum, at) => {
        const length = Math.sqrt(squares[at] as number) || 1;
        const { priors } = tables[at] as NodeTable;
        return sum.map((value, outcome) => value / length + (priors[outcome] as number));
      });
    },
    shares(bag, place) {
      const steps = stepsTo(tree, tables, byNode, place);
      const shares = new Map<number, number>();
      eachEntry(index, tables, bag, (at, row, value, id) => {
        const outcome = steps.get(at);
        if (outcome === undefined) return;
        shares.set(id, (shares.get(id) ?? 0) + value * advantage(tables[at] as NodeTable, row, outcome));
      });
      return [...shares].filter(([, share]) => share > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    },
  };
}

/** Which outcome the way down to a class takes in each table on it; in its own, where it has one, to itself. */
function stepsTo(
  tree: ClassTree,
  tables: readonly NodeTable[],
  byNode: ReadonlyMap<number, number>,
  place: number,
): ReadonlyMap<number, number> {
  const steps = new Map<number, number>();
  let below = place;
  for (let node: number | undefined = place; node !== undefined; node = tree[node]?.parent) {
    const at = byNode.get(node);
    const outcome = at === undefined ? -1 : (tables[at] as NodeTable).outcomes.indexOf(below);
    if (at !== undefined && outcome !== -1) steps.set(at, outcome);
    below = node;
  }
  return steps;
}

/** How much more likely a word is in an outcome than in the mean of them, as a logarithm. */
function advantage({ logs, outcomes }: NodeTable, row: number, outcome: number): number {
  const width = outcomes.length;
  const start = row * width;
  let sum = 0;
  for (let at = start; at < start + width; at += 1) sum += logs[at] as number;
  return (logs[start + outcome] as number) - sum / width;
}

/** For each word the tables that look at it, and its row there. */
interface Index {
  /** Where the entries of each word begin; one more than there are words. */
  readonly starts: Uint32Array;
  readonly tables: Uint32Array;
  readonly rows: Uint32Array;
}

function indexOf(words: number, tables: readonly NodeTable[]): Index {
  const starts = new Uint32Array(words + 1);
  for (const { ids } of tables) for (const id of ids) starts[id + 1] = (starts[id + 1] as number) + 1;
  for (let id = 0; id < words; id += 1) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  const size = starts[words] as number;
  const index: Index = { starts, tables: new Uint32Array(size), rows: new Uint32Array(size) };
  const ends = starts.slice();
  for (const [at, { ids }] of tables.entries()) {
    for (const [row, id] of ids.entries()) {
      const entry = ends[id] as number;
      index.tables[entry] = at;
      index.rows[entry] = row;
      ends[id] = entry + 1;
    }
  }
  return index;
}

function eachEntry(
  index: Index,
  tables: readonly NodeTable[],
  { ids, counts }: Bag,
  tell: (at: number, row: number, value: number, id: number) => void,
): void {
  for (const [place, id] of ids.entries()) {
    const weight = occurrenceWeight(counts[place] as number);
    const end = index.starts[id + 1] as number;
    for (let entry = index.starts[id] as number; entry < end; entry += 1) {
      const at = index.tables[entry] as number;
      const row = index.rows[entry] as number;
      tell(at, row, weight * ((tables[at] as NodeTable).factors[row] as number), id);
    }
  }
}
