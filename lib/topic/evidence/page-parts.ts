import type { TermPlace } from '../../base/page/topic-verdict.ts';

/** Where something stands in a page. */
export interface TextSpan {
  readonly part: TermPlace;
  /** Which of the contents of the metadata, or of the headings, from 0; 0 for the other parts. */
  readonly index: number;
  /** UTF-16 offsets into that part. Of the URL into its path, with spaces for slashes. */
  readonly start: number;
  readonly end: number;
}

/** One text made of several parts, and where a stretch of it stands in them. */
export interface JoinedParts {
  readonly text: string;
  /** A stretch that goes on in the next part ends where its own does. */
  place(start: number, end: number): TextSpan;
}

/** @param between what stands between two of them, and behind the last */
export function joinParts(part: TermPlace, values: readonly string[], between: string): JoinedParts {
  const starts: number[] = [];
  let text = '';
  for (const value of values) {
    starts.push(text.length);
    text += value + between;
  }
  return {
    text,
    place(start, end) {
      const index = Math.max(
        0,
        starts.findLastIndex((one) => one <= start),
      );
      const from = starts[index] ?? 0;
      const length = values[index]?.length ?? 0;
      return { part, index, start: Math.min(start - from, length), end: Math.min(end - from, length) };
    },
  };
}
