import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { dataOf } from '../../operations/ask.ts';
import { whole } from '../../pipeline/operation/input.ts';
import type { NamedOperation, Operation } from '../../pipeline/operation/operation.ts';
import { askServed, type Client, type Served } from '../served.ts';
import { isStream } from './rows.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Rows of what comes bit by bit. */
interface RowPage {
  readonly rows: readonly unknown[];
  /** Absent: there is no more, or nothing asks for it. */
  readonly cursor?: string;
  /** Why it ends here; absent: there is no more. */
  readonly end?: 'full' | 'late';
}

/** So long rows are waited for, and so many are passed over to go on behind them. */
export const rowsMs = 10_000;
const mostPassed = 10_000;

/** Where to go on: behind so many rows of what the fields ask for. */
const cursors = z.tuple([whole(0, mostPassed), z.record(z.string(), z.unknown())]);

/** Whether an operation yields rows that a face without streams gives page by page. */
export function yieldsRows({ isStream: comesBitByBit, makes }: Operation): boolean {
  return comesBitByBit === true && makes === undefined;
}

/**
 * A page of rows; what they are of does not move while a client goes from page to page.
 * @param limit of rows; `mostChars`: of characters of them as JSON, but one row comes whatever its size
 * @throws WinnowError `usage` for a cursor that no page said, and for what the operation does not only look at
 */
export async function rowPage(
  named: NamedOperation,
  { limit, cursor, ...input }: Raw & { readonly limit: number },
  { by, signal, mostChars = Number.POSITIVE_INFINITY }: Client & { readonly mostChars?: number },
  served: Served,
): Promise<RowPage> {
  const { fixed, behind, changes } = named.operation;
  const [passed, same] =
    cursor === undefined ? [0, fixed?.(input, served.place.ports.clock.now())] : readCursor(String(cursor));
  // A cursor is what a client sends: it may not ask for more than the fields.
  const given = { ...(same ?? input), ...defined({ job: input.job }) };
  const isOdd = cursor !== undefined && passed === 0 && behind === undefined;
  if (isOdd || changes?.(given)) throw wrongCursor();
  const until = AbortSignal.any([signal, AbortSignal.timeout(rowsMs)]);
  const data = dataOf(await askServed(named, given, { by, signal: until }, served));
  const rows: unknown[] = [];
  let [at, chars] = [0, 0];
  let isFull = false;
  // The row behind the last one shows that there are more.
  if (isStream(data))
    for await (const row of data) {
      if (at++ < passed) continue;
      chars += JSON.stringify(row).length;
      isFull = rows.length === limit || (rows.length > 0 && chars > mostChars);
      if (isFull) break;
      rows.push(row);
    }
  const end: RowPage['end'] = until.aborted ? 'late' : isFull ? 'full' : undefined;
  if (end === undefined || same === undefined || rows.length === 0) return { rows, ...defined({ end }) };
  const next = behind?.(same, rows);
  const count = passed + rows.length;
  if (next !== undefined) return { rows, end, cursor: writeCursor(0, next) };
  return { rows, end, ...(count <= mostPassed && { cursor: writeCursor(count, same) }) };
}

function writeCursor(passed: number, input: object): string {
  return Buffer.from(JSON.stringify([passed, input])).toString('base64url');
}

/** @throws WinnowError `usage` for what no answer said */
function readCursor(cursor: string): readonly [number, Raw] {
  try {
    return z.parse(cursors, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw wrongCursor();
  }
}

const wrongCursor = () => new WinnowError('usage', 'cursor: must be what an answer said');
