/** JSON lines as one text: each ends with a line feed, which no JSON text contains unescaped. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}
