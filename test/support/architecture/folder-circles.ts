import { dirname } from 'node:path/posix';
import type { SourceFile } from './imports.ts';

/** Who imports whom: a name, and the names that it imports. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What lies side by side in each folder, at every level, and which of it imports which: a subfolder stands for all that is in it,
 * types and lazy imports count.
 * @returns of each folder that has two things or more: its graph
 */
export function siblingGraphs(
  files: readonly Pick<SourceFile, 'path' | 'imports'>[],
): ReadonlyMap<string, ImportGraph> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of files) {
    for (const { own, name } of imports) {
      if (!own) continue;
      const folder = sharedFolder(path, name);
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      const from = childOf(folder, path);
      graphs.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(childOf(folder, name))));
    }
  }
  return graphs;
}

/** Folders and files that reach each other and lie side by side; of each circle its members in the order of their names. */
export function folderCircles(
  files: readonly Pick<SourceFile, 'path' | 'imports'>[],
): readonly (readonly string[])[] {
  return [...siblingGraphs(files).values()].flatMap(circlesOf).sort((a, b) => b.length - a.length);
}

/** Names that reach each other, by Tarjan's algorithm. */
export function circlesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  function visit(name: string): void {
    order.set(name, order.size);
    low.set(name, order.size - 1);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(name, Math.min(low.get(name) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(name) !== order.get(name)) return;
    const circle = open.splice(open.indexOf(name));
    if (circle.length > 1) circles.push(circle.sort());
  }
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles;
}

function sharedFolder(a: string, b: string): string {
  let folder = dirname(a);
  while (folder !== '.' && !b.startsWith(`${folder}/`)) folder = dirname(folder);
  return folder;
}

function childOf(folder: string, path: string): string {
  const start = folder === '.' ? 0 : folder.length + 1;
  const end = path.indexOf('/', start);
  return end < 0 ? path : path.slice(0, end);
}

/** Of folders that lie side by side which others each knows, in an order in which none knows a later one. */
export type FolderTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The table of the folders that there are; only folders that have two subfolders or more. */
export function folderTable(files: readonly Pick<SourceFile, 'path' | 'imports'>[]): FolderTable {
  const graphs = [...siblingGraphs(files)].flatMap(([folder, graph]) => {
    const names = subfolders(files, folder);
    const known = (name: string): readonly string[] =>
      names.filter((other) => other !== name && graph.get(`${folder}/${name}`)?.has(`${folder}/${other}`));
    return names.length < 2 || folder === '.' ? [] : [[folder, inOrder(names, known)] as const];
  });
  return Object.fromEntries(graphs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function subfolders(files: readonly Pick<SourceFile, 'path'>[], folder: string): readonly string[] {
  const inside = files.filter(({ path }) => path.startsWith(`${folder}/`));
  const names = inside.map(({ path }) => path.slice(folder.length + 1).split('/'));
  return [...new Set(names.flatMap(([name = '', ...rest]) => (rest.length === 0 ? [] : [name])))].sort();
}

/** Sorts names so that each comes after those that it knows; names of one circle follow each other. */
function inOrder(
  names: readonly string[],
  known: (name: string) => readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const done = new Map<string, readonly string[]>();
  const begun = new Set<string>();
  function add(name: string): void {
    if (begun.has(name)) return;
    begun.add(name);
    for (const other of known(name)) add(other);
    done.set(name, known(name));
  }
  for (const name of names) add(name);
  const places = [...done.keys()];
  const sorted = (others: readonly string[]) =>
    others.toSorted((a, b) => places.indexOf(a) - places.indexOf(b));
  return Object.fromEntries([...done].map(([name, others]) => [name, sorted(others)]));
}
