import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/architecture/imports.ts';
import { forbidden, pureRooms, rooms } from '../support/architecture/rooms.ts';
import { root, textOf } from './pages.ts';

const page = textOf('lib/README.md');
const named = [...page.matchAll(/^\| `([\w/-]+)` \| ./gm)].map(([, room = '']) => room);
const arrows = [...page.matchAll(/^ {2}([\w/]+) --> ([\w/]+)$/gm)].map(([, from = '', to = '']) => ({
  from,
  to,
}));
const boxes = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))];

/** Folders at the top of the checkout that are not ignored, and the layers of `lib` in place of it. */
function folders(): readonly string[] {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');
  const inside = (path: string): readonly string[] =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !ignored.includes(`${name}/`));
  return inside('').flatMap((top) => (top === 'lib' ? inside(top).map((layer) => `lib/${layer}`) : [top]));
}

/** The folders that a box of the drawing stands for. */
function foldersOf(box: string): readonly string[] {
  return box === 'pure' ? pureRooms.map((room) => room.slice(0, -1)) : [box];
}

/** Whether the table lets a file somewhere in one box import one somewhere in another. */
function mayImport(fromBox: string, toBox: string): boolean {
  return foldersOf(fromBox).some((from) => foldersOf(toBox).some((to) => mayImportFolder(from, to)));
}

function mayImportFolder(from: string, to: string): boolean {
  if (forbidden.some((one) => `${from}/`.startsWith(one.from) && `${to}/`.startsWith(one.to))) return false;
  return rooms
    .filter(({ path }) => path.startsWith(`${from}/`))
    .some(({ own }) => own.some((path) => path.startsWith(`${to}/`) || `${to}/`.startsWith(path)));
}

function isIn(path: string, box: string): boolean {
  return foldersOf(box).some((folder) => path.startsWith(`${folder}/`));
}

describe('the rooms in lib/README.md', () => {
  it('are all folders at the top and all layers, each once', () => {
    expect(new Set(named).size).toBe(named.length);
    expect(named).toEqual(expect.arrayContaining([...folders()]));
  });
});

describe('the drawing in lib/README.md', () => {
  it('has all layers', () => {
    const layers = folders().filter((folder) => folder.startsWith('lib/'));
    expect(boxes.flatMap(foldersOf).toSorted()).toEqual(['bin', 'functions', ...layers].toSorted());
  });

  it('has an arrow exactly where the table of the architecture allows an import', () => {
    const allowed = boxes.flatMap((from) =>
      boxes.filter((to) => to !== from && mayImport(from, to)).map((to) => `${from} --> ${to}`),
    );
    expect(arrows.map(({ from, to }) => `${from} --> ${to}`).toSorted()).toEqual(allowed.toSorted());
  });

  it('has no arrow that no import follows', () => {
    const files = sourceFiles('lib', 'functions', 'bin');
    const unused = arrows.filter(
      ({ from, to }) =>
        !files.some(({ path, imports }) => isIn(path, from) && imports.some(({ name }) => isIn(name, to))),
    );
    expect(unused).toEqual([]);
  });
});
