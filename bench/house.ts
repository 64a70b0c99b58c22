/**
 * How well the code is housed: `node bench/house.ts`; with `--circles` also which folders reach each other in a circle. With
 * `--table` it only writes the table of folders that the architecture test holds (`test/support/architecture/folders.ts`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderCircles, folderTable } from '../test/support/architecture/folder-circles.ts';
import { bundledLines, houseFigures, measureHouse } from '../test/support/architecture/house-figures.ts';
import { root, sourceFiles } from '../test/support/architecture/imports.ts';

const functions = [
  'jobs',
  'dispatch',
  'recycle',
  'harvest',
  'convert',
  'distil',
  'sql',
  'sinks',
  'ops',
] as const;
const code = sourceFiles('lib', 'functions', 'bin');

function printFigures(): void {
  const outDir = mkdtempSync(join(tmpdir(), 'winnow-house-'));
  const figures = measureHouse();
  const show = (figure: number, what: string) => console.log(String(figure).padStart(8), what);
  for (const [name, what] of Object.entries(houseFigures)) show(figures[name as keyof typeof figures], what);
  for (const name of functions) show(bundledLines(name, outDir), `lines of lib in the bundle of ${name}`);
  rmSync(outDir, { recursive: true });
}

function writeTable(): void {
  const text = `import type { FolderTable } from './folder-circles.ts';

/**
 * Of all folders that lie side by side which others each may know, at every level below \`lib\` and \`bin\`. They stand in an order in
 * which none knows a later one. What is only allowed and not needed goes. \`node bench/house.ts --table\` writes it.
 */
export const folders: FolderTable = ${JSON.stringify(folderTable(code), undefined, 2)};
`;
  writeFileSync(join(root, 'test/support/architecture/folders.ts'), text);
}

if (process.argv.includes('--table')) writeTable();
else printFigures();
if (process.argv.includes('--circles')) {
  for (const circle of folderCircles(code)) console.log(`\n${circle.join('\n')}`);
}
