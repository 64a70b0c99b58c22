import type { TestProject } from 'vitest/node';
import { useBundledPrograms } from '../../packaging/use-bundled-programs.ts';

let programs: ReturnType<typeof useBundledPrograms> | undefined;

/**
 * Vitest's global set-up: hundreds of crawls start threads, and each thread takes 0.2 s of CPU to load from its bundle, 1.5 s
 * from its sources.
 */
export function setup(project: TestProject): void {
  programs = useBundledPrograms(`tests-${process.pid}`);
  project.onTestsRerun(programs.renew);
}

export function teardown(): void {
  programs?.remove();
}
