import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, linksOf, pages, root, textOf } from './pages.ts';

/** What is wrong with a reference to a file of ours and, where it names one, to a heading in it. */
function brokenness(path: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  if (anchor !== undefined && !anchorsOf(path).has(anchor)) return `${path} has no heading #${anchor}`;
  return undefined;
}

function brokenLink(page: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  return brokenness(path === '' ? page : normalize(join(dirname(page), path)), anchor);
}

describe('links between pages', () => {
  it.each(pages())('lead somewhere from %s', (page) => {
    expect(linksOf(page).flatMap((target) => brokenLink(page, target) ?? [])).toEqual([]);
  });

  it('are found out when they lead nowhere', () => {
    expect(brokenLink('README.md', 'docs/none.md')).toBe('there is no docs/none.md');
    expect(brokenLink('docs/deploy.md', '#none')).toBe('docs/deploy.md has no heading #none');
    expect(brokenLink('docs/decisions/0011-stored-state.md', '../events.md#causes')).toBeUndefined();
  });
});

describe('files that pages name', () => {
  it.each(pages())('are there: %s', (page) => {
    const named = [
      ...textOf(page).matchAll(/`((?:lib|test|bin|bench|functions|examples|localstack)\/[\w./-]+)`/g),
    ];
    expect(named.flatMap(([, path = '']) => brokenness(path, undefined) ?? [])).toEqual([]);
  });
});

describe('pages that code names', () => {
  const files = globSync(
    ['lib/**/*.ts', 'bin/**/*.ts', 'functions/**/*.ts', 'bench/**/*.ts', 'examples/**/*.ts'],
    {
      cwd: root,
    },
  );
  const named = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:docs|lib|bench\/results)\/[\w/-]+\.md(?:#([\w-]+))?/g,
      ),
    ].map(([reference, anchor]) => ({ file, reference, anchor })),
  );

  it('are many', () => expect(named.length).toBeGreaterThan(30));

  it('are there, with the headings that are meant', () => {
    const broken = named.flatMap(({ file, reference, anchor }) => {
      const fault = brokenness(reference.replace(/#.*/, ''), anchor);
      return fault === undefined ? [] : [`${file}: ${fault}`];
    });
    expect(broken).toEqual([]);
  });
});
