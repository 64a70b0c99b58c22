import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, type SourceFile, sourceFiles } from './support/architecture/imports.ts';
import { projectsOf } from './support/projects.ts';

const files = new Map(
  sourceFiles('test', 'lib', 'bin', 'bench', 'examples', 'functions', 'localstack', 'packaging').map(
    (file) => [file.path, file],
  ),
);
const tests = [...files.keys()].filter((path) => path.endsWith('.test.ts'));
const sharing = tests.filter((path) => projectsOf(path).includes('sharing'));

/** What changes the process for whoever comes after, in code of tests. */
const leaks =
  /\bprocess\.env\.\w+ = |\bdelete process\.env\b|\bprocess\.(?:chdir|on|once)\(|\bprocess\.exitCode = |\bvi\.(?:stub|mock|spyOn|useFakeTimers|setSystemTime)|\bglobalThis\.\w+ = |\bsetFlagsFromString\b|\bsetDefaultCACertificates\b/;

/** The files of `test` that a test is made of. */
function partsOf(path: string, found = new Map<string, SourceFile>()): ReadonlyMap<string, SourceFile> {
  const file = files.get(path);
  if (file === undefined || found.has(path)) return found;
  found.set(path, file);
  for (const { own, name } of file.imports) if (own && name.startsWith('test/')) partsOf(name, found);
  return found;
}

describe('the projects of Vitest', () => {
  it('run every test file once', () => {
    expect(tests.length).toBeGreaterThan(500);
    expect(tests.filter((path) => projectsOf(path).length !== 1)).toEqual([]);
  });

  it('share a process among tests only that leave the process as it was', () => {
    const found = sharing.flatMap((path) =>
      [...partsOf(path).values()]
        .filter(({ code }) => leaks.test(code))
        .map((part) => `${path}: ${part.path}`),
    );
    expect(found).toEqual([]);
  });

  it('give threads, processes and the cloud a process of their own', () => {
    const starts = /^node:(?:child_process|worker_threads|cluster|vm|v8)$/;
    const found = sharing
      .flatMap((path) =>
        [...partsOf(path).values()]
          .filter(({ imports }) =>
            imports.some(({ name }) => starts.test(name) || name.startsWith('localstack/')),
          )
          .map((part) => `${path}: ${part.path}`),
      );
    expect(found).toEqual([]);
  });

  it('are those of the configuration', () => {
    const config = readFileSync(join(root, 'vitest.config.ts'), 'utf8');
    for (const name of ['alone', 'sharing']) expect(config).toContain(`globs('${name}')`);
  });
});
