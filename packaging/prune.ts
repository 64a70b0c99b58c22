import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Deletes the files of a kind in compiled code that no entry leads to: declarations that nobody can import are more than half of all,
 * and what only the command line uses is in its bundle.
 * @param entries relative to `dist`
 */
export function prune(dist: string, kind: '.js' | '.d.ts', entries: readonly string[]): void {
  const reached = new Set<string>();
  const waiting = entries.map((path) => join(dist, path));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file, kind));
  }
  for (const path of globSync(`**/*${kind}`, { cwd: dist }))
    if (!reached.has(join(dist, path))) rmSync(join(dist, path));
}

/** What one of our files imports. Throws where one is missing: the package would not run, or compile. */
function importsOf(file: string, kind: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:from ?|import\(|import ?)['"](\.{1,2}\/[^'"]+)\.js['"]/g,
  );
  return [...found].map(([, path = '']) => join(dirname(file), `${path}${kind}`));
}
