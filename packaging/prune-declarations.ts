import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Deletes declarations in compiled code that no export of the package leads to: nobody can import them, and they are
 * more than half of all.
 * @param entries their declarations, relative to `dist`
 */
export function pruneDeclarations(dist: string, entries: readonly string[]): void {
  const reached = new Set<string>();
  const waiting = entries.map((path) => join(dist, path));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importsOf(file));
  }
  for (const path of globSync('**/*.d.ts', { cwd: dist }))
    if (!reached.has(join(dist, path))) rmSync(join(dist, path));
}

/** Declarations that one of ours imports. Throws where one is missing: the package would not compile. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:from |import\(|import )['"](\.{1,2}\/[^'"]+)\.js['"]/g,
  );
  return [...found].map(([, path = '']) => join(dirname(file), `${path}.d.ts`));
}
