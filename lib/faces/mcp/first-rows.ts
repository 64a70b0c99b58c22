import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { dataOf } from '../../operations/ask.ts';
import { whole } from '../../pipeline/operation/input.ts';
import type { NamedOperation } from '../../pipeline/operation/operation.ts';
import { note } from '../../pipeline/operation/view.ts';
import { isStream } from '../base/rows.ts';
import { askServed, type Client, type Served } from '../served.ts';
import { bounded, textBlock, textOf, untrusted } from './answer.ts';
import type { Params } from './json-rpc.ts';

/** So long rows are waited for, and so many are passed over to go on behind them. */
const [rowsMs, mostPassed] = [10_000, 10_000];

/** Where to go on in what comes bit by bit: behind so many rows of what the fields ask for. */
const cursors = z.tuple([whole(1, mostPassed), z.record(z.string(), z.unknown())]);

/** Rows of what comes bit by bit, within bounds; what it asks for does not move while a client goes from page to page. */
export async function firstRows(
  named: NamedOperation,
  { limit, cursor, ...input }: Params,
  { by, signal }: Client,
  served: Served,
): Promise<object> {
  const { fixed, changes } = named.operation;
  const [passed, same] =
    cursor === undefined
      ? [0, fixed?.(input, served.place.ports.clock.now())]
      : readCursor(String(cursor), input);
  // A cursor is what a client sends: it may not ask for more than the tool.
  const given = same ?? input;
  if (changes?.(given)) throw wrongCursor();
  const until = AbortSignal.any([signal, AbortSignal.timeout(rowsMs)]);
  const data = dataOf(await askServed(named, given, { by, signal: until }, served));
  const rows: unknown[] = [];
  let at = 0;
  let isCut = false;
  // The row behind the last one shows that there are more.
  if (isStream(data))
    for await (const row of data) {
      isCut = rows.length === limit;
      if (isCut) break;
      if (at++ >= passed) rows.push(row);
    }
  const isLate = until.aborted;
  const isMore = (isCut || isLate) && at > passed;
  const next = isMore && same !== undefined && at <= mostPassed ? writeCursor(at, same) : undefined;
  const { cut, answer } = bounded({ rows }, true);
  const more = isLate ? [`rows: those of ${rowsMs / 1_000} seconds`] : isCut ? ['rows: there are more'] : [];
  const said = [...cut, ...(next === undefined ? more : [])];
  return {
    content: [textBlock(`${untrusted}\n\n${textOf([rows.map((row) => note(JSON.stringify(row)))])}`)],
    structuredContent: {
      answer: { ...(answer as object), ...defined({ cursor: next }) },
      untrusted,
      ...(said.length > 0 && { cut: said }),
    },
  };
}

function writeCursor(passed: number, input: object): string {
  return Buffer.from(JSON.stringify([passed, input])).toString('base64url');
}

/** @throws WinnowError `usage` for what no answer said */
function readCursor(cursor: string, { job }: Params): readonly [number, Params] {
  try {
    const [passed, given] = z.parse(cursors, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return [passed, { ...given, ...defined({ job }) }];
  } catch {
    throw wrongCursor();
  }
}

const wrongCursor = () => new WinnowError('usage', 'cursor: must be what an answer said');
