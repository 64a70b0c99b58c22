import type { PdfItem } from './pdf-item.ts';

/** How far a text that is drawn again is from where it was drawn, in sizes of its font: bold letters and shadows are made so. */
const near = 0.2;

/** What a page draws, without texts that it draws again in their own place. */
export function withoutDoubles(items: readonly PdfItem[]): readonly PdfItem[] {
  const drawn = new Map<string, PdfItem>();
  const left: PdfItem[] = [];
  for (const item of items) {
    const last = left.at(-1);
    if (item.text.trim() === '' || item.size <= 0) left.push(item);
    else if (wasDrawn(item, drawn) || (last !== undefined && isEndOf(last, item))) ended(left, item);
    else {
      // The library may have joined the second drawing with the words behind it.
      if (last !== undefined && isStartOf(last, item)) left.pop();
      left.push(item);
    }
  }
  return left;
}

/** Notes a text with its place: two that are near each other lie in the same or in neighbouring fields of the page. */
function wasDrawn(item: PdfItem, drawn: Map<string, PdfItem>): boolean {
  const { text, x, y, size } = item;
  const [column, row] = [Math.round(x / (size * near)), Math.round(y / (size * near))];
  let isDrawn = false;
  for (const right of [-1, 0, 1])
    for (const up of [-1, 0, 1]) {
      const one = drawn.get(`${column + right} ${row + up} ${text}`);
      isDrawn ||= one !== undefined && isOver(one, item);
    }
  drawn.set(`${column} ${row} ${text}`, item);
  return isDrawn;
}

/** The next letter of a word that is drawn letter by letter is beside the last one. */
function isOver(one: PdfItem, item: PdfItem): boolean {
  return (
    isNear(one.x, item.x, item) && isNear(one.y, item.y, item) && Math.abs(one.x - item.x) < item.width / 2
  );
}

function isStartOf(last: PdfItem, item: PdfItem): boolean {
  return isOver(last, item) && item.text.startsWith(last.text);
}

function isEndOf(last: PdfItem, item: PdfItem): boolean {
  const [end, own] = [last.x + last.width, item.x + item.width];
  return isNear(end, own, item) && isNear(last.y, item.y, item) && last.text.endsWith(item.text);
}

function isNear(one: number, other: number, { size }: PdfItem): boolean {
  return Math.abs(one - other) < size * near;
}

/** A text that is left out ends the line that it would have ended. */
function ended(left: PdfItem[], { endsLine }: PdfItem): void {
  const last = left.at(-1);
  if (last !== undefined && endsLine) left[left.length - 1] = { ...last, endsLine };
}
