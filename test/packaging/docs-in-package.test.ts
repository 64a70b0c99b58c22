import { execFileSync } from 'node:child_process';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { linksOf, root } from '../docs/pages.ts';

let files: readonly string[];
beforeAll(() => {
  // Only lists: `dist/` need not be there.
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [packed] = JSON.parse(said.toString()) as readonly { readonly files: readonly { path: string }[] }[];
  files = (packed?.files ?? []).map(({ path }) => path);
});

describe('the package', () => {
  it('has the pages that messages and settings name', () => {
    for (const page of ['configuration.md', 'runbook.md', 'scope.md', 'schema/job.schema.json', 'README.md'])
      expect(files).toContain(`docs/${page}`);
  });

  it('has all that its pages link to', () => {
    const pages = files.filter((path) => path.endsWith('.md'));
    expect(pages.length).toBeGreaterThan(50);
    const has = (path: string): boolean =>
      files.includes(path) || files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
    const missing = pages.flatMap((page) =>
      linksOf(page)
        .map((target) => target.replace(/#.*/, ''))
        .filter((target) => target !== '' && !has(normalize(join(dirname(page), target))))
        .map((target) => `${page} links to ${target}`),
    );
    expect(missing).toEqual([]);
  });
});
