/** A text after a unified difference was applied to it. @throws Error where the text is not the one that it was made of */
export function applied(before: string, difference: string): string {
  if (difference === '') return before;
  const lines = linesOf(before);
  const rows = linesOf(difference).slice(2);
  const made: string[] = [];
  let at = 0;
  for (const [n, row] of rows.entries()) {
    const from = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/m.exec(row);
    if (row.startsWith('\\')) continue;
    if (from !== null && !' -+'.includes(row.slice(0, 1))) {
      const begin = Number(from[1]) - (from[2] === '0' ? 0 : 1);
      made.push(...lines.slice(at, begin));
      at = begin;
      continue;
    }
    const line = rows[n + 1]?.startsWith('\\') ? row.slice(1, -1) : row.slice(1);
    if (row.startsWith('+')) made.push(line);
    else if (lines[at] !== line) throw new Error(`${JSON.stringify(line)} is not line ${at + 1}`);
    else {
      if (row.startsWith(' ')) made.push(line);
      at += 1;
    }
  }
  return [...made, ...lines.slice(at)].join('');
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
