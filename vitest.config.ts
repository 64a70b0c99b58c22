import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The files that take minutes. Begun last, the longest would keep one worker busy while the other has nothing to do.
const LONGEST = ['test/e2e/aws/stack.test.ts', 'test/model/', 'test/e2e/embedded/fetch/traps.test.ts'];

/** Sorts as Vitest does, but for the longest files, which come first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.includes(path));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

// Two workers: the machines that run this have two cores, and the suites of the adapters wait for I/O most of the time.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cloud/stop-local-cloud.ts', 'test/support/bundled-programs.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
});
