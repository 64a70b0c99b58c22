/** Bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The beginning of a text or list whose JSON has at most so many bytes: all of it, where that fits. No character is halved. */
export function withinBytes<T extends string | readonly string[]>(whole: T, most: number): T {
  let kept = whole;
  for (;;) {
    const bytes = jsonBytes(kept);
    if (bytes <= most || kept.length === 0) return kept;
    const length = Math.min(kept.length - 1, Math.floor((kept.length * most) / bytes));
    kept = (typeof whole === 'string' ? beginning(whole, length) : whole.slice(0, length)) as T;
  }
}

function beginning(text: string, length: number): string {
  const isHalved = /[\ud800-\udbff]$/.test(text.slice(0, length));
  return text.slice(0, isHalved ? length - 1 : length);
}
