import type { SourceFile } from './imports.ts';

/**
 * Chains of files in which each imports the next and the last imports the first. Types and lazy imports count. Empty exactly
 * when there is no circle; where circles share files, some are left out.
 */
export function importCircles(files: readonly Pick<SourceFile, 'path' | 'imports'>[]): readonly string[] {
  const importsOf = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap(({ own, name }) => (own ? [name] : []))]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const chain: string[] = [];
  function follow(path: string): void {
    const start = chain.indexOf(path);
    if (start >= 0) circles.push([...chain.slice(start), path].join(' → '));
    if (start >= 0 || done.has(path)) return;
    chain.push(path);
    for (const next of importsOf.get(path) ?? []) follow(next);
    chain.pop();
    done.add(path);
  }
  for (const { path } of files) follow(path);
  return circles;
}
