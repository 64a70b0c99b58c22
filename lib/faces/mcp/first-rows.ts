import { defined } from '../../base/defined.ts';
import type { NamedOperation } from '../../pipeline/operation/operation.ts';
import { note } from '../../pipeline/operation/view.ts';
import { rowPage, rowsMs } from '../base/row-page.ts';
import type { Client, Served } from '../served.ts';
import { bounded, textBlock, textOf, untrusted } from './answer.ts';

const ends = { late: `rows: those of ${rowsMs / 1_000} seconds`, full: 'rows: there are more' } as const;

/** Rows of what comes bit by bit, within bounds. */
export async function firstRows(
  named: NamedOperation,
  input: Parameters<typeof rowPage>[1],
  client: Client,
  served: Served,
): Promise<object> {
  const { rows, cursor, end } = await rowPage(named, input, client, served);
  const { cut, answer } = bounded({ rows }, true);
  const said = [...cut, ...(end === undefined || cursor !== undefined ? [] : [ends[end]])];
  return {
    content: [textBlock(`${untrusted}\n\n${textOf([rows.map((row) => note(JSON.stringify(row)))])}`)],
    structuredContent: {
      answer: { ...(answer as object), ...defined({ cursor }) },
      untrusted,
      ...(said.length > 0 && { cut: said }),
    },
  };
}
