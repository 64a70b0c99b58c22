import type { Made } from '../../pipeline/operation/made.ts';

/** A file as it came, and whether more of it may come. */
export interface FilePiece {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly isWhole?: true;
}

/** The files among the pieces of what is made; of a list that is carried on elsewhere, what is new, and what goes. */
export function filesIn(made: Made): readonly FilePiece[] {
  if ('bytes' in made) return [made];
  if ('whole' in made) return [{ file: made.file, bytes: made.whole, isWhole: true }];
  if (!('list' in made)) return [];
  const { file, head, lines, without } = made.list;
  const added = new Set(lines.map((line) => / (\S+) -->\n$/.exec(line)?.[1]));
  const gone = [...without].filter((key) => !added.has(key));
  const encoder = new TextEncoder();
  return [
    { file, bytes: encoder.encode(`${head}${lines.join('')}`), isWhole: true },
    { file: 'gone.txt', bytes: encoder.encode(gone.map((key) => `${key}\n`).join('')), isWhole: true },
  ];
}
