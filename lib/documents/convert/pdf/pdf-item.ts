/** A piece of text that a page shows, in the units of the page, from its lower left corner. */
export interface PdfItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of its font. */
  readonly size: number;
  /** It ends a line. */
  readonly endsLine: boolean;
}

/** What a page shows in one line, from left to right as it draws it. */
export type PdfRow = readonly PdfItem[];
