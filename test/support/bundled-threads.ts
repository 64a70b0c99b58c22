import type { TestProject } from 'vitest/node';
import { useBundledThreads } from '../../packaging/use-bundled-threads.ts';

let threads: ReturnType<typeof useBundledThreads> | undefined;

/**
 * Vitest's global set-up: hundreds of crawls start threads, and each thread takes 0.2 s of CPU to load from its bundle, 1.5 s
 * from its sources.
 */
export function setup(project: TestProject): void {
  threads = useBundledThreads(`tests-${process.pid}`);
  project.onTestsRerun(threads.renew);
}

export function teardown(): void {
  threads?.remove();
}
