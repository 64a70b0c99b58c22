/** How well the code is housed: `node bench/house.ts`, with `--circles` also who reaches whom. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderCircles } from '../test/support/architecture/folder-circles.ts';
import { bundledLines, houseFigures, measureHouse } from '../test/support/architecture/house-figures.ts';
import { sourceFiles } from '../test/support/architecture/imports.ts';

const functions = ['jobs', 'dispatch', 'recycle', 'harvest', 'convert', 'distil', 'sql', 'ops'] as const;

const outDir = mkdtempSync(join(tmpdir(), 'winnow-house-'));
const figures = measureHouse();
for (const [name, what] of Object.entries(houseFigures)) {
  console.log(String(figures[name as keyof typeof figures]).padStart(8), what);
}
for (const name of functions) {
  console.log(
    String(bundledLines(name, join(outDir, name))).padStart(8),
    `lines of lib in the bundle of ${name}`,
  );
}
rmSync(outDir, { recursive: true });

if (process.argv.includes('--circles')) {
  for (const circle of folderCircles(sourceFiles('lib', 'functions', 'bin')))
    console.log(`\n${circle.join('\n')}`);
}
