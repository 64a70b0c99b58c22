import { printable } from '../../../lib/base/printable.ts';
import { type Answer, dataOf, viewOf } from '../../../lib/operations/ask.ts';
import type { Operation, Seen } from '../../../lib/pipeline/operation/operation.ts';
import type { Said } from '../../../lib/pipeline/operation/said.ts';
import type { ExitCode, Io } from '../../io.ts';
import { json, jsonRow } from '../../render/base/json.ts';
import { besideIn, failuresIn, renderView } from '../../render/base/view.ts';

type Raw = Readonly<Record<string, unknown>>;

interface Printed extends Omit<Seen<Raw>, 'dryRun'> {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly io: Io;
  readonly ended: (code: ExitCode) => void;
  /** The command line that shows the page after a cursor. */
  readonly next: (cursor: string) => string;
  /** Of several answers: absent for one alone. */
  readonly isLater?: boolean;
  /** What came bit by bit was printed as it came. */
  readonly isShown?: boolean;
  /** The command line that does what was not confirmed. */
  readonly again?: string;
  readonly stdin?: true;
}

/** Prints an answer as people or as programs want it. */
export function print(operation: Operation, answer: Answer, printed: Printed): void {
  const { io, ended, next, dryRun = false, isLater = false } = printed;
  const { items } = operation;
  const view =
    printed.isShown && items !== undefined && 'done' in answer
      ? [items.end(answer.done as readonly unknown[], printed)]
      : viewOf(operation, answer, { ...printed, dryRun });
  const changes = operation.changes?.(printed.input) ?? true;
  const isUnconfirmed = dryRun && operation.effect === 'destroys' && changes;
  const data = isUnconfirmed ? { ...(dataOf(answer) as object), dryRun } : dataOf(answer);
  if (printed.json) io.out((printed.stdin ? jsonRow : json)(data));
  else io.out(`${isLater ? '\n' : ''}${renderView(view, next)}`);
  if (isUnconfirmed && !printed.json)
    io.out(`nothing was changed; to do it for good, run ${printed.again}\n`);
  if (!printed.json) io.err(besideIn(view));
  const failures = failuresIn(view);
  if (failures === undefined) return;
  io.err(failures);
  ended(1);
}

/** Prints rows as they come, each as JSON on a line, and beside them what is said. */
export async function printRows(rows: AsyncIterable<object> | readonly object[], io: Io): Promise<void> {
  for await (const row of rows) {
    if ('said' in row) io.err(`${printable((row as Said).said.text)}\n`);
    else io.out(jsonRow(row));
  }
}
