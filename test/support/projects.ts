import { matchesGlob } from 'node:path';

/**
 * Tests that share a process with others, in an order that changes from run to run: what they test keeps no state of the
 * process. They take half of the CPU that they take in a process each.
 */
const sharing: readonly string[] = [
  'test/*.test.ts',
  'test/{archive,base,capabilities,config,conformance,docs,documents,domain,graph,infra,model,pipeline,rules,support,topic}/**/*.test.ts',
  'test/adapters/{embedded,system,web}/**/*.test.ts',
];

/** Tests in these folders that have a process of their own, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'test/audit.test.ts': 'starts programs and a server',
  'test/linear-time.test.ts': 'compares CPU times, which garbage of others lengthens',
  'test/adapters/embedded/earlier-version.test.ts': 'uses what the suites of the local cloud use',
  'test/adapters/embedded/files/file-secrets.test.ts': 'changes the environment',
  'test/adapters/embedded/killed.test.ts': 'starts programs',
  'test/adapters/embedded/tables/database.test.ts': 'starts programs',
  'test/adapters/system/clock.test.ts': 'starts programs',
  'test/adapters/system/worker-process.test.ts': 'starts programs',
  'test/adapters/web/hostile-hosts.test.ts': 'starts hosts that misbehave',
  'test/adapters/web/private-addresses.test.ts': 'counts what its tests ask for, one after the other',
  'test/conformance/fuzz-*.test.ts': 'measures the heap and CPU times',
  'test/conformance/warc/*.test.ts': 'starts programs and servers',
  'test/documents/memory.test.ts': 'measures the heap',
  'test/documents/convert/named-sizes.test.ts': 'measures the heap',
  'test/base/difference/unified.test.ts': 'starts programs',
  'test/base/url/detached-urls.test.ts': 'measures the heap',
  'test/infra/same-bytes.test.ts': 'starts programs',
  'test/pipeline/focus/held-tail.test.ts': 'uses the local cloud',
  'test/pipeline/yield/free-held.test.ts': 'uses the local cloud',
  'test/capabilities/search-servers/*.test.ts': 'starts servers, and asks for the real ones',
  'test/capabilities/sql/copy-when-due.test.ts': 'starts the process that answers questions',
  'test/support/hostile/docs.test.ts': 'starts hosts that misbehave',
  'test/support/web/web-server.test.ts': 'starts servers',
};

/** Tests that have a process each: they start threads, processes and servers, or change the environment. */
const alone: readonly string[] = [
  'test/{api,bin,e2e,examples,faces,functions,localstack,operations,packaging,runtime}/**/*.test.ts',
  'test/adapters/{aws,converting,plugins,reading,sinks,sql}/**/*.test.ts',
  ...Object.keys(exceptions),
];

/** The projects of Vitest, by their names. */
export const projects = {
  alone: { include: alone, exclude: [] },
  sharing: { include: sharing, exclude: Object.keys(exceptions) },
} as const;

export type ProjectName = keyof typeof projects;

/** The projects that run a test file. */
export function projectsOf(path: string): readonly ProjectName[] {
  const among = (globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(path, glob));
  return (Object.keys(projects) as ProjectName[]).filter(
    (name) => among(projects[name].include) && !among(projects[name].exclude),
  );
}
