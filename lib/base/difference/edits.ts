/** A run of items that both sides have, from these places on. */
export interface CommonRun {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/**
 * The runs of a longest common subsequence, in order: Myers' greedy algorithm, on what is left between the common beginning and the
 * common end. Time grows with items × edits, memory with edits².
 * @param mostEdits items that are taken away or put in, at most
 * @returns undefined where more edits are needed
 */
export function commonRuns(
  before: readonly number[],
  after: readonly number[],
  mostEdits: number,
): readonly CommonRun[] | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail])
    tail += 1;
  const between = {
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  };
  const trace = furthest(between.before, between.after, mostEdits);
  if (trace === undefined) return undefined;
  const middle = backwards(trace, between.before.length, between.after.length);
  return [
    { before: 0, after: 0, length: head },
    ...middle.map((run) => ({ ...run, before: run.before + head, after: run.after + head })),
    { before: before.length - tail, after: after.length - tail, length: tail },
  ].filter(({ length }) => length > 0);
}

/** Of each number of edits, the furthest place of `before` on each diagonal that lies between ± that number. */
type Trace = readonly Int32Array[];

function furthest(before: readonly number[], after: readonly number[], mostEdits: number): Trace | undefined {
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    const row = new Int32Array(2 * edits + 1).fill(-1);
    const last = trace.at(-1);
    trace.push(row);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = last === undefined ? 0 : stepOnto(last, edits, diagonal).x;
      // Diagonals beyond the edges lead nowhere.
      if (x > before.length || x - diagonal > after.length || x < 0) continue;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      row[diagonal + edits] = x;
      if (x === before.length && x - diagonal === after.length) return trace;
    }
  }
  return undefined;
}

/** Where the best edit onto a diagonal ends, and whether it puts an item in. */
function stepOnto(
  last: Int32Array,
  edits: number,
  diagonal: number,
): { readonly x: number; readonly isPut: boolean } {
  const put = last[diagonal + 1 + edits - 1] ?? -1;
  const taken = last[diagonal - 1 + edits - 1] ?? -1;
  const further = taken === -1 ? -1 : taken + 1;
  return put >= further ? { x: put, isPut: true } : { x: further, isPut: false };
}

function backwards(trace: Trace, beforeLength: number, afterLength: number): readonly CommonRun[] {
  const runs: CommonRun[] = [];
  let x = beforeLength;
  let diagonal = beforeLength - afterLength;
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const last = trace[edits - 1];
    const step = last === undefined ? undefined : stepOnto(last, edits, diagonal);
    const begin = step?.x ?? 0;
    runs.push({ before: begin, after: begin - diagonal, length: x - begin });
    if (step === undefined) break;
    x = step.isPut ? begin : begin - 1;
    diagonal += step.isPut ? 1 : -1;
  }
  return runs.reverse();
}
