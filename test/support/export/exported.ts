import { exportCollection } from '../../../lib/capabilities/export/operation.ts';
import { ask, dataOf, type Requester } from '../../../lib/operations/ask.ts';
import type { Made } from '../../../lib/pipeline/operation/made.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import { openPlace } from '../../../lib/runtime/shared/open-place.ts';
import type { SmallCrawl } from '../../pipeline/small-crawl.ts';

/** What an export made: its files, and what it said. */
export interface Exported {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly said: readonly string[];
  readonly made: Readonly<Record<string, number>> | undefined;
  readonly marks: readonly object[];
  /** Nothing came behind its last mark. */
  readonly endsWithMark: boolean;
}

export function placeOf({ ports }: Pick<SmallCrawl, 'ports'>): Workplace {
  return openPlace({ ports, name: 'memory', summary: async () => ({}) as never });
}

/** The pieces of an export. */
export async function piecesOf(
  place: Workplace,
  asked: Readonly<Record<string, unknown>>,
  more: Partial<Requester> = {},
): Promise<AsyncIterable<Made>> {
  const named = { name: 'export', operation: exportCollection };
  const asker = { by: 'a test', reason: '', ...more };
  return dataOf(await ask(named, place, asked, asker)) as AsyncIterable<Made>;
}

/** Exports to the end, or until so many pieces have come: then it is as if the process had died. */
export async function exported(
  place: Workplace,
  asked: Readonly<Record<string, unknown>>,
  { most = Number.POSITIVE_INFINITY, ...more }: Partial<Requester> & { readonly most?: number } = {},
): Promise<Exported> {
  const files = new Map<string, Uint8Array>();
  const said: string[] = [];
  const marks: object[] = [];
  let made: Exported['made'];
  let pieces = 0;
  let endsWithMark = false;
  for await (const piece of await piecesOf(place, asked, more)) {
    if ('bytes' in piece)
      files.set(piece.file, Buffer.concat([files.get(piece.file) ?? new Uint8Array(), piece.bytes]));
    else if ('whole' in piece) files.set(piece.file, piece.whole);
    else if ('said' in piece) said.push(piece.said.text);
    else if ('mark' in piece) marks.push(piece.mark);
    else if ('made' in piece) made = piece.made as Record<string, number>;
    pieces += 1;
    endsWithMark = 'mark' in piece;
    if (pieces >= most) break;
  }
  return { files, said, made, marks, endsWithMark };
}

export function textOf({ files }: Exported, name?: string): string {
  const bytes = name === undefined ? [...files.values()][0] : files.get(name);
  return Buffer.from(bytes ?? []).toString();
}

/** What an export in JSON lines says of each record: `created http://…`. */
export function linesOf(made: Exported): readonly string[] {
  return textOf(made)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { change, url, record } = JSON.parse(line) as {
        change: string;
        url: string;
        record?: { text: string };
      };
      return `${change} ${url}${record === undefined ? '' : ` ${record.text.split('\n')[0]}`}`;
    });
}
