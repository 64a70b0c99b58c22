import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { type ProjectName, projects } from './test/support/projects.ts';
import { seededRandom } from './test/support/seeded-random.ts';

// The files that take minutes. Begun last, the longest would keep one worker busy while the other has nothing to do.
const LONGEST = [
  'test/e2e/aws/',
  'test/model/',
  'test/linear-time.test.ts',
  'test/packaging/package.test.ts',
  'test/e2e/embedded/fetch/traps.test.ts',
];

/** Sorts as Vitest does, but for the longest files, which come first, and those that share a process, which are shuffled. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const random = seededRandom(this.ctx.config.sequence.seed);
    const chance = new Map(files.map((file) => [file, file.project.name === 'sharing' ? random() : 0]));
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((path) => moduleId.includes(path));
      return at === -1 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted(
      (a, b) => place(a) - place(b) || (chance.get(a) ?? 0) - (chance.get(b) ?? 0),
    );
  }
}

/** The files of a project, changeable as Vitest wants them. */
function globs(name: ProjectName): { include: string[]; exclude: string[] } {
  const { include, exclude } = projects[name];
  return { include: [...include], exclude: [...exclude] };
}

// Three workers: the machines that run this have two cores, and what crawls or uses the local cloud waits for a third of its time.
export default defineConfig({
  test: {
    globalSetup: [
      'test/support/cloud/stop-local-cloud.ts',
      'test/support/bundled-programs.ts',
      'test/support/made-once.ts',
    ],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
    // Far more than any takes: a busy machine is no fault.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    projects: [
      { extends: true, test: { name: 'alone', ...globs('alone') } },
      {
        extends: true,
        test: { name: 'sharing', ...globs('sharing'), isolate: false, sequence: { shuffle: true } },
      },
    ],
  },
});
