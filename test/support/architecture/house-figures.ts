import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleName, bundle } from '../../../lib/infra/bundle/bundle.ts';
import { folderCircles } from './folder-circles.ts';
import { root, type SourceFile, sourceFiles } from './imports.ts';
import { isDoor } from './rooms.ts';

/** How well the code is housed: a smaller figure is a better one. */
export type HouseFigures = Readonly<Record<HouseFigure, number>>;

/** Each figure and what it counts, in the order in which they are shown. */
export const houseFigures = {
  circles:
    'folders and files that reach each other in a circle beside their siblings, at any level, types included',
  openedDocuments: 'files of documents that others import',
  openedTopic: 'files of topic that others import',
  openedGraph: 'files of graph that others import',
  offeredNames: 'names that doors offer',
  loneFiles: 'files of lib that one file imports',
  lines: 'lines of lib, bin, wasm and the shipped plug-ins, without those of the faces',
  faceLines: 'lines of the faces for programs and agents, with their commands',
  words: 'words of docs, README, CHANGELOG and SECURITY',
} as const;

export type HouseFigure = keyof typeof houseFigures;

export function measureHouse(): HouseFigures {
  const code = sourceFiles('lib', 'functions', 'bin');
  const faceLines = total(textsOf(/\.ts$/, 'lib/faces', 'bin/commands/serve'), linesOf);
  return {
    circles: folderCircles(code).flat().length,
    openedDocuments: openedFrom(code, 'lib/documents/'),
    openedTopic: openedFrom(code, 'lib/topic/'),
    openedGraph: openedFrom(code, 'lib/graph/'),
    offeredNames: total(
      code.filter(({ path }) => isDoor(path)).map(({ code: text }) => text),
      namesIn,
    ),
    loneFiles: loneFiles(code),
    lines: total(textsOf(/\.ts$/, 'lib', 'bin', 'wasm', 'examples/plugins'), linesOf) - faceLines,
    faceLines,
    words: total(
      [...textsOf(/\.md$/, 'docs'), ...named('README.md', 'CHANGELOG.md', 'SECURITY.md')],
      wordsOf,
    ),
  };
}

/**
 * Lines of those files of lib that give bytes to the bundle of a function, without the threads that it starts.
 * @param outDir where the bundle is written
 */
export function bundledLines(name: BundleName, outDir: string): number {
  const { outputs } = bundle(name, outDir);
  const inputs = Object.entries(outputs).find(([path]) => path.endsWith('/index.mjs'))?.[1].inputs ?? {};
  const given = Object.entries(inputs).filter(
    ([path, { bytesInOutput }]) => path.startsWith('lib/') && bytesInOutput > 0,
  );
  return total(named(...given.map(([path]) => path)), linesOf);
}

/** How many files of a room others import. */
function openedFrom(files: readonly SourceFile[], room: string): number {
  const opened = files
    .filter(({ path }) => !path.startsWith(room))
    .flatMap(({ imports }) => imports.filter(({ own, name }) => own && name.startsWith(room)));
  return new Set(opened.map(({ name }) => name)).size;
}

/** What a door offers has users whom it does not know. */
function loneFiles(files: readonly SourceFile[]): number {
  const importers = new Map<string, number>();
  for (const { path, imports } of files) {
    for (const name of new Set(imports.map(({ name }) => name))) {
      importers.set(name, (importers.get(name) ?? 0) + (isDoor(path) ? 2 : 1));
    }
  }
  return files.filter(({ path }) => path.startsWith('lib/') && importers.get(path) === 1).length;
}

/** Names that a door hands on. */
function namesIn(door: string): number {
  const lists = door.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...lists].flatMap(([, list = '']) => list.split(',').filter((name) => name.trim() !== '')).length;
}

function textsOf(names: RegExp, ...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => names.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
}

function named(...paths: readonly string[]): readonly string[] {
  return paths.map((path) => readFileSync(join(root, path), 'utf8'));
}

function total(texts: readonly string[], count: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + count(text), 0);
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
