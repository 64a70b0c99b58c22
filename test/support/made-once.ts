import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const root = join(import.meta.dirname, '..', '..');
const ownRun = String(process.pid);
const folderOf = (run: string): string => join(root, '.winnow', 'made-once', run);

/** Vitest's global set-up: what was made is of the sources as they were then. */
export function setup(project: TestProject): void {
  project.onTestsRerun(async () => teardown());
}

export function teardown(): void {
  rmSync(folderOf(ownRun), { recursive: true, force: true });
}

/** Where things of a kind lie that a run of tests makes once, for whichever of its files wants them first; made by who fills it. */
export function madeOnce(kind: string): string {
  return join(folderOf(process.env.WINNOW_TEST_RUN ?? ownRun), kind);
}
