import { type CommonRun, commonRuns } from './edits.ts';

export interface DifferenceBounds {
  /** Lines of context before and after a change. */
  readonly context: number;
  /** Lines that are taken away or put in, at most. */
  readonly edits: number;
  /** Lines of one text, at most. */
  readonly lines: number;
}

/** What is left out of a difference, and why. */
export type Undifferenced = 'too-different' | 'too-long';

/**
 * The difference of two texts by lines, in the unified format that `patch` takes; empty where they are the same.
 * @param names of the texts, without white space
 */
export function unifiedDifference(
  before: string,
  after: string,
  names: { readonly before: string; readonly after: string },
  bounds: DifferenceBounds,
): { readonly text: string } | { readonly left: Undifferenced } {
  if (before === after) return { text: '' };
  const sides = { before: linesOf(before), after: linesOf(after) };
  if (Math.max(sides.before.length, sides.after.length) > bounds.lines) return { left: 'too-long' };
  const numbers = new Map<string, number>();
  const numbered = (lines: readonly string[]): readonly number[] =>
    lines.map((line) => {
      const known = numbers.get(line) ?? numbers.size;
      numbers.set(line, known);
      return known;
    });
  const runs = commonRuns(numbered(sides.before), numbered(sides.after), bounds.edits);
  if (runs === undefined) return { left: 'too-different' };
  const hunks = hunksOf(changesOf(runs, sides), bounds.context, sides);
  return { text: [`--- ${names.before}\n+++ ${names.after}\n`, ...hunks].join('') };
}

/** Each with the line feed that ends it, which the last may lack. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const last = lines.pop() as string;
  const ended = lines.map((line) => `${line}\n`);
  return last === '' ? ended : [...ended, last];
}

interface Sides {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Lines from a place to before another, on both sides. */
interface Change {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
}

/** What lies between the common runs. */
function changesOf(runs: readonly CommonRun[], { before, after }: Sides): readonly Change[] {
  const changes: Change[] = [];
  let [atBefore, atAfter] = [0, 0];
  for (const run of [...runs, { before: before.length, after: after.length, length: 0 }]) {
    if (run.before > atBefore || run.after > atAfter)
      changes.push({ before: [atBefore, run.before], after: [atAfter, run.after] });
    [atBefore, atAfter] = [run.before + run.length, run.after + run.length];
  }
  return changes;
}

/** Changes whose context touches stand in one hunk. */
function hunksOf(changes: readonly Change[], context: number, sides: Sides): readonly string[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && change.before[0] - last.before[1] <= 2 * context) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((group) => hunkOf(group, context, sides));
}

function hunkOf(group: readonly Change[], around: number, { before, after }: Sides): string {
  const [first, last] = [group[0], group.at(-1)] as [Change, Change];
  const lead = Math.min(around, first.before[0]);
  const trail = Math.min(around, before.length - last.before[1]);
  let at = first.before[0] - lead;
  const parts = group.map((change) => {
    const context = marked(' ', before.slice(at, change.before[0]));
    at = change.before[1];
    return context + marked('-', before.slice(...change.before)) + marked('+', after.slice(...change.after));
  });
  const end = marked(' ', before.slice(at, at + trail));
  const old = span(first.before[0] - lead, last.before[1] + trail);
  const now = span(first.after[0] - lead, last.after[1] + trail);
  return `@@ -${old} +${now} @@\n${parts.join('')}${end}`;
}

/** A span of no lines is named by the line before it. */
function span(from: number, to: number): string {
  return `${to > from ? from + 1 : from},${to - from}`;
}

function marked(mark: string, lines: readonly string[]): string {
  const whole = lines.map((line) =>
    line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
  );
  return whole.join('');
}
